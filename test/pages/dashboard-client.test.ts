import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiProblem } from "../../clients/typescript/src/problem.ts";
import { createApp, deleteApp, listApps } from "../../lib/contract/routes/platform-apps.ts";
import { listCheckouts } from "../../lib/contract/routes/platform-checkouts.ts";
import { getCredits } from "../../lib/contract/routes/v1.ts";
import { createApiClient, type Session } from "../../web/dashboard/src/api-client.ts";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

const SESSION = { token_type: "Bearer", expires_in: 600, user: { id: "usr_1" } };

/** Answers each path by `answer`, and renews the session with tokens `token-1`, `token-2` … of these users with these apps. */
function service(
  answer: (seen: Seen, count: number) => Response,
  users = ["usr_1"],
  apps: readonly (readonly number[] | null)[] = [null],
) {
  const seen: Seen[] = [];
  let renewals = 0;
  const send = async (
    input: Parameters<typeof fetch>[0],
    init: RequestInit = {},
  ): Promise<Response> => {
    const url = String(input);
    const one = {
      method: init.method ?? "GET",
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    };
    if (url === "/api/auth/refresh/") {
      renewals += 1;
      const last = renewals - 1;
      const user = { id: users[last] ?? users.at(-1), apps: apps[Math.min(last, apps.length - 1)] };
      return Response.json({ ...SESSION, user, access_token: `token-${renewals}` });
    }
    seen.push(one);
    return answer(one, seen.length);
  };
  return { send: send as typeof fetch, seen, renewals: () => renewals };
}

const list = { object: "list", data: [], has_more: false, next_cursor: null };
const problem = (status: number, code: string, more: object = {}) =>
  Response.json(
    {
      type: "",
      title: "No",
      status,
      detail: "It was refused.",
      code,
      request_id: "req-1",
      ...more,
    },
    { status, headers: { "retry-after": "7" } },
  );

describe("the dashboard's client", () => {
  it("fetches one session for requests that begin together, and sends it with each", async () => {
    const { send, seen, renewals } = service(() => Response.json(list));
    const client = createApiClient({ fetch: send });
    await Promise.all([client.call(listApps), client.call(listApps), client.call(listApps)]);
    expect(renewals()).toBe(1);
    expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual(
      Array(3).fill("Bearer token-1"),
    );
  });

  it.each([
    ["expired", "token_expired"],
    ["refused, as when its signing key was dropped", "unauthenticated"],
  ])(
    "renews a token once that is %s, and repeats the request under the same idempotency key",
    async (_, code) => {
      const { send, seen, renewals } = service((_, count) =>
        count === 1 ? problem(401, code) : Response.json({ app_id: 1 }),
      );
      const client = createApiClient({ fetch: send });
      await client.call(createApp, { body: { name: "Shop" } });
      expect(renewals()).toBe(2);
      expect(seen).toHaveLength(2);
      expect(seen[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
      expect(seen[1]?.headers.get("idempotency-key")).toBe(seen[0]?.headers.get("idempotency-key"));
      expect(seen[1]?.headers.get("authorization")).toBe("Bearer token-2");
    },
  );

  it("does not try for ever, and says that the session is over", async () => {
    let ended = 0;
    const { send, seen } = service(() => problem(401, "token_expired"));
    const client = createApiClient({ fetch: send, onSignedOut: () => ended++ });
    await expect(client.call(listApps)).rejects.toMatchObject({ code: "token_expired" });
    expect(seen).toHaveLength(2);
    expect(ended).toBe(1);
  });

  it("asks for nothing more once the session is over, until someone signs in", async () => {
    const { send, seen, renewals } = service(() => problem(401, "token_expired"));
    const client = createApiClient({ fetch: send });
    await expect(client.call(listApps)).rejects.toMatchObject({ code: "token_expired" });
    const asked = [seen.length, renewals()];
    await expect(client.call(listApps)).rejects.toMatchObject({ code: "token_expired" });
    expect([seen.length, renewals()]).toEqual(asked);
    client.signIn({ ...SESSION, access_token: "token-9" } as Session);
    await expect(client.call(listApps)).rejects.toMatchObject({ code: "token_expired" });
    expect(seen[asked[0] ?? 0]?.headers.get("authorization")).toBe("Bearer token-9");
  });

  it("sends nothing as another user who has signed in using the same browser", async () => {
    let ended = 0;
    const { send, seen } = service(() => problem(401, "token_expired"), ["usr_1", "usr_2"]);
    const client = createApiClient({ fetch: send, onSignedOut: () => ended++ });
    const refused = client.call(createApp, { body: { name: "Shop" } });
    await expect(refused).rejects.toMatchObject({ code: "unauthenticated" });
    expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer token-1"]);
    expect(ended).toBe(1);
  });

  it.each([
    ["of all apps", null],
    ["of another app", [8]],
  ])(
    "asks for the list of the app that a member has now, instead of the one %s",
    async (_, before) => {
      const answer = ({ url }: Seen) => {
        if (url.endsWith("?app_id=7")) return Response.json(list);
        const errors = [{ path: "app_id", message: "is required" }];
        return before === null
          ? problem(400, "invalid_request", { errors })
          : problem(404, "not_found");
      };
      const { send, renewals } = service(answer, ["usr_1"], [before, [7]]);
      const client = createApiClient({ fetch: send });
      // As the build marks it for the page.
      await client.call({ ...listCheckouts, byApp: true });
      expect({ renewals: renewals(), app: client.appInUse() }).toEqual({ renewals: 2, app: 7 });
    },
  );

  it("takes another user's session after signing out", async () => {
    const { send, seen } = service(() => Response.json(list), ["usr_1", "usr_2"]);
    const client = createApiClient({ fetch: send });
    await client.call(listApps);
    client.signOut();
    await client.call(listApps);
    expect(seen.at(-1)?.headers.get("authorization")).toBe("Bearer token-2");
  });

  it("fills paths and queries so that no value can become another part of the address", async () => {
    const { send, seen } = service((one) =>
      one.method === "DELETE" ? new Response(null, { status: 204 }) : Response.json(list),
    );
    const client = createApiClient({ fetch: send });
    await client.call(deleteApp, { params: { app_id: "1/../2?x#y" } });
    await client.call(listApps, { query: { limit: 5, cursor: "a&limit=100" } });
    expect(seen.map(({ url }) => url)).toEqual([
      "/api/platform/apps/1%2F..%2F2%3Fx%23y/",
      "/api/platform/apps/?limit=5&cursor=a%26limit%3D100",
    ]);
  });

  it("throws what was refused with everything that helps", async () => {
    const errors = [{ path: "name", message: "is too long" }];
    const { send } = service(() => problem(400, "invalid_request", { errors }));
    const client = createApiClient({ fetch: send });
    const refused = client.call(createApp, { body: { name: "Shop" } });
    await expect(refused).rejects.toBeInstanceOf(ApiProblem);
    await expect(refused).rejects.toMatchObject({
      code: "invalid_request",
      status: 400,
      requestId: "req-1",
      retryAfterSeconds: 7,
      errors,
      message: "It was refused.",
    });
  });

  it.each([
    ["no answer", () => Promise.reject(new TypeError("fetch failed")), "unreachable"],
    [
      "a page of a proxy",
      async () => new Response("<h1>Bad gateway", { status: 502 }),
      "unexpected",
    ],
    ["a body of null", async () => Response.json(null, { status: 500 }), "unexpected"],
  ])("makes a problem of %s, too", async (_name, send, code) => {
    const client = createApiClient({ fetch: send });
    await expect(client.call(getCredits)).rejects.toMatchObject({ code });
  });
});

describe("a service that never answers", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** A client whose requests to paths that `isStuck` get an answer only by their time limit. */
  function stuck(isStuck: (url: string) => boolean) {
    vi.useFakeTimers();
    // Fake timers leave the platform's own time limit alone.
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(new DOMException("It took too long.", "TimeoutError")), ms);
      return limit.signal;
    });
    const { send } = service(() => Response.json(list));
    const urls: string[] = [];
    const client = createApiClient({
      fetch: (input, init) => {
        urls.push(String(input));
        if (!isStuck(String(input))) return send(input, init);
        return new Promise((_, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        });
      },
    });
    return { client, urls };
  }

  it("has 30 s for a call", async () => {
    const { client } = stuck((url) => url.startsWith("/api/platform/"));
    const call = client.call(listApps).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await call).toMatchObject({ code: "unreachable" });
  });

  it("has 30 s to renew the session, which the next call asks for again", async () => {
    const { client, urls } = stuck((url) => url === "/api/auth/refresh/" && urls.length === 1);
    const calls = Promise.allSettled([client.call(listApps), client.call(listApps)]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await calls).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await client.call(listApps);
    expect(urls).toEqual(["/api/auth/refresh/", "/api/auth/refresh/", "/api/platform/apps/"]);
  });

  it("has five minutes for a CSV file", async () => {
    const { client } = stuck((url) => url.includes("format=csv"));
    const settled = vi.fn();
    const call = client.call(listCheckouts, { query: { format: "csv" } }).catch(settled);
    await vi.advanceTimersByTimeAsync(299_000);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    await call;
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ code: "unreachable" }));
  });
});
