import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call, logIn, withSigningKey } from "../support/api.ts";
import {
  gatewayRequest,
  openPairedShop,
  type PairedShop,
  signed,
  startLocal,
  telebirrText,
} from "../support/running-stack.ts";
import { teamOf } from "../support/users.ts";

/** Paired phones through the whole service: gateway, roles and queue. */

let stack: LocalStack;
let shop: PairedShop;
beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
  shop = await openPairedShop(stack);
});
afterAll(() => stack?.close());

const pathOf = (url: string) => new URL(url).pathname;
const TYPE = { "content-type": "application/json" };

async function forward(
  source: { readonly url: string; readonly secret: string },
  from: string,
  text: string,
  more: object = {},
) {
  const raw = JSON.stringify({ from, text, sentStamp: stack.now(), ...more });
  const headers = { ...TYPE, authorization: `Bearer ${source.secret}` };
  return call(stack.url, "POST", pathOf(source.url), { raw, headers });
}

async function readSource(id: string, from = shop) {
  await stack.idle();
  const { status, body } = await from.send("GET", `notice-sources/${id}/`);
  expect(status).toBe(200);
  return body;
}

describe("sources: platform/create-notice-source platform/list-notice-sources platform/read-notice-source platform/update-notice-source platform/rotate-notice-source platform/test-notice-source platform/delete-notice-source platform/paste-notice platform/list-unreadable-notices", () => {
  test("shows the secret once, and never to another account", async () => {
    const { source, send } = shop;
    expect(source.secret).toMatch(/^nsec_[\w-]{32}$/);
    const read = await send("GET", `notice-sources/${source.id}/`);
    expect(JSON.stringify(read.body)).not.toContain(source.secret);
    const listed = await send("GET", "notice-sources/");
    expect(listed.body.data).toHaveLength(1);
    const stranger = await logIn(stack);
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { name: "Mine" }],
      ["DELETE", "", undefined],
      ["POST", "rotate-secret/", {}],
      ["POST", "test/", {}],
      ["POST", "notices/", { sender: "127", text: "x" }],
    ] as const) {
      const path_ = `notice-sources/${source.id}/${path}`;
      const answer = await stranger.send(method, path_, body && { body });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await stranger.send("GET", "notice-sources/")).body.data).toEqual([]);
  });

  test("replays a creation without the secret, and refuses an eleventh source of an app", async () => {
    const other = await openPairedShop(stack);
    const body = { app_id: other.appId, name: "Second", kind: "sms_gateway" };
    const headers = { "idempotency-key": "pair-once" };
    const first = await other.send("POST", "notice-sources/", { body, headers });
    const again = await other.send("POST", "notice-sources/", { body, headers });
    expect(again.body).toEqual({ ...first.body, secret: null });
    for (let count = 2; count < 10; count += 1) {
      const made = await other.send("POST", "notice-sources/", { body });
      expect(made.status).toBe(201);
    }
    expect((await other.send("POST", "notice-sources/", { body })).status).toBe(409);
  });

  test("takes the phone's own signing key for SMS Gateway for Android only", async () => {
    const own = { app_id: shop.appId, name: "Own key", signing_key: "key-made-on-the-phone" };
    const refused = await shop.send("POST", "notice-sources/", {
      body: { ...own, kind: "sms_forwarder" },
    });
    expect(refused.status).toBe(400);
    const made = await shop.send("POST", "notice-sources/", {
      body: { ...own, kind: "sms_gateway" },
    });
    expect(made.body.secret).toBe("key-made-on-the-phone");
  });

  test("accepts the old secret for 24 hours after a rotation, and none after a leak", async () => {
    const { send, source } = await openPairedShop(stack);
    const rotated = await send("POST", `notice-sources/${source.id}/rotate-secret/`, { body: {} });
    expect(rotated.status).toBe(200);
    const now = { ...source, secret: rotated.body.secret };
    expect(now.secret).not.toBe(source.secret);
    expect((await forward(source, "127", "hello")).status).toBe(202);
    expect((await forward(now, "127", "hello")).status).toBe(202);
    const early = await send("POST", `notice-sources/${source.id}/rotate-secret/`, { body: {} });
    expect(early.status).toBe(409);
    const leaked = await send("POST", `notice-sources/${source.id}/rotate-secret/`, {
      body: { overlap_seconds: 0 },
    });
    expect(leaked.status).toBe(200);
    expect((await forward(source, "127", "hello")).status).toBe(401);
    expect((await forward(now, "127", "hello")).status).toBe(401);
    expect((await forward({ ...now, secret: leaked.body.secret }, "127", "hello")).status).toBe(
      202,
    );
  });

  test("sends a sample through the queue, which the source shows as its last message, and never as a sign of the phone", async () => {
    const { id } = shop.source;
    expect(await readSource(id)).toMatchObject({ health: { state: "waiting" } });
    const answer = await shop.send("POST", `notice-sources/${id}/test/`, { body: {} });
    expect([answer.status, answer.body]).toEqual([
      202,
      expect.objectContaining({ result: "payment", amount: 100, payer_name: "S*** S***" }),
    ]);
    expect(await readSource(id)).toMatchObject({
      health: {
        ...{ state: "waiting", last_heard_at: null },
        last_message: { kind: "test", provider: "telebirr" },
      },
    });
  });

  test("reads a pasted message of a bank, and refuses another sender", async () => {
    const made = await shop.send("POST", "notice-sources/", {
      body: { app_id: shop.appId, name: "Typed", kind: "paste" },
    });
    expect(made.body).toMatchObject({ url: null, secret: null });
    const paste = (sender: string, text: string) =>
      shop.send("POST", `notice-sources/${made.body.id}/notices/`, { body: { sender, text } });
    expect((await paste("0911223344", "hi")).status).toBe(400);
    const read = await paste("127", telebirrText("DKX1PASTE1"));
    expect([read.status, read.body]).toEqual([
      202,
      expect.objectContaining({ result: "payment", amount: 150_000, reference: "DKX1PASTE1" }),
    ]);
    const reversal = await paste("127", "The transaction DKX1PASTE1 was reversed.");
    expect(reversal.body).toMatchObject({
      ...{ result: "reversal", provider: "telebirr", reference: "DKX1PASTE1", amount: null },
    });
    const phone = await shop.send("POST", `notice-sources/${shop.source.id}/notices/`, {
      body: { sender: "127", text: "x" },
    });
    expect(phone.status).toBe(409);
  });

  test("keeps an unreadable message without its balance, and lists it for members of its app", async () => {
    const text =
      "Dear Selam, your Account 1****0401 has been credited with ETB 5.00 in a new way. Your Current Balance is ETB 98,765.43.";
    expect((await forward(shop.source, "CBE", text)).status).toBe(202);
    await stack.idle();
    const { body } = await shop.send("GET", "unreadable-notices/");
    expect(body.data).toEqual([
      expect.objectContaining({
        provider: "cbe",
        text: text.replace("98,765.43", "##,###.##"),
      }),
    ]);
    const other = (await shop.send("POST", "apps/", { body: { name: "Kiosk" } })).body.app_id;
    const team = teamOf(stack, () => shop.visitor);
    for (const [app, seen] of [
      [shop.appId, 1],
      [other, 0],
    ]) {
      const manager = await team.join("manager", { apps: [app] });
      const { body: shown } = await manager.send("GET", "unreadable-notices/");
      expect(shown.data).toHaveLength(seen);
    }
  });

  test("reports a phone that is silent for 24 hours, and resolves the entry when it is heard", async () => {
    const own = await openPairedShop(stack);
    const kinds = async () => {
      const visitor = await logIn(stack, own.visitor.phone);
      const { body } = await visitor.send("GET", "errors/");
      return body.data.map(({ kind }: { kind: string }) => kind);
    };
    await stack.advance(49 * 3600);
    await stack.runSchedule("check-notice-sources");
    await stack.idle();
    expect(await kinds()).toContain("phone_silent");
    const visitor = await logIn(stack, own.visitor.phone);
    await visitor.send("POST", `notice-sources/${own.source.id}/test/`, { body: {} });
    await stack.idle();
    expect(await kinds()).toContain("phone_silent");
    expect((await forward(own.source, "127", telebirrText("DKX1HEARD1"))).status).toBe(202);
    await stack.idle();
    expect(await kinds()).not.toContain("phone_silent");
  });

  test.each(["sms_forwarder", "sms_gateway"] as const)(
    "ends the old secret of %s 24 hours after its rotation, and not before",
    async (kind) => {
      const { send, source } = await openPairedShop(stack, kind);
      const rotated = await send("POST", `notice-sources/${source.id}/rotate-secret/`, {
        body: {},
      });
      const statusOf = async (secret: string) => {
        if (kind === "sms_forwarder")
          return (await forward({ ...source, secret }, "127", "hello")).status;
        const request = gatewayRequest(secret, { message: "hello", sender: "127" }, stack.now());
        return (await call(stack.url, "POST", pathOf(source.url), request)).status;
      };
      await stack.advance(24 * 3600 - 600);
      expect(await statusOf(source.secret)).toBe(202);
      await stack.advance(660);
      expect(await statusOf(source.secret)).toBe(401);
      expect(await statusOf(rotated.body.secret)).toBe(202);
    },
  );
});

describe("receiving: public/receive-notice", () => {
  let gateway: PairedShop;
  beforeAll(async () => {
    shop = await openPairedShop(stack);
    gateway = await openPairedShop(stack, "sms_gateway");
  });

  /** Of the day on which they came. */
  const referencesOf = async ({ send }: PairedShop): Promise<string[]> => {
    const { body } = await send("GET", "unmatched-notices/");
    return body.data.map(({ reference }: { reference: string }) => reference);
  };
  const post = (request: object, url = gateway.source.url) =>
    call(stack.url, "POST", pathOf(url), request);

  test("answers a signed message of either app with 202 and hears a ping", async () => {
    const { secret, id } = gateway.source;
    const message = telebirrText("DKX1GATEW1");
    const payload = { message, sender: "127", receivedAt: new Date(stack.now()).toISOString() };
    expect((await post(gatewayRequest(secret, payload, stack.now()))).status).toBe(202);
    const old = { message, phoneNumber: "127", simNumber: 1 };
    expect((await post(gatewayRequest(secret, old, stack.now()))).status).toBe(202);
    await stack.idle();
    expect((await post(gatewayRequest(secret, {}, stack.now(), "system:ping"))).status).toBe(202);
    expect(await readSource(id, gateway)).toMatchObject({
      health: { state: "healthy", last_message: { kind: "ping" } },
    });
    expect((await forward(shop.source, "127", telebirrText("DKX1FORWA1"))).status).toBe(202);
    expect(await readSource(shop.source.id)).toMatchObject({
      health: { last_message: { kind: "payment", provider: "telebirr" } },
    });
  });

  test("refuses what is unsigned, wrongly signed, changed or four days old; takes yesterday's retry, and a clock that is a day ahead", async () => {
    const { secret } = gateway.source;
    const payload = { message: "hello", sender: "127" };
    const good = gatewayRequest(secret, payload, stack.now());
    const day = 86_400_000;
    const bare = { raw: good.raw, headers: TYPE };
    const cases: readonly (readonly [object, number])[] = [
      [bare, 401],
      [{ ...bare, headers: { ...TYPE, authorization: `Bearer ${secret}` } }, 401],
      [gatewayRequest("another-key", payload, stack.now()), 401],
      [{ ...good, raw: good.raw.replace("hello", "hullo") }, 401],
      [gatewayRequest(secret, payload, stack.now() - 4 * day), 401],
      [gatewayRequest(secret, payload, stack.now() + 4 * day), 401],
      [gatewayRequest(secret, payload, stack.now() + day), 202],
      [gatewayRequest(secret, payload, stack.now() - day), 202],
      [{ ...good, headers: { ...good.headers, "x-timestamp": "1e9" } }, 401],
    ];
    for (const [request, expected] of cases) {
      expect((await post(request)).status).toBe(expected);
    }
    const unknown = gateway.source.url.replace(/.(?=\/$)/, (last) => (last === "0" ? "1" : "0"));
    expect((await post(good, unknown)).status).toBe(401);
    expect((await forward({ ...shop.source, secret: "wrong" }, "127", "x")).status).toBe(401);
  });

  test("refuses 5 KB, what is not JSON, and JSON without a text", async () => {
    const { secret } = gateway.source;
    const long = gatewayRequest(secret, { message: "x".repeat(5_000), sender: "127" }, stack.now());
    expect((await post(long)).status).toBe(413);
    for (const raw of ["", "{", "[]", "null", '"text"', "{}", '{"event":"sms:received"}']) {
      const answer = await post(signed(secret, raw, stack.now()));
      expect([raw, answer.status]).toEqual([raw, 400]);
    }
    const { body } = await post(
      signed(secret, '{"event":"sms:received","payload":{"message":"secret words"}}', stack.now()),
    );
    expect(JSON.stringify(body)).not.toContain("secret words");
    const headers = { ...TYPE, authorization: `Bearer ${shop.source.secret}` };
    const path = pathOf(shop.source.url);
    for (const raw of ["{", "{}", '{"from":"127"}', '{"event":"sms:received"}']) {
      expect((await call(stack.url, "POST", path, { raw, headers })).status).toBe(400);
    }
  });

  test("keeps nothing of a private message, a code or an advertisement, not even that it came", async () => {
    const quiet = await openPairedShop(stack);
    const words = "Meet me at the old lion at seven, bring the green umbrella";
    for (const [from, text] of [
      ["+251911223344", words],
      ["СВЕ", `${telebirrText("DKX1CYRIL1")} ${words}`],
      ["Mum", words],
      ["127", `Your OTP is 555123. ${words}`],
      ["127", `You have received ETB 50.00 bonus, win more! ${words}`],
    ] as const) {
      expect((await forward(quiet.source, from, text)).status).toBe(202);
    }
    const source = await readSource(quiet.source.id, quiet);
    expect(source.health).toEqual({ state: "waiting", last_heard_at: null, last_message: null });
    expect(JSON.stringify(stack.logs)).not.toMatch(/umbrella|555123|DKX1CYRIL1/);
    expect((await quiet.send("GET", "unreadable-notices/")).body.data).toEqual([]);
  });

  test("reads right-to-left marks as if they were not there, and no control character", async () => {
    const own = await openPairedShop(stack);
    const marked = `\u202b${telebirrText("DKX1MARKS1").replaceAll(" ", " \u200f")}\u202c`;
    expect((await forward(own.source, "127", marked)).status).toBe(202);
    expect(await readSource(own.source.id, own)).toMatchObject({
      health: { last_message: { kind: "payment", provider: "telebirr" } },
    });
    const broken = telebirrText("DKX1MARKS2").replace("ETB", "ETB\u0000\u0007");
    expect((await forward(own.source, "127", broken)).status).toBe(202);
    expect(await readSource(own.source.id, own)).toMatchObject({
      health: { last_message: { kind: "unreadable", provider: "telebirr" } },
    });
    expect(await referencesOf(own)).toEqual(["DKX1MARKS1"]);
  });

  test("takes what a phone repeats for two days, and keeps it once", async () => {
    const { secret, url, id } = gateway.source;
    const first = stack.now() - 2 * 86_400_000;
    const payload = {
      message: telebirrText("DKX1TWODAY"),
      sender: "127",
      receivedAt: new Date(first).toISOString(),
    };
    for (const at of [first, stack.now() - 3_600_000, stack.now()]) {
      expect((await post(gatewayRequest(secret, payload, at), url)).status).toBe(202);
    }
    expect(await readSource(id, gateway)).toMatchObject({
      health: { last_message: { kind: "payment" } },
    });
    const kept = await referencesOf(gateway);
    expect(kept.filter((reference) => reference === "DKX1TWODAY")).toHaveLength(1);
  });

  test("answers a paused source with 409 and takes the message afterwards; a deleted one with 401", async () => {
    const own = await openPairedShop(stack);
    const path = `notice-sources/${own.source.id}/`;
    await own.send("PATCH", path, { body: { status: "paused" } });
    expect((await forward(own.source, "127", telebirrText("DKX1PAUSE1"))).status).toBe(409);
    const resumed = await own.send("PATCH", path, { body: { status: "active", name: "Back" } });
    expect(resumed.body).toMatchObject({ status: "active", name: "Back" });
    expect((await forward(own.source, "127", telebirrText("DKX1PAUSE1"))).status).toBe(202);
    expect((await own.send("DELETE", path)).status).toBe(204);
    expect((await forward(own.source, "127", telebirrText("DKX1PAUSE1"))).status).toBe(401);
    expect((await own.send("GET", path)).status).toBe(404);
  });

  test("ends with its app", async () => {
    const own = await openPairedShop(stack);
    expect((await own.send("DELETE", `apps/${own.appId}/`)).status).toBe(204);
    expect((await forward(own.source, "127", telebirrText("DKX1GONE01"))).status).toBe(401);
  });

  test("answers a broken phone with 429 beyond 120 a minute, and keeps what it accepted", async () => {
    const own = await openPairedShop(stack);
    const statuses: number[] = [];
    for (let count = 0; count < 125; count += 1) {
      const text = telebirrText(`DKX1${String(count).padStart(6, "0")}`);
      const answer = await forward(own.source, "127", text);
      statuses.push(answer.status);
      if (answer.status === 429)
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(statuses.filter((status) => status === 202)).toHaveLength(120);
    expect(statuses.slice(120)).toEqual([429, 429, 429, 429, 429]);
    await stack.idle(120_000);
    expect(new Set(await referencesOf(own)).size).toBe(120);
  });
});
