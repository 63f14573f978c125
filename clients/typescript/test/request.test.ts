import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient } from "../src/client.ts";
import { authSendOtp, platformListBookEntries } from "../src/generated/operations.ts";

interface Seen {
  readonly method: string;
  readonly cache: RequestCache | undefined;
  readonly url: string;
  readonly headers: Headers;
}

/** A `fetch` that answers in turn; the last answer repeats. */
function service(...answers: (() => Response | Promise<Response>)[]) {
  const seen: Seen[] = [];
  const send: typeof fetch = async (input, init = {}) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)];
    seen.push({
      method: init.method ?? "GET",
      cache: init.cache,
      url: String(input),
      headers: new Headers(init.headers),
    });
    if (answer === undefined) throw new Error("no answer is set");
    return answer();
  };
  return { seen, send };
}

const ok = () => Response.json({ id: "co_1", status: "open" });
const refuse =
  (status: number, code: string, headers: Record<string, string> = {}, more: object = {}) =>
  () =>
    Response.json(
      { status, code, detail: "No.", request_id: "req-1", ...more },
      { status, headers },
    );
const lost = () => Promise.reject(new TypeError("fetch failed"));
const clientOf = (send: typeof fetch, more: object = {}) =>
  createClient({ baseUrl: "https://pay.example", apiKey: "pk_test_x", fetch: send, ...more });

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => vi.useRealTimers());

/** Runs all waits of a call. A rejection is not unhandled meanwhile. */
async function settle<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  await vi.runAllTimersAsync();
  return promise;
}

describe("a call", () => {
  it("shows the response headers of every part of a CSV file", async () => {
    const part = (day: string, link?: string) => () =>
      new Response(`date\r\n${day}\r\n`, {
        headers: { "content-type": "text/csv", "x-day": day, ...(link && { link }) },
      });
    const { send } = service(part("27", '<https://pay.example/?cursor=a>; rel="next"'), part("26"));
    const days: (string | null)[] = [];
    const csv = await clientOf(send, { accessToken: "t" }).call(platformListBookEntries, {
      query: { format: "csv" },
      onHeaders: (headers) => days.push(headers.get("x-day")),
    });
    expect([csv, days]).toEqual(["date\r\n27\r\n26\r\n", ["27", "26"]]);
  });

  it("asks the fetch of the moment for no stored response, which would freeze a checkout's state", async () => {
    const { seen, send } = service(ok);
    const client = createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "pk_test_x", retries: 0 });
    onTestFinished(() => void vi.unstubAllGlobals());
    // Next.js and tests replace it after a client was made.
    vi.stubGlobal("fetch", send);
    await client.checkouts.get("co_1");
    // As in edge runtimes that refuse it.
    vi.stubGlobal("Request", class {});
    await client.checkouts.get("co_1");
    expect(seen.map(({ cache }) => cache)).toEqual(["no-store", undefined]);
  });

  it("passes on what Next.js throws to render a page anew for each visitor, and sends nothing again", async () => {
    const isDynamic = Object.assign(new Error("no-store fetch"), {
      digest: "DYNAMIC_SERVER_USAGE",
    });
    const { seen, send } = service(() => Promise.reject(isDynamic));
    await expect(settle(clientOf(send).checkouts.get("co_1"))).rejects.toBe(isDynamic);
    expect(seen).toHaveLength(1);
  });

  it("sends the key, a JSON body and a new idempotency key", async () => {
    const { seen, send } = service(ok);
    await clientOf(send).checkouts.create({ amount: 100 });
    await clientOf(send).checkouts.create({ amount: 100 });
    const [first, second] = seen;
    expect(first).toMatchObject({ method: "POST", url: "https://pay.example/api/v1/checkouts/" });
    expect(first?.headers.get("authorization")).toBe("Bearer pk_test_x");
    expect(first?.headers.get("content-type")).toBe("application/json");
    const keys = [first, second].map((one) => one?.headers.get("idempotency-key"));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("sends the caller's idempotency key with every retry", async () => {
    const { seen, send } = service(lost, refuse(503, "service_unavailable"), ok);
    const key = "order-1042";
    await settle(clientOf(send).checkouts.create({ amount: 100 }, { idempotencyKey: key }));
    expect(seen.map(({ headers }) => headers.get("idempotency-key"))).toEqual([key, key, key]);
  });

  it("escapes parameters, so that none changes the path", async () => {
    const { seen, send } = service(ok);
    await clientOf(send).checkouts.get("co_1/../../x?y#z");
    expect(seen[0]?.url).toBe("https://pay.example/api/v1/checkouts/co_1%2F..%2F..%2Fx%3Fy%23z/");
    await expect(clientOf(send).checkouts.get("")).rejects.toThrow("parameter id is missing");
    await expect(clientOf(send).checkouts.get("..")).rejects.toThrow("parameter id is missing");
    expect(seen).toHaveLength(1);
  });

  it("asks fetch for nothing that edge runtimes refuse, such as credentials", async () => {
    const given: RequestInit[] = [];
    const send: typeof fetch = async (_, init = {}) => {
      given.push(init);
      return Response.json({});
    };
    await clientOf(send).checkouts.create({ amount: 100 });
    const known = ["body", "headers", "method", "redirect", "signal"];
    expect(given.map((init) => Object.keys(init).sort())).toEqual([known]);
  });

  it("rejects with every field of the problem", async () => {
    const errors = [{ path: "amount", message: "must be a whole number" }];
    const { send } = service(refuse(400, "invalid_request", {}, { errors }));
    await expect(clientOf(send).credits.get()).rejects.toMatchObject({
      name: "ApiProblem",
      code: "invalid_request",
      status: 400,
      requestId: "req-1",
      errors,
    });
  });

  it.each([
    ["a proxy's page", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["a body of null", () => Response.json(null, { status: 500 })],
    ["a list", () => Response.json([1], { status: 500 })],
  ])("makes a problem of %s", async (_, answer) => {
    const { send } = service(answer);
    const call = settle(clientOf(send).credits.get());
    await expect(call).rejects.toMatchObject({ code: "unexpected" });
  });

  it("makes a problem of a body that breaks off, and repeats the request with the same key", async () => {
    const broken = () => {
      const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("lost")) });
      return new Response(body, { headers: { "content-type": "application/json" } });
    };
    const { seen, send } = service(broken, ok);
    expect((await settle(clientOf(send).checkouts.create({ amount: 100 }))).id).toBe("co_1");
    expect(new Set(seen.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    const call = settle(clientOf(service(broken).send, { retries: 0 }).credits.get());
    await expect(call).rejects.toMatchObject({ code: "unreachable", status: 0 });
  });

  it("throws without the credential that the operation needs", async () => {
    const { seen, send } = service(ok);
    const client = createClient({ baseUrl: "https://pay.example", fetch: send });
    await expect(client.credits.get()).rejects.toThrow("needs apiKey");
    await expect(client.webhooks.list()).rejects.toThrow("needs accessToken");
    expect(seen).toEqual([]);
  });
});

describe("a retry", () => {
  it("waits for the time in Retry-After, in seconds or as a date", async () => {
    for (const [headerAt, ms] of [
      [() => "7", 7_000],
      // A date has whole seconds only, as the clock of this test.
      [(now: number) => new Date(now + 20_000).toUTCString(), 20_000],
    ] as const) {
      const start = Date.now();
      const header = headerAt(start);
      const { seen, send } = service(refuse(429, "rate_limited", { "retry-after": header }), ok);
      await settle(clientOf(send).credits.get());
      expect(seen).toHaveLength(2);
      expect(Date.now() - start).toBe(ms);
    }
  });

  it("rejects at once if Retry-After is more than a minute", async () => {
    const { seen, send } = service(refuse(429, "rate_limited", { "retry-after": "3600" }));
    const call = settle(clientOf(send).credits.get());
    await expect(call).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 3600 });
    expect(seen).toHaveLength(1);
  });

  it("happens at most three times, with growing pauses", async () => {
    const times: number[] = [];
    const { send } = service(() => {
      times.push(Date.now());
      return lost();
    });
    await expect(settle(clientOf(send).credits.get())).rejects.toMatchObject({
      code: "unreachable",
    });
    expect(times).toHaveLength(4);
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses[2]).toBeGreaterThan((pauses[0] ?? 0) * 1.5);
  });

  it("waits while the first request with the same key is running", async () => {
    const { seen, send } = service(refuse(409, "idempotency_in_progress"), ok);
    await settle(clientOf(send).checkouts.create({ amount: 100 }));
    expect(seen).toHaveLength(2);
  });

  it.each([
    ["invalid_request", 400],
    ["unauthenticated", 401],
    ["conflict", 409],
    ["idempotency_mismatch", 422],
  ])("never follows %s", async (code, status) => {
    const { seen, send } = service(refuse(status, code));
    await expect(settle(clientOf(send).checkouts.create({ amount: 1 }))).rejects.toMatchObject({
      code,
    });
    expect(seen).toHaveLength(1);
  });

  it("never repeats a POST that could act twice", async () => {
    const { seen, send } = service(lost);
    const call = clientOf(send).call(authSendOtp, { body: { phone: "0911000000" } });
    await expect(settle(call)).rejects.toMatchObject({ code: "unreachable" });
    expect(seen).toHaveLength(1);
  });

  it("ends when the caller aborts", async () => {
    const { seen, send } = service(lost);
    const abort = new AbortController();
    const call = clientOf(send).checkouts.get("co_1", { signal: abort.signal });
    call.catch(() => {});
    await vi.advanceTimersByTimeAsync(1);
    abort.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(seen).toHaveLength(1);
  });
});

describe("lists and waiting", () => {
  const page = (ids: string[], next: string | null) => () =>
    Response.json({
      object: "list",
      data: ids.map((id) => ({ id })),
      has_more: next !== null,
      next_cursor: next,
    });

  it("reads all pages with the same filter", async () => {
    const { seen, send } = service(page(["a", "b"], "c1"), page(["c"], null));
    const ids: string[] = [];
    for await (const { id } of clientOf(send).checkouts.all({ status: "verified" })) ids.push(id);
    expect(ids).toEqual(["a", "b", "c"]);
    expect(seen.map(({ url }) => new URL(url).search)).toEqual([
      "?status=verified",
      "?status=verified&cursor=c1",
    ]);
  });

  it("reads no page that the loop does not reach", async () => {
    const { seen, send } = service(page(["a", "b"], "c1"));
    for await (const _ of clientOf(send).events.all()) break;
    expect(seen).toHaveLength(1);
  });

  const status = (value: string) => () => Response.json({ id: "co_1", status: value });

  it.each(["verified", "review", "expired", "canceled", "rejected"])(
    "waits until a checkout is %s",
    async (outcome) => {
      const { seen, send } = service(status("open"), status("verifying"), status(outcome));
      const checkout = await settle(clientOf(send).checkouts.waitForOutcome("co_1"));
      expect(checkout.status).toBe(outcome);
      expect(seen).toHaveLength(3);
    },
  );

  it("does not treat an unknown status as an outcome, and gives up in time", async () => {
    const { send } = service(status("approved_in_a_later_version"));
    const call = settle(clientOf(send).checkouts.waitForOutcome("co_1", { timeoutMs: 10_000 }));
    await expect(call).rejects.toMatchObject({ code: "timeout" });
  });
});
