import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import { call, cookieOf, logIn, withSigningKey } from "../../support/api.ts";
import { startLocal } from "../../support/running-stack.ts";

let stack: LocalStack;

beforeAll(async () => {
  stack = await withSigningKey(await startLocal({ config: { otpPerAddressPerHour: 10_000 } }));
});
afterAll(() => stack?.close());

const refresh = (cookie: string) =>
  call(stack.url, "POST", "/api/auth/refresh/", { headers: { cookie } });
const logout = (cookie: string, everywhere = false) =>
  call(stack.url, "POST", "/api/auth/logout/", { headers: { cookie }, body: { everywhere } });

/** What a session ought to be: every token that it ever had, and which of them is the newest. */
interface Model {
  readonly cookies: string[];
  /** When each of them was presented first while it was the newest; none for the newest. */
  readonly usedAt: number[];
  revoked: boolean;
}

const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant("refresh"), age: fc.constant(0) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("refresh"), age: fc.constant(1) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("refresh"), age: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("race"), age: fc.constant(0) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("wait"), age: fc.constantFrom(3, 31) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("forge"), age: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("logout"), age: fc.nat(2) }) },
);

describe("a session", () => {
  it("matches its model under any sequence of refreshes, repetitions, races, waits and logouts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
        const { cookie } = await logIn(stack);
        const model: Model = { cookies: [cookie], usedAt: [], revoked: false };
        for (const { type, age } of commands) await step(model, type, age);
      }),
      { numRuns: 20 },
    );
  }, 120_000);

  it("keeps its cookie when another site posts a form, which comes without it", async () => {
    for (const path of ["/api/auth/refresh/", "/api/auth/logout/"]) {
      const body = path.includes("logout") ? { body: {} } : {};
      const { status, headers } = await call(stack.url, "POST", path, body);
      expect([401, 204]).toContain(status);
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  it("loses its cookie when it signs out, also one that is not valid", async () => {
    const { cookie } = await logIn(stack);
    for (const sent of [cookie, "__Host-refresh=broken"]) {
      const { headers } = await logout(sent);
      expect(headers.getSetCookie()).toEqual([expect.stringContaining("Max-Age=0")]);
    }
  });

  it("ends when an old token is used, and no other session does", async () => {
    const [victim, other] = [await logIn(stack), await logIn(stack)];
    const stolen = victim.cookie;
    const second = cookieOf((await refresh(stolen)).headers) ?? "";
    const third = cookieOf((await refresh(second)).headers) ?? "";
    await stack.advance(31);
    const thief = await refresh(stolen);
    expect(thief).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    expect(thief.headers.getSetCookie()).toEqual([expect.stringContaining("Max-Age=0")]);
    expect((await refresh(third)).status).toBe(401);
    expect((await refresh(other.cookie)).status).toBe(200);
  });

  it("survives lost responses, however long the next request takes to come", async () => {
    const { cookie } = await logIn(stack);
    const lost = cookieOf((await refresh(cookie)).headers);
    const again = cookieOf((await refresh(cookie)).headers);
    expect(again).toBe(lost);
    await stack.advance(3600);
    const later = cookieOf((await refresh(cookie)).headers) ?? "";
    expect(later).not.toBe(lost);
    expect((await refresh(later)).status).toBe(200);
  });

  it("survives a request of a page that was left, which arrives after those of later pages", async () => {
    const { cookie } = await logIn(stack);
    const second = cookieOf((await refresh(cookie)).headers) ?? "";
    const third = cookieOf((await refresh(second)).headers) ?? "";
    const late = await refresh(cookie);
    expect(late).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
    expect(late.headers.getSetCookie()).toEqual([]);
    expect((await refresh(third)).status).toBe(200);
  });

  it("ends when the token of a lost response is used after another took its place", async () => {
    const { cookie } = await logIn(stack);
    const stolen = cookieOf((await refresh(cookie)).headers) ?? "";
    await stack.advance(31);
    const owners = cookieOf((await refresh(cookie)).headers) ?? "";
    expect((await refresh(stolen)).status).toBe(401);
    expect((await refresh(owners)).status).toBe(401);
  });

  it("can't be ended with its id alone", async () => {
    const { cookie } = await logIn(stack);
    const [name, value = ""] = cookie.split("=");
    const id = value.split(".")[0];
    const forged = `${name}=${id}.${"A".repeat(43)}.${"B".repeat(43)}`;
    expect((await refresh(forged)).status).toBe(401);
    await logout(forged, true);
    expect((await refresh(cookie)).status).toBe(200);
  });

  it("ends with all sessions of the user, and no others, on logout everywhere", async () => {
    const first = await logIn(stack);
    const second = await logIn(stack, first.phone);
    const other = await logIn(stack);
    const out = await logout(first.cookie, true);
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()).toEqual([expect.stringContaining("Max-Age=0")]);
    expect((await refresh(first.cookie)).status).toBe(401);
    expect((await refresh(second.cookie)).status).toBe(401);
    expect((await refresh(other.cookie)).status).toBe(200);
  });

  it("goes on, with its cookie, when another user signs out with the same browser, here or everywhere", async () => {
    const [before, next] = [await logIn(stack), await logIn(stack)];
    const out = (everywhere: boolean, user_id: string) =>
      call(stack.url, "POST", "/api/auth/logout/", {
        headers: { cookie: next.cookie },
        body: { everywhere, user_id },
      });
    for (const everywhere of [false, true]) {
      const { status, headers } = await out(everywhere, before.userId);
      // Sessions on other devices go on: 204 would say that they ended.
      expect([status, headers.getSetCookie()]).toEqual([everywhere ? 409 : 204, []]);
    }
    expect((await refresh(next.cookie)).status).toBe(200);
    expect((await out(false, next.userId)).headers.getSetCookie()).toHaveLength(1);
    expect((await refresh(next.cookie)).status).toBe(401);
  });

  it.each([
    "",
    "__Host-refresh=",
    "__Host-refresh=x.y.z",
    "other=1",
    "__Host-refresh=a; __Host-refresh=b",
  ])("is not found in the cookie %j", async (cookie) => {
    expect((await refresh(cookie)).status).toBe(401);
    expect((await logout(cookie)).status).toBe(204);
  });

  it("is listed and can be ended from another device", async () => {
    const phone = await logIn(stack);
    const laptop = await logIn(stack, phone.phone);
    const { body } = await laptop.send("GET", "sessions/");
    expect(body.data).toHaveLength(2);
    const listed = body.data as { id: string; current: boolean }[];
    const lost = listed.find(({ current }) => !current);
    expect((await laptop.send("DELETE", `sessions/${lost?.id}/`)).status).toBe(204);
    expect((await refresh(phone.cookie)).status).toBe(401);
    expect((await refresh(laptop.cookie)).status).toBe(200);
    expect((await laptop.send("GET", "sessions/")).body.data).toHaveLength(1);
  });
});

async function step(model: Model, type: string, age: number): Promise<void> {
  const newest = model.cookies.length - 1;
  switch (type) {
    case "wait":
      await stack.advance(age);
      return;
    case "forge": {
      const cookie = `${model.cookies[newest]?.slice(0, -43)}${"A".repeat(43)}`;
      // The family's own part is known, so this looks like an old token that was copied.
      expect((await refresh(cookie)).status).toBe(401);
      model.revoked = true;
      return;
    }
    case "logout": {
      const index = Math.max(0, newest - age);
      expect((await logout(model.cookies[index] ?? "")).status).toBe(204);
      model.revoked = true;
      return;
    }
    case "race": {
      const cookie = model.cookies[newest] ?? "";
      const answers = await Promise.all([refresh(cookie), refresh(cookie), refresh(cookie)]);
      const next = answers.flatMap(({ headers }) => cookieOf(headers) ?? []);
      if (model.revoked) {
        expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
        return;
      }
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      // Each gets the same next cookie, whichever came first.
      expect(new Set(next).size).toBe(1);
      expect(next).toHaveLength(3);
      model.cookies.push(next[0] ?? "");
      model.usedAt.push(stack.now());
      return;
    }
    case "refresh": {
      const index = Math.max(0, newest - age);
      await refreshAt(model, index);
      return;
    }
  }
}

async function refreshAt(model: Model, index: number): Promise<void> {
  const newest = model.cookies.length - 1;
  const answer = await refresh(model.cookies[index] ?? "");
  if (model.revoked || index < newest - 1) return expectOlder(model, index, answer);
  expect(answer).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
  const cookie = cookieOf(answer.headers) ?? "";
  if (index === newest) {
    model.cookies.push(cookie);
    model.usedAt.push(stack.now());
  } else if (isRecent(model.usedAt[index])) {
    expect(cookie).toBe(model.cookies[newest]);
  } else {
    expect(cookie).not.toBe(model.cookies[newest]);
    model.cookies[newest] = cookie;
    // The cookies before it are not accepted any more.
    model.usedAt.fill(0);
    model.usedAt[index] = stack.now();
  }
}

const isRecent = (time = 0) => stack.now() - time <= 30_000;

/** A cookie before the previous one, or any after the session ended. */
function expectOlder(model: Model, index: number, answer: Awaited<ReturnType<typeof refresh>>) {
  const wasKept = (model.usedAt[index] ?? 0) > 0;
  if (!model.revoked && wasKept && isRecent(model.usedAt[index + 1])) {
    expect(answer).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
    expect(answer.headers.getSetCookie()).toEqual([]);
  } else {
    expect(answer.status).toBe(401);
    model.revoked = true;
  }
}
