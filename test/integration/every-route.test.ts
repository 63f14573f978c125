import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROBLEMS, routeErrors } from "../../lib/contract/problems.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { SCOPES } from "../../lib/contract/schemas/api-key.ts";
import type { ErrorCode } from "../../lib/domain/errors.ts";
import { newId } from "../../lib/domain/ids.ts";
import { formatKey, keyPreview } from "../../lib/domain/keys.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { getApiKey, hashKey, newApiKeyWrite, revokeApiKeyWrite } from "../../lib/store/api-keys.ts";
import { transact } from "../../lib/store/transact.ts";
import type { ApiCall } from "../support/api.ts";
import { contractCall, seenStatuses } from "../support/contract.ts";
import { createMerchant, type Merchant } from "../support/merchant.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";
import { createUser } from "../support/users.ts";

let stack: LocalStack;
let merchant: Merchant;
let wide: Merchant;
let stranger: Merchant;
let broke: Merchant;
let readers: readonly string[] = [];
let reads = 0;

beforeAll(async () => {
  stack = await startLocal();
  const table = tableOf(stack);
  merchant = await createMerchant(table);
  wide = await createMerchant(table, { accountId: merchant.accountId, accountWide: true });
  stranger = await createMerchant(table);
  broke = await createMerchant(table, { credits: 0 });
  readers = await Promise.all(Array.from({ length: 8 }, () => keyWith(merchant, {})));
});
afterAll(() => stack?.close());

const send = (method: string, path: string, request: ApiCall = {}) =>
  contractCall(stack.url, method, path, request);
/** Keys of the same shop in turn: together these tests send more than 100 requests a second. */
const nextReader = () => readers[reads++ % readers.length] ?? merchant.liveKey;
const get = (path: string, key = nextReader()) => send("GET", path, { key });
const post = (path: string, body: unknown, key = merchant.liveKey, headers = {}) =>
  send("POST", path, { key, body, headers });
const create = async (fields: object = {}, key = merchant.liveKey) => {
  const answer = await post("/api/v1/checkouts/", { amount: 150_000, ...fields }, key);
  expect(answer.status).toBe(201);
  return answer.body;
};
const tokenOf = (checkout: { pay_url: string }) => checkout.pay_url.split("/").at(-2) as string;
let references = 0;
const sandbox = (magic = "TESTOK") => `${magic}R${++references}`;
const UNKNOWN = "co_01m7w6c3800000000000000000";

async function keyWith(owner: Merchant, changes: object): Promise<string> {
  const key = formatKey("live", crypto.getRandomValues(new Uint8Array(64)));
  await transact(tableOf(stack), [
    newApiKeyWrite({
      id: newId("key_", Date.now(), crypto.getRandomValues(new Uint8Array(10))),
      hash: hashKey(key),
      accountId: owner.accountId,
      appId: owner.appId,
      mode: "live",
      name: "special",
      ...keyPreview(key),
      scopes: [...SCOPES],
      createdAt: Date.now(),
      expiresAt: null,
      revokedAt: null,
      rotatedTo: null,
      lastUsedAt: null,
      ...changes,
    }),
  ]);
  return key;
}

/** The same refusal, whatever its request was called. */
function withoutRequest(body: { request_id: string }) {
  const { request_id: _, ...rest } = body;
  return rest;
}

describe("pages on the developer's own machine", () => {
  it.each(["http://localhost:3000/thanks?x=1", "http://127.0.0.1:8080/", "http://[::1]/"])(
    "may be %s in test mode",
    async (return_url) => {
      const made = await create({ return_url, cancel_url: return_url }, merchant.testKey);
      expect(made).toMatchObject({ return_url, cancel_url: return_url });
    },
  );
});

describe("both forms of a path", () => {
  it("are one operation, slash or not", async () => {
    const { id } = await create();
    for (const path of ["/api/v1/credits", "/api/v1/checkouts", `/api/v1/checkouts/${id}`]) {
      const [with_, without] = [await get(`${path}/`), await get(path)];
      expect(with_.status).toBe(200);
      expect(without.body).toEqual(with_.body);
    }
    const made = await post("/api/v1/checkouts", { amount: 100 });
    expect(made.status).toBe(201);
    for (const path of ["/api/health", "/api/docs", "/api/public/gateway/status"]) {
      expect((await send("GET", path)).status).toBe(200);
      expect((await send("GET", `${path}/`)).status).toBe(200);
    }
    expect((await send("GET", "/api/openapi.json")).status).toBe(200);
    expect((await send("GET", "/.well-known/jwks.json")).status).toBe(200);
  });

  it("share an idempotency key", async () => {
    const headers = { "idempotency-key": "slash" };
    const first = await post("/api/v1/checkouts/", { amount: 100 }, undefined, headers);
    const again = await post("/api/v1/checkouts", { amount: 100 }, undefined, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(first.headers.get("idempotent-replayed")).toBeNull();
  });
});

describe("a method that a path does not support", () => {
  it.each([
    ["DELETE", "/api/v1/checkouts/", "GET, HEAD, POST"],
    ["PUT", "/api/v1/credits/", "GET, HEAD"],
    ["PUT", `/api/v1/checkouts/${UNKNOWN}/`, "GET, HEAD, PATCH"],
    ["GET", `/api/v1/checkouts/${UNKNOWN}/cancel/`, "POST"],
    ["HEAD", `/api/v1/checkouts/${UNKNOWN}/cancel/`, "POST"],
    ["POST", "/api/health/", "GET, HEAD"],
    ["OPTIONS", "/api/health/", "GET, HEAD"],
    ["PUT", "/api/platform/me/", "DELETE, GET, HEAD, PATCH"],
  ])("is 405 for %s %s, with Allow", async (method, path, allow) => {
    const answer = await send(method, path, {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe(allow);
    if (method !== "HEAD") expect(answer.body.code).toBe("method_not_allowed");
  });
});

describe("HEAD", () => {
  it("answers like GET, without a body", async () => {
    const { id } = await create();
    for (const path of ["/api/v1/credits/", `/api/v1/checkouts/${id}/`, "/api/openapi.json"]) {
      const [got, head] = [await get(path), await send("HEAD", path, { key: merchant.liveKey })];
      expect(head.status).toBe(200);
      expect(head.body).toBe("");
      expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
    }
    const missing = await send("HEAD", `/api/v1/checkouts/${UNKNOWN}/`, { key: merchant.liveKey });
    expect(missing).toMatchObject({ status: 404, body: "" });
  });
});

describe("the service: service/health service/openapi service/docs service/docs-topic service/llms service/llms-full service/jwks", () => {
  it.each(["/api/health/", "/api/docs/", "/api/openapi.json", "/.well-known/jwks.json"])(
    "%s ignores unknown query parameters",
    async (path) => {
      expect((await send("GET", `${path}?utm_source=x&a=1&a=2`)).status).toBe(200);
    },
  );

  it("serves each topic of the documentation, and 404 for one that does not exist, and below it", async () => {
    expect((await send("GET", "/api/docs/quickstart/")).status).toBe(200);
    for (const path of ["nothing/", "webhooks/nothing/", "webhooks/nothing/at/all"]) {
      const page = await send("GET", `/api/docs/${path}`, { headers: { accept: "text/html" } });
      expect(page.body).toContain('href="/api/docs/quickstart/"');
      expect(page.headers.get("content-security-policy")).toContain("img-src 'self';");
      const { body } = await send("GET", `/api/docs/${path}`);
      expect([page.status, body.status, body.code]).toEqual([404, 404, "not_found"]);
    }
  });

  it("serves the documentation as Markdown, page by page and as a whole, with its own address", async () => {
    const page = await send("GET", "/api/docs/quickstart.md");
    expect(page.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(page.body).toMatch(/^# Quickstart\n/);
    const list = await send("GET", "/llms.txt");
    expect(list.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const addresses = [...list.body.matchAll(/\((http[^)]+)\)/g)].map(([, url = ""]) => url);
    expect(addresses.length).toBeGreaterThan(10);
    for (const address of addresses) expect((await fetch(address)).status, address).toBe(200);
    const whole = await send("GET", "/llms-full.txt");
    expect(whole.body).toContain(list.body);
    expect(whole.body).toContain(page.body);
    for (const name of ["nothing.md", "constructor.md", ".md", "__proto__"]) {
      expect((await send("GET", `/api/docs/${name}`)).status, name).toBe(404);
    }
  });
});

describe("a path that is not there", () => {
  it.each([
    ["GET", "/API/v1/credits/"],
    ["GET", "/api/v1/nothing/"],
    ["GET", "/api/v2/checkouts/"],
    ["GET", "/api/public/gateway/checkouts/"],
    ["GET", "/api/v1//credits/"],
  ])("is 404 for %s %s", async (method, path) => {
    const answer = await send(method, path, { key: merchant.liveKey });
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe("not_found");
  });
});

describe("checkouts: v1/create-checkout v1/read-checkout v1/update-checkout v1/cancel-checkout v1/verify-checkout v1/list-attempts v1/list-events v1/read-event v1/get-credits public/read-checkout public/verify-checkout public/verify-receipt", () => {
  it("goes through creation, reading, verification, attempts and events", async () => {
    const wish = {
      amount: 2_500,
      currency: "ETB",
      client_reference: "order ä",
      description: "Two coffees",
      customer: { name: "Abebe", phone: "0911000000", email: "abebe@example.com" },
      payment_methods: [merchant.methodIds.telebirr],
      return_url: "https://shop.example/back?x=1",
      cancel_url: "https://shop.example/",
      expires_in: 300,
      late_policy: "accept",
      metadata: { order: "1042", empty: "" },
      locale: "am",
    };
    const made = await create(wish, merchant.testKey);
    const { expires_in: _, ...kept } = wish;
    expect(made).toMatchObject({
      ...kept,
      payment_methods: [{ provider: "telebirr" }, { provider: "sandbox" }],
      status: "open",
      app_id: merchant.appId,
      livemode: false,
    });
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(300_000);
    // Not chosen: the payer's browser says which language it is.
    expect(await create({ amount: 100 }, merchant.testKey)).toMatchObject({ locale: null });
    expect((await get(`/api/v1/checkouts/${made.id}/`, merchant.testKey)).body).toEqual(made);

    const shown = await send("GET", `/api/public/gateway/checkouts/${tokenOf(made)}/`);
    for (const secret of ["customer", "metadata", "client_reference", "attempts_count"]) {
      expect(shown.body).not.toHaveProperty(secret);
    }

    const down = await post(
      `/api/v1/checkouts/${made.id}/verify/`,
      { input: sandbox("TESTDOWN") },
      merchant.testKey,
    );
    expect(down.status).toBe(202);
    expect(Number(down.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(down.body).toMatchObject({
      status: "verifying",
      outcome: "pending",
      attempt: { waiting_for: "provider" },
    });
    const verified = await post(
      `/api/v1/checkouts/${made.id}/verify/`,
      { provider: "sandbox", input: sandbox() },
      merchant.testKey,
    );
    expect(verified.status).toBe(200);
    expect(verified.body).toMatchObject({ status: "verified", outcome: "matched" });
    expect(verified.body.checkout.metadata).toEqual(wish.metadata);

    const attempts = await get(`/api/v1/checkouts/${made.id}/attempts/`, merchant.testKey);
    expect(attempts.body.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "matched",
      "superseded",
    ]);
    const events = await get("/api/v1/events/?limit=2", merchant.testKey);
    expect(events.body.data.map(({ type }: { type: string }) => type)).toEqual([
      "checkout.verified",
      "checkout.created",
    ]);
    expect(events.body.data[0].data.object).toEqual(verified.body.checkout);
    const code = verified.body.checkout.receipt_url.split("/").at(-2);
    const receipt = await send("GET", `/api/public/gateway/verify/${code}/`);
    expect(receipt.body).toMatchObject({ genuine: true, amount: 2_500, livemode: false });
    const page = await send("GET", `/api/public/gateway/verify/${code}/`, {
      headers: { accept: "text/html" },
    });
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  });

  it("can be changed while it is open, and is found by its new reference", async () => {
    const { id, sequence } = await create({ client_reference: "order-1", description: "Tea" });
    const patch = (path: string, body: unknown) =>
      send("PATCH", path, { key: merchant.liveKey, body });
    const path = `/api/v1/checkouts/${id}/`;
    const change = { client_reference: "order-2", description: null, metadata: { basket: "17" } };
    const changed = await patch(path, change);
    expect(changed).toMatchObject({ status: 200, body: { ...change, sequence: sequence + 1 } });
    expect((await get(path)).body).toEqual(changed.body);
    const found = async (reference: string) =>
      (await get(`/api/v1/checkouts/?client_reference=${reference}`)).body.data.map(
        (one: { id: string }) => one.id,
      );
    expect([await found("order-1"), await found("order-2")]).toEqual([[], [id]]);
    await patch(path, { client_reference: null });
    expect(await found("order-2")).toEqual([]);
    for (const body of [{}, { amount: 1 }, { metadata: null }, { description: "\u0000" }]) {
      expect((await patch(path, body)).status).toBe(400);
    }
    await post(`/api/v1/checkouts/${id}/cancel/`, undefined);
    const late = await patch(path, { description: "Too late" });
    expect(late).toMatchObject({ status: 409, body: { code: "checkout_not_open" } });
  });

  it("sends events that can each be read", async () => {
    await create();
    const list = await get("/api/v1/events/?limit=1");
    const [event] = list.body.data;
    expect((await get(`/api/v1/events/${event.id}/`)).body).toEqual(event);
    for (const key of [stranger.liveKey, merchant.testKey]) {
      expect((await get(`/api/v1/events/${event.id}/`, key)).status).toBe(404);
    }
    expect((await get("/api/v1/events/evt_00000000000000000000000000/")).status).toBe(404);
    expect((await get(`/api/v1/events/${event.id}/?x=1`)).status).toBe(400);
  });

  it("can be canceled once, while it is open", async () => {
    const { id } = await create();
    const canceled = await post(`/api/v1/checkouts/${id}/cancel/`, undefined);
    expect(canceled).toMatchObject({ status: 200, body: { status: "canceled" } });
    const again = await post(`/api/v1/checkouts/${id}/cancel/`, {});
    expect(again).toMatchObject({ status: 409, body: { code: "checkout_not_open" } });
    const late = await post(`/api/v1/checkouts/${id}/verify/`, { input: "DKK3A7B9XZ" });
    expect(late).toMatchObject({ status: 409, body: { code: "checkout_not_open" } });
  });

  it("begins with at least one credit in live mode, and needs none in test mode", async () => {
    const answer = await post("/api/v1/checkouts/", { amount: 100 }, broke.liveKey);
    expect(answer).toMatchObject({ status: 402, body: { code: "insufficient_credits" } });
    expect((await create({}, broke.testKey)).livemode).toBe(false);
    expect((await get("/api/v1/credits/", broke.liveKey)).body).toMatchObject({ available: 0 });
  });

  it("answers the same reference on a verified checkout with the same result, and no other", async () => {
    const { id } = await create({}, merchant.testKey);
    const input = sandbox();
    const path = `/api/v1/checkouts/${id}/verify/`;
    const first = await post(path, { input }, merchant.testKey);
    const again = await post(path, { input: input.toLowerCase() }, merchant.testKey);
    expect(again).toMatchObject({ status: 200, body: { attempt: first.body.attempt } });
    const other = await post(path, { input: sandbox() }, merchant.testKey);
    expect(other.status).toBe(409);
  });

  it("looks up three references at most at the same time", async () => {
    const { id } = await create({}, merchant.testKey);
    const path = `/api/v1/checkouts/${id}/verify/`;
    for (let count = 0; count < 3; count++) {
      expect((await post(path, { input: sandbox("TESTDOWN") }, merchant.testKey)).status).toBe(202);
    }
    const fourth = await post(path, { input: sandbox("TESTDOWN") }, merchant.testKey);
    expect(fourth).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("whose it is", () => {
  it("is hidden from others: keys of another tenant, app or mode get the answer for an unknown one", async () => {
    const mine = await create();
    const sister = await createMerchant(tableOf(stack), { accountId: merchant.accountId });
    const paths = ["/", "/cancel/", "/verify/", "/attempts/"];
    for (const path of paths) {
      const method = path === "/cancel/" || path === "/verify/" ? "POST" : "GET";
      const body = path === "/verify/" ? { input: "DKK3A7B9XZ" } : undefined;
      const ask = (id: string, key: string) =>
        send(method, `/api/v1/checkouts/${id}${path}`, { key, body });
      for (const key of [stranger.liveKey, merchant.testKey, sister.liveKey, wide.testKey]) {
        const unknown = await ask(UNKNOWN, key);
        const answer = await ask(mine.id, key);
        expect(answer.status).toBe(404);
        expect(withoutRequest(answer.body)).toEqual(withoutRequest(unknown.body));
      }
    }
    expect((await get(`/api/v1/checkouts/${mine.id}/`, wide.liveKey)).status).toBe(200);
  });

  it("is not opened by an id, nor by another checkout's token", async () => {
    const [one, two] = [await create(), await create()];
    const token = tokenOf(one);
    const mixed = `${one.id.slice(3)}${tokenOf(two).slice(one.id.length - 3)}`;
    const mistyped = token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const guess of [one.id, one.id.slice(3), mixed, mistyped, `${token}0`]) {
      const answer = await send("GET", `/api/public/gateway/checkouts/${guess}/`);
      expect(answer.status).toBe(404);
    }
  });

  it("follows the app of a key: its own, or the one that an account-wide key names", async () => {
    const named = { amount: 100, app_id: merchant.appId };
    expect((await post("/api/v1/checkouts/", named)).status).toBe(201);
    expect((await post("/api/v1/checkouts/", { ...named, app_id: wide.appId })).status).toBe(400);
    const without = await post("/api/v1/checkouts/", { amount: 100 }, wide.liveKey);
    expect(without).toMatchObject({ status: 400, body: { errors: [{ path: "app_id" }] } });
    const made = await post("/api/v1/checkouts/", named, wide.liveKey);
    expect(made.body.app_id).toBe(merchant.appId);
    const strange = { ...named, app_id: stranger.appId };
    expect((await post("/api/v1/checkouts/", strange, wide.liveKey)).status).toBe(404);
    const list = await get(`/api/v1/checkouts/?app_id=${wide.appId}`, wide.liveKey);
    expect(list).toMatchObject({ status: 200, body: { data: [] } });
    expect(
      (await get(`/api/v1/checkouts/?app_id=${stranger.appId}`, wide.liveKey)).body.data,
    ).toEqual([]);
    expect((await get(`/api/v1/checkouts/?app_id=${wide.appId}`)).status).toBe(404);
    const foreign = { ...named, payment_methods: [stranger.methodIds.telebirr] };
    expect((await post("/api/v1/checkouts/", foreign)).status).toBe(400);
  });
});

describe("credentials", () => {
  const signed = async (header: object, claims: object) => {
    const signer = new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256", ...header });
    return signer.sign(new TextEncoder().encode("0".repeat(32)));
  };

  it.each([
    ["none", undefined],
    ["a typo", () => merchant.liveKey.replace(/.$/, (last) => (last === "a" ? "b" : "a"))],
    ["an unknown key", () => formatKey("live", crypto.getRandomValues(new Uint8Array(64)))],
    ["the key of another mode", () => merchant.liveKey.replace("pk_live_", "pk_test_")],
    ["an access token", () => signed({ kid: "x" }, { sub: "usr_1" })],
    ["an expired key", () => keyWith(merchant, { expiresAt: 1 })],
  ])("are refused: %s", async (_, make) => {
    const key = await make?.();
    for (const request of key === undefined ? [{}] : [{ key }, { query: key }]) {
      const query = "query" in request ? `?api_key=${request.query}` : "";
      const key = "key" in request ? { key: request.key } : {};
      const answer = await send("GET", `/api/v1/credits/${query}`, key);
      expect(answer).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
      expect(answer.body.detail).not.toMatch(/pk_(live|test)_\w/);
    }
  });

  it("are no credential of the dashboard: a key on its surface", async () => {
    for (const path of ["/api/platform/apps/", "/api/platform/webhooks/"]) {
      const answer = await send("GET", path, { key: merchant.liveKey });
      expect(answer).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
      expect((await send("GET", `${path}?api_key=${merchant.liveKey}`)).status).toBe(401);
    }
  });

  it("may stand in header and query if they are the same", async () => {
    const { liveKey, testKey } = merchant;
    expect((await get(`/api/v1/credits/?api_key=${liveKey}`, liveKey)).status).toBe(200);
    const differ = await get(`/api/v1/credits/?api_key=${testKey}`);
    expect(differ).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    const twice = await send("GET", `/api/v1/credits/?api_key=${liveKey}&api_key=${testKey}`);
    expect(twice.status).toBe(400);
  });

  it("are held to their scopes", async () => {
    const reader = await keyWith(merchant, { scopes: ["checkouts:read"] });
    expect((await get("/api/v1/checkouts/", reader)).status).toBe(200);
    const { id } = await create();
    for (const [method, path, body] of [
      ["GET", "/api/v1/credits/", undefined],
      ["GET", "/api/v1/events/", undefined],
      ["POST", "/api/v1/checkouts/", { amount: 100 }],
      ["POST", `/api/v1/checkouts/${id}/cancel/`, {}],
      ["POST", `/api/v1/checkouts/${id}/verify/`, { input: "DKK3A7B9XZ" }],
    ] as const) {
      const answer = await send(method, path, { key: reader, body });
      expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
    const nothing = await keyWith(merchant, { scopes: [] });
    for (const path of [
      "/api/v1/checkouts/",
      `/api/v1/checkouts/${id}/`,
      `/api/v1/checkouts/${id}/attempts/`,
    ]) {
      expect((await get(path, nothing)).status).toBe(403);
    }
  });
});

describe("input that is not understood", () => {
  const base = { amount: 100 };
  it.each([
    ["an unknown field", { ...base, ammount: 1 }, "ammount"],
    ["an unknown field inside", { ...base, customer: { nam: "x" } }, "customer.nam"],
    ["no amount", {}, "amount"],
    ["amount 0", { amount: 0 }, "amount"],
    ["a negative amount", { amount: -1 }, "amount"],
    ["half a cent", { amount: 0.5 }, "amount"],
    ["a text for an amount", { amount: "100" }, "amount"],
    ["10^15", { amount: 1e15 }, "amount"],
    ["10^12 and 1", { amount: 1e12 + 1 }, "amount"],
    ["null", { amount: null }, "amount"],
    ["a list", { amount: [100] }, "amount"],
    ["an unknown currency", { ...base, currency: "QQQ" }, "currency"],
    ["a currency in lower case", { ...base, currency: "etb" }, "currency"],
    ["http", { ...base, return_url: "http://shop.example/" }, "return_url"],
    ["javascript:", { ...base, cancel_url: "javascript:alert(1)" }, "cancel_url"],
    ["no address", { ...base, return_url: "x" }, "return_url"],
    ["credentials", { ...base, return_url: "https://a:b@shop.example/" }, "return_url"],
    ["299 s", { ...base, expires_in: 299 }, "expires_in"],
    ["over a week", { ...base, expires_in: 604_801 }, "expires_in"],
    [
      "21 keys",
      { ...base, metadata: Object.fromEntries([...Array(21).keys()].map((n) => [n, ""])) },
      "metadata",
    ],
    ["a long key", { ...base, metadata: { ["k".repeat(41)]: "" } }, `metadata.${"k".repeat(41)}`],
    ["a long value", { ...base, metadata: { k: "v".repeat(501) } }, "metadata.k"],
    ["a number in metadata", { ...base, metadata: { k: 1 } }, "metadata.k"],
    ["NUL", { ...base, description: "a\u0000b" }, "description"],
    ["a lone surrogate", { ...base, description: "\ud800" }, "description"],
    ["an empty text", { ...base, client_reference: "" }, "client_reference"],
    ["a long reference", { ...base, client_reference: "x".repeat(201) }, "client_reference"],
    [
      "an unknown method",
      { ...base, payment_methods: ["pm_0000000000000000"] },
      "payment_methods.0",
    ],
    ["no methods", { ...base, payment_methods: [] }, "payment_methods"],
    ["a wrong mail", { ...base, customer: { email: "x" } }, "customer.email"],
    ["a fraction of an app", { ...base, app_id: 1.5 }, "app_id"],
    ["an unknown language", { ...base, locale: "fr" }, "locale"],
    ["a list for a body", [base], ""],
    ["a text for a body", "amount", ""],
    ["null for a body", null, ""],
  ])("is refused by name: %s", async (_, body, path) => {
    const answer = await post("/api/v1/checkouts/", body);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    expect(answer.body.errors[0].path).toBe(path);
  });

  it.each([
    ["1e400", '{"amount":1e400}'],
    ["NaN", '{"amount":NaN}'],
    ["a comma too much", '{"amount":1,}'],
    ["half of it", '{"amount":'],
    ["two of them", '{"amount":1}{"amount":1}'],
    ["__proto__", '{"amount":100,"__proto__":{"livemode":true}}'],
    ["constructor", '{"amount":100,"constructor":{"prototype":{"x":1}}}'],
    ["depth 10,000", `{"amount":100,"metadata":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`],
    ["depth 10,000 of lists", `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    [
      "broken UTF-8",
      Uint8Array.from([...Buffer.from('{"amount":100,"description":"'), 0xc3, 0x28, 0x22, 0x7d]),
    ],
    ["nothing", ""],
    ["UTF-16", Uint8Array.from(Buffer.from('{"amount":100}', "utf16le"))],
  ])("is 400: %s", async (_, raw) => {
    const answer = await send("POST", "/api/v1/checkouts/", {
      key: merchant.liveKey,
      raw,
      headers: { "content-type": "application/json" },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    expect(({} as { livemode?: unknown }).livemode).toBeUndefined();
  });

  it.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["application/vnd.api+json", 415],
    ["application/json; charset=utf-8", 201],
    ["Application/JSON", 201],
  ])("is recognized by its type: %s is %d", async (type, status) => {
    const raw = '{"amount":100}';
    const request = { key: merchant.liveKey, raw, headers: { "content-type": type } };
    expect((await send("POST", "/api/v1/checkouts/", request)).status).toBe(status);
  });

  it.each([65 * 1024, 9 * 1024 * 1024, 11 * 1024 * 1024])("is 413 with %d bytes", async (bytes) => {
    const raw = `{"amount":100,"description":"${"x".repeat(bytes)}"}`;
    const headers = { "content-type": "application/json" };
    const answer = await send("POST", "/api/v1/checkouts/", {
      key: merchant.liveKey,
      raw,
      headers,
    });
    expect(answer).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
  });

  it("is no query parameter that an operation does not have, nor one given twice", async () => {
    const { id } = await create();
    for (const path of [
      "/api/v1/credits/?x=1",
      "/api/v1/checkouts/?stauts=open",
      `/api/v1/checkouts/${id}/?expand=1`,
      "/api/v1/checkouts/?status=open&status=expired",
      "/api/v1/checkouts/?__proto__=1",
      "/api/v1/events/?type=nothing",
      "/api/v1/checkouts/?status=nothing",
      "/api/v1/checkouts/?created_gte=yesterday",
      "/api/v1/checkouts/?created_gte=2026-11-20",
      "/api/v1/checkouts/?app_id=-1",
      "/api/v1/checkouts/?client_reference=",
    ]) {
      const answer = await get(path);
      expect(answer, path).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
  });

  it.each([
    "co_x",
    "x",
    "..",
    "%2e%2e",
    "co_%00",
    "co_' OR 1",
    "co_01M7W6C3800000000000000000",
    "%E0%A4%A",
  ])("is no id: %s", async (id) => {
    const answer = await get(`/api/v1/checkouts/${id}/`);
    expect(answer.status).toBe(404);
  });
});

describe("lists: v1/list-checkouts v1/list-events", () => {
  it.each(["0", "101", "abc", "-1", "1.5", "", "1e1", " 5", "٣"])(
    "refuse limit=%s",
    async (limit) => {
      for (const list of ["/api/v1/checkouts/", "/api/v1/events/"]) {
        expect((await get(`${list}?limit=${encodeURIComponent(limit)}`)).status).toBe(400);
      }
      const { id } = await create();
      expect(
        (await get(`/api/v1/checkouts/${id}/attempts/?limit=${encodeURIComponent(limit)}`)).status,
      ).toBe(400);
    },
  );

  it("walk page by page, newest first, and end", async () => {
    const shop = await createMerchant(tableOf(stack));
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      ids.unshift((await create({ client_reference: `n${count % 2}` }, shop.liveKey)).id);
    }
    const seen: string[] = [];
    let path: string | null = "/api/v1/checkouts/?limit=2";
    while (path !== null) {
      const page = await get(path, shop.liveKey);
      seen.push(...page.body.data.map(({ id }: { id: string }) => id));
      const next: string | null = page.body.next_cursor;
      expect(page.body.has_more).toBe(next !== null);
      path = next && `/api/v1/checkouts/?limit=2&cursor=${next}`;
    }
    expect(seen).toEqual(ids);
    const byReference = await get("/api/v1/checkouts/?client_reference=n1", shop.liveKey);
    expect(byReference.body.data).toHaveLength(2);
    const [oldest] = (await get(`/api/v1/checkouts/?created_lt=2000-01-01T00:00:00Z`, shop.liveKey))
      .body.data;
    expect(oldest).toBeUndefined();
    const backwards = await get(
      "/api/v1/checkouts/?created_gte=2027-01-01T00:00:00%2B03:00&created_lt=2026-01-01T00:00:00Z",
      shop.liveKey,
    );
    expect(backwards).toMatchObject({ status: 200, body: { data: [] } });
  });

  it("take no cursor of another list, filter or tenant", async () => {
    for (let count = 0; count < 2; count++) await create();
    const { next_cursor } = (await get("/api/v1/checkouts/?limit=1")).body;
    expect(typeof next_cursor).toBe("string");
    for (const [path, key] of [
      [`/api/v1/events/?cursor=${next_cursor}`, merchant.liveKey],
      [`/api/v1/checkouts/?status=open&cursor=${next_cursor}`, merchant.liveKey],
      [`/api/v1/checkouts/?cursor=${next_cursor}`, merchant.testKey],
      [`/api/v1/checkouts/?cursor=${next_cursor}`, stranger.liveKey],
      [`/api/v1/checkouts/?cursor=${next_cursor}`, wide.liveKey],
      ["/api/v1/checkouts/?cursor=x", merchant.liveKey],
      [`/api/v1/checkouts/?cursor=${"x".repeat(20_000)}`, merchant.liveKey],
    ] as const) {
      expect((await get(path, key)).status).toBe(400);
    }
  });
});

describe("an idempotency key", () => {
  const make = (key: string, body: object = { amount: 100 }, apiKey = merchant.liveKey) =>
    post("/api/v1/checkouts/", body, apiKey, { "idempotency-key": key });

  it("gives the first answer again, once per app, mode and tenant", async () => {
    const first = await make("again");
    const again = await make("again");
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const others = await Promise.all([
      make("again", undefined, merchant.testKey),
      make("again", undefined, stranger.liveKey),
      make("again", { amount: 100, app_id: merchant.appId }, wide.liveKey),
    ]);
    for (const other of others) {
      expect(other.status).toBe(201);
      expect(other.body.id).not.toBe(first.body.id);
    }
  });

  it("refuses another body", async () => {
    await make("body");
    const other = await make("body", { amount: 101 });
    expect(other).toMatchObject({ status: 422, body: { code: "idempotency_mismatch" } });
  });

  it("takes the same fields in another order for the same body", async () => {
    const first = await make("order", { amount: 100, metadata: { order: "1042", table: "7" } });
    const again = await make("order", { metadata: { table: "7", order: "1042" }, amount: 100 });
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id } });
    const swapped = await make("order", { amount: 100, metadata: { order: "7", table: "1042" } });
    expect(swapped).toMatchObject({ status: 422, body: { code: "idempotency_mismatch" } });
  });

  it.each([
    ["256 characters", "k".repeat(256), 400],
    ["255 characters", "k".repeat(255), 201],
    ["a letter beyond ASCII", "käse", 400],
    ["nothing", "", 400],
  ])("may have 1 to 255 printable characters: %s", async (_, key, status) => {
    expect((await make(key)).status).toBe(status);
  });

  it("lets one of many at once act: the others hear its answer, or that it runs", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => make("storm")));
    const ids = answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []));
    expect(new Set(ids).size).toBe(1);
    for (const { status, body } of answers) {
      if (status !== 201) expect(body.code).toBe("idempotency_in_progress");
    }
    expect((await make("storm")).body.id).toBe(ids[0]);
  });

  it("is free again after a refusal", async () => {
    expect((await make("refused", undefined, broke.liveKey)).status).toBe(402);
    const again = await make("refused", { amount: 100, app_id: 1 }, broke.liveKey);
    expect(again.status).toBe(400);
  });

  it("belongs to the concrete path", async () => {
    const [one, two] = [await create(), await create()];
    const headers = { "idempotency-key": "cancel" };
    for (const { id } of [one, two, one]) {
      const answer = await post(`/api/v1/checkouts/${id}/cancel/`, {}, undefined, headers);
      expect(answer.body).toMatchObject({ id, status: "canceled" });
    }
  });

  it("keeps a verification from being tried twice", async () => {
    const { id } = await create({}, merchant.testKey);
    const headers = { "idempotency-key": "verify" };
    const path = `/api/v1/checkouts/${id}/verify/`;
    const body = { input: sandbox("TESTUNDER") };
    const first = await post(path, body, merchant.testKey, headers);
    const again = await post(path, body, merchant.testKey, headers);
    expect(again.body).toEqual(first.body);
    const { data } = (await get(`/api/v1/checkouts/${id}/attempts/`, merchant.testKey)).body;
    expect(data).toHaveLength(1);
  });
});

describe("who may read it in a browser", () => {
  it.each(["null", "https://evil.example", "https://pay.example.evil.example", "http://localhost"])(
    "is not %s",
    async (origin) => {
      const answer = await send("GET", "/api/health/", { headers: { origin } });
      for (const name of answer.headers.keys()) expect(name).not.toMatch(/^access-control-/);
    },
  );
});

// Last, because it moves the clock for everything above.
describe("as time goes by", () => {
  it("shows and lists a checkout as expired before and after the sweep, and lets its payer still prove it", async () => {
    const shop = await createMerchant(tableOf(stack));
    await createUser(tableOf(stack), shop.accountId, stack.now());
    const late = await create({ expires_in: 300 }, shop.testKey);
    const open = await create({ expires_in: 86_400 }, shop.testKey);
    const ids = async (status: string) => {
      const { data } = (await get(`/api/v1/checkouts/?status=${status}`, shop.testKey)).body;
      return data.map(({ id }: { id: string }) => id);
    };
    expect(await ids("open")).toEqual([open.id, late.id]);
    await send("GET", "/api/health/");
    await stack.advance(301);
    expect(await ids("expired")).toEqual([late.id]);
    expect(await ids("open")).toEqual([open.id]);
    const read = await get(`/api/v1/checkouts/${late.id}/`, shop.testKey);
    expect(read.body.status).toBe("expired");
    const cancel = await post(`/api/v1/checkouts/${late.id}/cancel/`, {}, shop.testKey);
    expect(cancel.status).toBe(409);
    await stack.runSchedule("expire-checkouts");
    expect(await ids("expired")).toEqual([late.id]);
    const events = await get("/api/v1/events/?type=checkout.expired", shop.testKey);
    expect(events.body.data).toHaveLength(1);
    const proved = await post(
      `/api/v1/checkouts/${late.id}/verify/`,
      { input: sandbox() },
      shop.testKey,
    );
    expect(proved.status).toBe(200);
    expect(["verified", "review"]).toContain(proved.body.status);
  });

  it("kills a revoked key within 60 s", async () => {
    const key = await keyWith(merchant, {});
    expect((await get("/api/v1/credits/", key)).status).toBe(200);
    const stored = await getApiKey(tableOf(stack), hashKey(key));
    if (!stored) throw new Error("the key is not there");
    await transact(tableOf(stack), [revokeApiKeyWrite(stored, stack.now())]);
    await stack.advance(60);
    expect((await get("/api/v1/credits/", key)).status).toBe(401);
  });

  it("forgets an idempotency key after 24 h", async () => {
    const shop = await createMerchant(tableOf(stack));
    const headers = { "idempotency-key": "day" };
    const first = await post("/api/v1/checkouts/", { amount: 100 }, shop.liveKey, headers);
    await stack.advance(86_400);
    const next = await post("/api/v1/checkouts/", { amount: 200 }, shop.liveKey, headers);
    expect(next.status).toBe(201);
    expect(next.body.id).not.toBe(first.body.id);
  }, 120_000);

  it("takes nothing more after the grace period", async () => {
    const { id } = await create({ expires_in: 300 }, merchant.testKey);
    await stack.advance(86_400 + 301);
    const path = `/api/v1/checkouts/${id}/verify/`;
    expect((await post(path, { input: sandbox() }, merchant.testKey)).status).toBe(409);
  }, 120_000);
});

describe("the operations of the server API and of the service", () => {
  const OWN = ROUTES.filter(({ surface }) => surface === "v1" || surface === "service");
  const pathOf = (route: Route, id = UNKNOWN) => route.path.replace("{id}", id);
  const bodyOf = ({ request, example }: Route) =>
    request.body === undefined ? undefined : (example ?? {});

  it("refuse a request without credential, scope, object or valid body", async () => {
    const nothing = await keyWith(merchant, { scopes: [] });
    for (const route of OWN.filter(({ auth }) => auth === "api-key")) {
      const { method, request } = route;
      const path = pathOf(route);
      const body = bodyOf(route);
      expect((await send(method, path, { body })).status).toBe(401);
      expect((await send(method, path, { key: nothing, body })).status).toBe(403);
      if (request.params !== undefined) {
        expect((await send(method, path, { key: merchant.liveKey, body })).status).toBe(404);
      }
      if (request.body === undefined) continue;
      for (const [type, raw, status] of [
        ["text/plain", "x", 415],
        ["application/json", "{", 400],
        ["application/json", JSON.stringify({ surplus: 1 }), 400],
        ["application/json", JSON.stringify({ x: "x".repeat(70_000) }), 413],
      ] as const) {
        const headers = { "content-type": type };
        const answer = await send(method, path, { key: merchant.liveKey, raw, headers });
        expect(answer.status, `${path} ${raw.slice(0, 20)}`).toBe(status);
      }
    }
  });

  it("refuse another body under the same idempotency key, and one that is still running", async () => {
    const { id } = await create({}, merchant.testKey);
    const { idempotent } = { idempotent: OWN.filter((route) => route.idempotent) };
    expect(idempotent.map(({ operation }) => operation).sort()).toEqual([
      "cancel-checkout",
      "create-checkout",
      "verify-checkout",
    ]);
    const running = (key: string) =>
      Promise.all(
        Array.from({ length: 6 }, () =>
          post("/api/v1/checkouts/", { amount: 100 }, undefined, { "idempotency-key": key }),
        ),
      );
    for (let round = 0; round < 20; round++) {
      const answers = await running(`running-${round}`);
      if (answers.some(({ status }) => status === 409)) break;
    }
    const path = `/api/v1/checkouts/${id}/verify/`;
    const headers = { "idempotency-key": "other-body" };
    await post(path, { input: sandbox("TESTUNDER") }, merchant.testKey, headers);
    const other = await post(path, { input: sandbox("TESTUNDER") }, merchant.testKey, headers);
    expect(other.status).toBe(422);
  });

  it("have each given every status that they promise, but for failures of our own", () => {
    const never = new Set(["cancel-checkout 422"]);
    const promised = OWN.flatMap((route) => {
      const own = (code: ErrorCode) =>
        PROBLEMS[code].status < 500 &&
        (code !== "rate_limited" || route.errors.includes("rate_limited"));
      const errors = routeErrors(route).filter(own);
      const statuses = [
        ...Object.keys(route.responses),
        ...errors.map((code) => String(PROBLEMS[code].status)),
      ];
      return [...new Set(statuses)].map(
        (status) => `${route.surface}/${route.operation} ${status}`,
      );
    });
    expect(promised.filter((one) => !seenStatuses.has(one) && !never.has(one.slice(3)))).toEqual(
      [],
    );
  });
});
