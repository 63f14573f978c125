import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../lib/contract/route.ts";
import * as auth from "../../lib/contract/routes/auth.ts";
import * as account from "../../lib/contract/routes/platform-account.ts";
import * as apps from "../../lib/contract/routes/platform-apps.ts";
import * as checkouts from "../../lib/contract/routes/platform-checkouts.ts";
import * as credits from "../../lib/contract/routes/platform-credits.ts";
import * as insight from "../../lib/contract/routes/platform-insight.ts";
import * as keys from "../../lib/contract/routes/platform-keys.ts";
import { newId } from "../../lib/domain/ids.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { startLocal } from "../../lib/local/stack.ts";
import { grantCredits } from "../../lib/store/credits.ts";
import { beginIdempotent } from "../../lib/store/idempotency.ts";
import { takeRate } from "../../lib/store/rate-limits.ts";
import { call } from "../support/api.ts";
import {
  askForCode,
  cookieOf,
  logIn,
  newPhone,
  type Visitor,
  withSigningKey,
} from "../support/dashboard.ts";
import { createMerchant, SHOP } from "../support/merchant.ts";
import { declaredStatuses, type RouteCall, routeCaller } from "../support/route-calls.ts";
import { tableOf } from "../support/stack.ts";

/** Every operation of login and the dashboard but the webhooks', which have tests of their own. */
const ROUTES: readonly Route[] = [auth, account, apps, checkouts, credits, insight, keys].flatMap(
  (group) => Object.values(group) as Route[],
);
const OPERATOR = newId("acc_", 1_795_000_000_000, new Uint8Array(10).fill(9));
const UNKNOWN = "00000000000000000000000000";

const seen = new Map<Route, Set<number>>();
let stack: LocalStack;
/** Without Telegram, credits or a shop that sells them, and with one code an hour. */
let bare: LocalStack;
let owner: Visitor;
let stranger: Visitor;
let hit: ReturnType<typeof routeCaller>;
let hitBare: ReturnType<typeof routeCaller>;

beforeAll(async () => {
  stack = await withSigningKey(
    await startLocal({
      config: { otpPerAddressPerHour: 1000, operatorAccountId: OPERATOR, operatorAppId: 1001 },
    }),
  );
  bare = await withSigningKey(
    await startLocal({
      config: {
        otpPerAddressPerHour: 3,
        signUpCredits: 0,
        telegram: { clientId: null, issuer: "https://oauth.telegram.org" },
      },
    }),
  );
  await createMerchant(tableOf(stack), { accountId: OPERATOR });
  await adjust(OPERATOR, 10);
  [owner, stranger] = [await logIn(stack), await logIn(stack)];
  hit = routeCaller(stack, seen);
  hitBare = routeCaller(bare, seen);
});
afterAll(async () => {
  await stack?.close();
  await bare?.close();
});

const mine = (more: RouteCall = {}): RouteCall => ({ key: owner.token, ...more });
const expectStatus = async (answer: Promise<{ status: number; body: unknown }>, status: number) => {
  const { status: got, body } = await answer;
  expect(got, JSON.stringify(body)).toBe(status);
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of each field
  return body as any;
};
const adjust = (accountId: string, by: number) =>
  grantCredits(tableOf(stack), {
    id: newId("led_", Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    accountId,
    kind: "adjust",
    credits: by,
    source: "test",
    note: null,
    createdAt: Date.now(),
  });
const telegramToken = async (id: string) =>
  (await call(stack.url, "POST", "/_local/telegram/token/", { body: { id } })).body.id_token;

async function newApp(): Promise<number> {
  return (await expectStatus(hit(apps.createApp, mine({ body: { name: "Shop" } })), 201)).app_id;
}

async function appWithTelebirr(): Promise<number> {
  const appId = await newApp();
  const body = { provider: "telebirr", account_name: SHOP.name, account_number: SHOP.number };
  await expectStatus(hit(apps.createPaymentMethod, mine({ params: { app_id: appId }, body })), 201);
  return appId;
}

async function pay(checkout: { pay_url: string }, amount: number, more: object = {}) {
  const made = await call(stack.url, "POST", "/_local/bank/transfers/", {
    body: {
      provider: "telebirr",
      amount,
      receiver_account: SHOP.number,
      receiver_name: SHOP.name,
      ...more,
    },
  });
  const path = `/api/public/gateway/checkouts/${checkout.pay_url.split("/").at(-2)}/verify/`;
  return call(stack.url, "POST", path, { body: { input: made.body.reference } });
}

describe("login", () => {
  it("sends and takes codes", async () => {
    const phone = newPhone();
    await expectStatus(hit(auth.sendOtp, { body: { phone } }), 202);
    const code = /\d{6}/.exec(stack.inbox.find(phone).at(-1)?.text ?? "")?.[0];
    await expectStatus(hit(auth.verifyOtp, { body: { phone, code: "12345" } }), 400);
    const answer = await hit(auth.verifyOtp, { body: { phone, code } });
    await expectStatus(hit(auth.verifyOtp, { body: { phone, code } }), 401);
    const cookie = cookieOf(answer.headers) ?? "";
    const next = await hit(auth.refresh, { headers: { cookie } });
    expect(next.status).toBe(200);
    await expectStatus(hit(auth.refresh), 401);
    await expectStatus(hit(auth.logout, { headers: { cookie } }), 204);
    await expectStatus(hit(auth.logout, { body: { everywhere: "yes" } }), 400);
  });

  it("takes tokens of Telegram, where there is one", async () => {
    await expectStatus(hit(auth.telegramSettings), 200);
    const token = await telegramToken("9001");
    await expectStatus(hit(auth.telegramLogin, { body: { id_token: token } }), 200);
    await expectStatus(hit(auth.telegramLogin, { body: { id_token: token } }), 401);
    await expectStatus(hitBare(auth.telegramSettings), 404);
    await expectStatus(hitBare(auth.telegramLogin, { body: { id_token: token } }), 404);
  });
});

describe("account", () => {
  it("is read, changed and closed", async () => {
    await expectStatus(hit(account.readMe, mine()), 200);
    const named = await expectStatus(hit(account.updateMe, mine({ body: { name: "Hanna" } })), 200);
    expect(named.name).toBe("Hanna");
    await expectStatus(hit(account.updateMe, mine({ body: {} })), 400);
    await expectStatus(hit(account.updateMe, mine({ body: { notify_by: "telegram" } })), 409);
    const leaver = await logIn(stack);
    await expectStatus(hit(account.closeAccount, { key: leaver.token }), 204);
    await expectStatus(hit(account.readMe, { key: leaver.token }), 401);
    await expectStatus(hit(account.closeAccount, { key: leaver.token }), 401);
  });

  it("takes a second login, and gives one of two back", async () => {
    const person = await logIn(stack);
    const own = (more: RouteCall = {}): RouteCall => ({ key: person.token, ...more });
    const telegram = { params: { kind: "telegram" } };
    await expectStatus(hit(account.unlinkLogin, own(telegram)), 404);
    await expectStatus(hit(account.unlinkLogin, own({ params: { kind: "phone" } })), 409);
    const body = { id_token: await telegramToken("9002") };
    const headers = { "idempotency-key": "link-1" };
    await expectStatus(hit(account.linkLogin, own({ body, headers })), 200);
    await expectStatus(hit(account.linkLogin, own({ body, headers })), 200);
    await expectStatus(hit(account.linkLogin, own({ body })), 400);
    const other = { body: { id_token: await telegramToken("9003") } };
    await expectStatus(hit(account.linkLogin, own(other)), 409);
    const foreign = await logIn(stack);
    const phone = { phone: foreign.phone, code: await later(foreign.phone) };
    await expectStatus(hit(account.linkLogin, own({ body: phone })), 409);
    await expectStatus(hit(account.unlinkLogin, own({ params: { kind: "phone" } })), 204);
    const free = newPhone();
    const proof = { phone: free, code: await askForCode(stack, free) };
    expect((await expectStatus(hit(account.linkLogin, own({ body: proof })), 200)).phone).toBe(
      free,
    );
    // The phone that was given back is free, and a login with it is another user.
    expect((await logIn(stack, person.phone)).userId).not.toBe(person.userId);
  });

  it("lists devices and ends them, and what was done", async () => {
    const second = await logIn(stack, owner.phone);
    const { data } = await expectStatus(hit(account.listSessions, mine()), 200);
    const foreign = (await stranger.send("GET", "sessions/")).body.data[0].id;
    await expectStatus(hit(account.endSession, mine({ params: { id: foreign } })), 404);
    const other = data.find(({ current }: { current: boolean }) => !current);
    await expectStatus(hit(account.endSession, mine({ params: { id: other.id } })), 204);
    expect(
      (
        await call(stack.url, "POST", "/api/auth/refresh/", {
          headers: { cookie: second.cookie },
        })
      ).status,
    ).toBe(401);
    await expectStatus(hit(account.listAudit, mine({ query: "?limit=5" })), 200);
    await expectStatus(hit(account.listAudit, mine({ query: "?limit=101" })), 400);
  });
});

describe("apps", () => {
  it("are made, renamed, listed and deleted, each by its owner only", async () => {
    const appId = await newApp();
    const params = { app_id: appId };
    await expectStatus(hit(apps.listApps, mine()), 200);
    await expectStatus(hit(apps.readApp, mine({ params })), 200);
    await expectStatus(hit(apps.updateApp, mine({ params, body: { name: "New" } })), 200);
    for (const route of [apps.readApp, apps.updateApp, apps.deleteApp, apps.listPaymentMethods]) {
      const body = route === apps.updateApp ? { name: "Mine" } : undefined;
      const answer = await hit(route, { key: stranger.token, params, body });
      const unknown = await hit(route, { key: stranger.token, params: { app_id: 99 }, body });
      expect(answer.status).toBe(404);
      expect({ ...answer.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
    }
    await expectStatus(hit(apps.deleteApp, mine({ params })), 204);
    await expectStatus(hit(apps.readApp, mine({ params })), 404);
    await expectStatus(hit(apps.updateApp, mine({ params, body: { name: "Late" } })), 404);
  });

  it("keep their keys and endpoints until they are deleted, which an open checkout prevents", async () => {
    const appId = await appWithTelebirr();
    const params = { app_id: appId };
    const key = await expectStatus(
      hit(keys.createApiKey, mine({ body: { name: "k", mode: "live", app_id: appId } })),
      201,
    );
    const made = await call(stack.url, "POST", "/api/v1/checkouts/", {
      key: key.secret,
      body: { amount: 500 },
    });
    expect(made.status).toBe(201);
    await expectStatus(hit(apps.deleteApp, mine({ params })), 409);
    await expectStatus(hit(checkouts.cancelCheckout, mine({ params: { id: made.body.id } })), 200);
    await expectStatus(hit(apps.deleteApp, mine({ params })), 204);
    await stack.advance(61);
    const credit = await call(stack.url, "GET", "/api/v1/credits/", { key: key.secret });
    expect(credit.status).toBe(401);
  });

  it("take receiving accounts that can be ones, each once", async () => {
    const appId = await appWithTelebirr();
    const params = { app_id: appId };
    const method = { provider: "telebirr", account_name: "Shop", account_number: "+251900000001" };
    await expectStatus(hit(apps.createPaymentMethod, mine({ params, body: method })), 409);
    for (const wrong of [
      { ...method, account_number: "12" },
      { ...method, provider: "sandbox" },
      { ...method, provider: "cbe", account_number: "123" },
      { ...method, colour: "red" },
    ]) {
      await expectStatus(hit(apps.createPaymentMethod, mine({ params, body: wrong })), 400);
    }
    const foreign = { key: stranger.token, params, body: method };
    await expectStatus(hit(apps.createPaymentMethod, foreign), 404);
    const { data } = await expectStatus(hit(apps.listPaymentMethods, mine({ params })), 200);
    const one = { ...params, id: data[0].id };
    const body = { enabled: false, label: null, position: 3 };
    const changed = await expectStatus(
      hit(apps.updatePaymentMethod, mine({ params: one, body })),
      200,
    );
    expect(changed).toMatchObject({ enabled: false, position: 3 });
    const gone = { ...params, id: `pm_${UNKNOWN}` };
    await expectStatus(hit(apps.updatePaymentMethod, mine({ params: gone, body })), 404);
    await expectStatus(hit(apps.deletePaymentMethod, mine({ params: gone })), 404);
    await expectStatus(hit(apps.deletePaymentMethod, mine({ params: one })), 204);
    await expectStatus(hit(apps.createPaymentMethod, mine({ params, body: method })), 201);
  });
});

describe("API keys", () => {
  it("show their secret once, work, rotate with overlap and die when revoked", async () => {
    const appId = await newApp();
    const body = { name: "Server", mode: "live", app_id: appId, scopes: ["credits:read"] };
    const headers = { "idempotency-key": "key-1" };
    const made = await expectStatus(hit(keys.createApiKey, mine({ body, headers })), 201);
    const replayed = await hit(keys.createApiKey, mine({ body, headers }));
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    expect(replayed.body).toEqual({ ...made, secret: null });
    const works = async (key: string) =>
      (await call(stack.url, "GET", "/api/v1/credits/", { key })).status;
    expect(await works(made.secret)).toBe(200);
    const params = { id: made.id };
    const rotated = await expectStatus(
      hit(keys.rotateApiKey, mine({ params, body: { overlap_seconds: 120 } })),
      200,
    );
    expect(rotated).toMatchObject({ app_id: appId, scopes: ["credits:read"], warning: null });
    expect([await works(made.secret), await works(rotated.secret)]).toEqual([200, 200]);
    await expectStatus(hit(keys.rotateApiKey, mine({ params })), 409);
    await stack.advance(180);
    expect([await works(made.secret), await works(rotated.secret)]).toEqual([401, 200]);
    const revoke = () => hit(keys.revokeApiKey, mine({ params: { id: rotated.id } }));
    await expectStatus(revoke(), 204);
    await expectStatus(revoke(), 204);
    await stack.advance(61);
    expect(await works(rotated.secret)).toBe(401);
    const { data } = await expectStatus(
      hit(keys.listApiKeys, mine({ query: `?app_id=${appId}` })),
      200,
    );
    expect(data.map(({ status }: { status: string }) => status)).toEqual(["revoked", "expired"]);
    expect(JSON.stringify(data)).not.toContain(rotated.secret);
  });

  it("are one's own", async () => {
    const body = { name: "all", mode: "test", app_id: null };
    const made = await expectStatus(hit(keys.createApiKey, mine({ body })), 201);
    expect(made.warning).toContain("every app");
    const foreign = { key: stranger.token, params: { id: made.id } };
    await expectStatus(hit(keys.revokeApiKey, foreign), 404);
    await expectStatus(hit(keys.rotateApiKey, foreign), 404);
    await expectStatus(hit(keys.createApiKey, mine({ body: { ...body, app_id: 999_999 } })), 404);
    const past = { ...body, expires_at: "2020-01-01T00:00:00Z" };
    await expectStatus(hit(keys.createApiKey, mine({ body: past })), 400);
    await expectStatus(hit(keys.listApiKeys, mine({ query: "?mode=real" })), 400);
  });
});

describe("checkouts", () => {
  it("are made by hand, found, read, exported and canceled", async () => {
    const appId = await appWithTelebirr();
    const body = {
      app_id: appId,
      amount: 900,
      client_reference: "order-7",
      description: "=SUM(1)",
    };
    const made = await expectStatus(hit(checkouts.createPaymentLink, mine({ body })), 201);
    const params = { id: made.id };
    expect((await pay(made, 900)).body.status).toBe("verified");
    await stack.idle();
    const read = await expectStatus(hit(checkouts.readCheckout, mine({ params })), 200);
    expect(read.attempts[0]).toMatchObject({ outcome: "matched", evidence: expect.anything() });
    expect(read.events.map(({ type }: { type: string }) => type)).toEqual([
      "checkout.verified",
      "checkout.created",
    ]);
    const reference = read.payment.reference;
    for (const search of ["order-7", made.id, reference, reference.toLowerCase()]) {
      const found = await expectStatus(
        hit(checkouts.listCheckouts, mine({ query: `?search=${search}` })),
        200,
      );
      expect(
        found.data.map(({ id }: { id: string }) => id),
        search,
      ).toEqual([made.id]);
      const other = await expectStatus(
        hit(checkouts.listCheckouts, { key: stranger.token, query: `?search=${search}` }),
        200,
      );
      expect(other.data).toEqual([]);
    }
    const csv = await hit(checkouts.listCheckouts, mine({ query: `?format=csv&app_id=${appId}` }));
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(String(csv.body).split("\r\n")).toHaveLength(3);
    expect(csv.body).toContain(",'=SUM(1),");
    await expectStatus(hit(checkouts.cancelCheckout, mine({ params })), 409);
    const foreign = { key: stranger.token, params };
    await expectStatus(hit(checkouts.readCheckout, foreign), 404);
    await expectStatus(hit(checkouts.cancelCheckout, foreign), 404);
    await expectStatus(hit(checkouts.approveCheckout, { ...foreign, body: { reason: "x" } }), 404);
    await expectStatus(hit(checkouts.rejectCheckout, { ...foreign, body: { reason: "x" } }), 404);
    await expectStatus(
      hit(checkouts.listCheckouts, { key: stranger.token, query: `?app_id=${appId}` }),
      404,
    );
    const elsewhere = { key: stranger.token, body: { app_id: appId, amount: 5 } };
    await expectStatus(hit(checkouts.createPaymentLink, elsewhere), 404);
    await expectStatus(hit(checkouts.listCheckouts, mine({ query: "?limit=0" })), 400);
  });

  it("whose money came short are approved, with a credit; those in review rejected", async () => {
    const appId = await appWithTelebirr();
    const short = await expectStatus(
      hit(checkouts.createPaymentLink, mine({ body: { app_id: appId, amount: 1000 } })),
      201,
    );
    expect((await pay(short, 900)).body.outcome).toBe("amount_mismatch");
    const params = { id: short.id };
    const body = { reason: "Enough" };
    await expectStatus(hit(checkouts.rejectCheckout, mine({ params, body })), 409);
    const { available } = (await owner.send("GET", "credits/")).body;
    await adjust(owner.accountId, -available);
    await expectStatus(hit(checkouts.approveCheckout, mine({ params, body })), 402);
    await expectStatus(
      hit(checkouts.createPaymentLink, mine({ body: { app_id: appId, amount: 5 } })),
      402,
    );
    await adjust(owner.accountId, available);
    const approved = await expectStatus(
      hit(checkouts.approveCheckout, mine({ params, body })),
      200,
    );
    expect(approved).toMatchObject({ status: "verified", exceptions: ["approved_by_hand"] });
    await expectStatus(hit(checkouts.approveCheckout, mine({ params, body })), 409);
    const masked = await expectStatus(
      hit(checkouts.createPaymentLink, mine({ body: { app_id: appId, amount: 700 } })),
      201,
    );
    await pay(masked, 700, { receiver_name: "Someone Else Entirely" });
    const doubtful = await expectStatus(
      hit(checkouts.readCheckout, mine({ params: { id: masked.id } })),
      200,
    );
    const rejected = await hit(checkouts.rejectCheckout, mine({ params: { id: masked.id }, body }));
    expect(rejected.status).toBe(doubtful.status === "review" ? 200 : 409);
  });
});

describe("credits and insight", () => {
  it("tell what is left, why, what failed and how it goes", async () => {
    await expectStatus(hit(credits.readCredits, mine()), 200);
    await expectStatus(hit(credits.listLedger, mine({ query: "?limit=2" })), 200);
    await expectStatus(hit(credits.listLedger, mine({ query: "?cursor=x" })), 400);
    await expectStatus(hit(credits.purchaseCredits, mine({ body: { credits: 3 } })), 201);
    await expectStatus(hit(credits.purchaseCredits, mine({ body: { credits: 0 } })), 400);
    const poor = await logIn(bare);
    const order = { key: poor.token, body: { credits: 3 } };
    await expectStatus(hitBare(credits.purchaseCredits, order), 404);
    await expectStatus(hit(insight.listErrors, mine()), 200);
    await stack.idle();
    const today = await expectStatus(hit(insight.readStats, mine()), 200);
    expect(today.days).toHaveLength(30);
    expect(today.days.at(-1).verified).toBeGreaterThan(0);
    const range = (text: string) => hit(insight.readStats, mine({ query: text }));
    await expectStatus(range("?from=2026-11-02&to=2026-11-01"), 400);
    await expectStatus(range("?from=2020-01-01&to=2026-11-01"), 400);
  });
});

describe("every operation", () => {
  it.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s refuses what every operation of its kind refuses",
    async (_, route) => {
      const { request } = route;
      const params = Object.fromEntries(
        [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "none"]),
      );
      const key = route.auth === "jwt" ? owner.token : undefined;
      const known: RouteCall = { ...(key === undefined ? {} : { key }), params };
      if (route.auth === "jwt") {
        await expectStatus(hit(route, { params }), 401);
        const merchant = await createMerchant(tableOf(stack));
        await expectStatus(hit(route, { params, key: merchant.liveKey }), 401);
      }
      if (request.params) await expectStatus(hit(route, { ...known, body: route.example }), 404);
      const input = request.params ?? request.query ?? request.body;
      if (request.body) {
        const type = { "content-type": "application/json" };
        await expectStatus(hit(route, { ...known, raw: "{", headers: type }), 400);
        await expectStatus(hit(route, { ...known, raw: "x".repeat(70_000), headers: type }), 413);
        const plain = { "content-type": "text/plain" };
        await expectStatus(hit(route, { ...known, raw: "{}", headers: plain }), 415);
        const polluted = { raw: '{"__proto__":{"admin":true}}', headers: type };
        const answer = await hit(route, { ...known, ...polluted });
        expect(answer.status).toBeLessThan(500);
      } else if (input) {
        // Without a body, what is wrong can only stand in the query.
        const good = { ...known, params: await realParams(route) };
        await expectStatus(hit(route, { ...good, query: "?surprise=1" }), 400);
      }
      if (route.idempotent) await refusesKeys(route);
    },
  );

  it("answers too many with 429 where it counts", async () => {
    const first = newPhone();
    for (let sent = 0; sent < 4; sent++) {
      await hitBare(auth.sendOtp, { body: { phone: sent === 0 ? first : newPhone() } });
    }
    const policy = { name: "login-address", limit: 300, windowSeconds: 600 };
    for (let taken = 0; taken < 300; taken++) {
      await takeRate(tableOf(stack), policy, "127.0.0.1", stack.now());
    }
    const id_token = await telegramToken("1");
    const phone = newPhone();
    for (const [route, body] of [
      [auth.verifyOtp, { phone, code: "123456" }],
      [auth.telegramLogin, { id_token }],
      [auth.telegramSettings, undefined],
      [account.linkLogin, { phone, code: "123456" }],
    ] as const) {
      const key = route.auth === "jwt" ? { key: owner.token } : {};
      const answer = await hit(route, { ...key, body });
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    await stack.advance(601);
  });

  it("has shown each status that it declares", () => {
    const missing = ROUTES.flatMap((route) =>
      declaredStatuses(route)
        .filter((status) => !seen.get(route)?.has(status))
        .map((status) => `${route.surface}/${route.operation} ${status}`),
    );
    expect(missing).toEqual([]);
  });

  it("answers any body within its contract, never with a 5xx", async () => {
    const withBody = new Map(
      ROUTES.flatMap((route) => (route.request.body ? [[route.operation, route] as const] : [])),
    );
    const caller = await logIn(stack);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...withBody.keys()),
        fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue())),
        async (operation, body) => {
          const route = withBody.get(operation);
          if (!route) throw new Error(operation);
          const isOpen = route.auth === "none";
          const known = isOpen
            ? {}
            : { key: caller.token, params: await realParams(route, caller) };
          const answer = await hit(route, { ...known, body });
          expect(answer.status).toBeLessThan(500);
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** Another code for a phone that got one just now. */
async function later(phone: string): Promise<string> {
  await stack.advance(61);
  return askForCode(stack, phone);
}

/** Parameters that name something that exists. */
async function realParams(
  route: Route,
  who = owner,
): Promise<Readonly<Record<string, string | number>>> {
  if (!route.request.params) return {};
  const key = who.token;
  const appId = (await expectStatus(hit(apps.createApp, { key, body: { name: "x" } }), 201)).app_id;
  if (route.path.includes("{kind}")) return { kind: "phone" };
  if (route.path.includes("sessions/")) {
    return { id: (await who.send("GET", "sessions/")).body.data[0].id };
  }
  if (route.path.includes("api-keys/")) {
    const body = { name: "x", mode: "test", app_id: appId };
    return { id: (await who.send("POST", "api-keys/", { body })).body.id };
  }
  if (route.path.includes("checkouts/")) {
    const body = { app_id: appId, amount: 10, livemode: false };
    return { id: (await who.send("POST", "checkouts/", { body })).body.id };
  }
  if (!route.path.includes("{id}")) return { app_id: appId };
  const body = { provider: "telebirr", account_name: "x", account_number: "0911223344" };
  const made = await who.send("POST", `apps/${appId}/payment-methods/`, { body });
  return { app_id: appId, id: made.body.id };
}

/** A key that is too long, one that is in use, and one that was used for something else. */
async function refusesKeys(route: Route): Promise<void> {
  const params = await realParams(route);
  const long = { "idempotency-key": "k".repeat(256) };
  await expectStatus(
    hit(route, { key: owner.token, params, body: route.example, headers: long }),
    400,
  );
  for (const [name, sent, status] of [
    ["other-body", JSON.stringify({ other: true }), 422],
    ["in-flight", null, 409],
  ] as const) {
    const key = `${name} ${route.operation}`;
    const body = route.example ?? {};
    const parsed = route.request.body?.parse(body);
    const texts = Object.fromEntries(
      Object.entries(params).map(([at, value]) => [at, String(value)]),
    );
    for (const resource of [route.path, route.path.slice(0, -1)]) {
      await beginIdempotent(
        tableOf(stack),
        [owner.accountId, "*", "dashboard", route.method, resource, JSON.stringify(texts), key],
        sent ?? JSON.stringify(parsed ?? null),
        stack.now(),
        60_000,
      );
    }
    const headers = { "idempotency-key": key };
    await expectStatus(hit(route, { key: owner.token, params, body, headers }), status);
  }
}
