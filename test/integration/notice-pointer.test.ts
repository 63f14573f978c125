import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call, logIn, withSigningKey } from "../support/api.ts";
import {
  openPairedShop,
  type PairedShop,
  pairSimulatedPhone,
  startLocal,
} from "../support/running-stack.ts";

/** A phone's messages point to receipts: what verifies while nobody types, and what must not. */

const DAY_MS = 86_400_000;
let stack: LocalStack;
let shop: PairedShop;
beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
  shop = await openPairedShop(stack);
  await pairSimulatedPhone(stack, shop);
});
afterAll(() => stack?.close());

const own = (path: string, body?: object) =>
  call(stack.url, body ? "POST" : "GET", `/api/v1/${path}`, {
    key: shop.key,
    ...(body && { body }),
  });

async function checkout(amount: number, phone?: string) {
  const body = { amount, ...(phone && { customer: { phone } }) };
  const { status, body: made } = await own("checkouts/", body);
  expect([status, made]).toEqual([201, expect.anything()]);
  return made;
}

async function read(id: string) {
  await stack.idle();
  return (await own(`checkouts/${id}/`)).body;
}

async function transfer(provider: string, amount: number, more: object = {}) {
  const accounts: Record<string, string> = {
    telebirr: "0911000142",
    cbe: "1000200300401",
    cbe_birr: "0911000143",
  };
  const { status, body } = await call(stack.url, "POST", "/_local/bank/transfers/", {
    body: {
      provider,
      amount,
      receiver_account: accounts[provider],
      receiver_name: "Selam Coffee Shop",
      ...more,
    },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function changeApp(body: object) {
  const { send } = await logIn(stack, shop.visitor.phone);
  return send("PATCH", `apps/${shop.appId}/`, { body });
}
const bankIs = (provider: string, mode: string) =>
  call(stack.url, "PUT", `/_local/bank/${provider}/mode/`, { body: { mode } });
const phoneSends = (body: object) => call(stack.url, "POST", "/_local/phone/messages/", { body });
const type = (id: string, input: string) => own(`checkouts/${id}/verify/`, { input });

describe("nothing to type", () => {
  test("a payment that shows the customer's phone verifies the checkout, by its receipt", async () => {
    const { id } = await checkout(111_100, "+251911220042");
    const other = await checkout(111_100, "+251911330043");
    await transfer("telebirr", 111_100, { payer_account: "251911220042" });
    expect(await read(id)).toMatchObject({
      status: "verified",
      payments: [{ provider: "telebirr", evidence: "receipt", state: "counted" }],
    });
    expect(await read(other.id)).toMatchObject({ status: "open", payments: [] });
  });

  test.each([
    ["a stray payment at the counter", "251911990099", ["+251911220042"]],
    ["two customers with the same last digits", "251911220042", ["+251911220042", "+251933330042"]],
    ["a customer who gave no phone", "251911220042", [undefined]],
  ])("%s verifies nothing", async (_name, payer, phones) => {
    const amount = 120_000 + phones.length * 100 + (phones[0] === undefined ? 1 : 0);
    const made = [];
    for (const phone of phones) made.push(await checkout(amount, phone));
    await transfer("telebirr", amount, { payer_account: payer });
    for (const { id } of made) {
      expect(await read(id)).toMatchObject({ status: "open", payments: [] });
    }
  });

  test("a payment before its checkout, or of another amount, verifies nothing", async () => {
    await transfer("telebirr", 131_000, { payer_account: "251911220042" });
    // The bank prints whole seconds: within one second nobody can tell which came first.
    await stack.advance(2);
    const late = await checkout(131_000, "+251911220042");
    const short = await checkout(131_001, "+251911220042");
    await transfer("telebirr", 131_002, { payer_account: "251911220042" });
    for (const { id } of [late, short]) expect(await read(id)).toMatchObject({ status: "open" });
  });

  test("the code in the reason names a checkout at a bank that shows no phones", async () => {
    const { id } = await checkout(140_000);
    const decoy = await checkout(140_000);
    await transfer("cbe", 140_000, { reason: `Order ${id.slice(-6).toUpperCase()}` });
    expect(await read(id)).toMatchObject({ status: "verified" });
    expect(await read(decoy.id)).toMatchObject({ status: "open" });
  });

  test("the rest of a partly paid checkout is found by its amount, also by the number given on the page", async () => {
    const { id, pay_url } = await checkout(145_000);
    const token = pay_url.split("/").at(-2);
    const given = await call(stack.url, "POST", `/api/public/gateway/pay/${token}/payer/`, {
      raw: "number=0911220044",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(given.status).toBe(303);
    const part = await transfer("telebirr", 100_000, { payer_account: "251933990099" });
    await type(id, part.reference);
    expect(await read(id)).toMatchObject({ status: "open", amount_due: 45_000 });
    await transfer("telebirr", 45_000, { payer_account: "251933990099" });
    await transfer("telebirr", 145_000, { payer_account: "251911220044" });
    expect(await read(id)).toMatchObject({ status: "open", amount_due: 45_000 });
    await transfer("telebirr", 45_000, { payer_account: "251911220044" });
    expect(await read(id)).toMatchObject({ status: "verified", payments: [{}, {}] });
  });

  test("distinct amounts name their checkout, and no two open ones ask for the same", async () => {
    const on = await changeApp({ distinct_amounts: true });
    expect(on.body).toMatchObject({ distinct_amounts: true, notice_limit: 0 });
    const made = await Promise.all(Array.from({ length: 5 }, () => checkout(150_000)));
    const amounts = made.map(({ amount }) => amount);
    expect(new Set(amounts).size).toBe(5);
    for (const amount of amounts) {
      expect(amount).toBeGreaterThan(150_000);
      expect(amount).toBeLessThan(150_100);
    }
    await transfer("telebirr", amounts[0]);
    await transfer("telebirr", 150_000);
    expect(await read(made[0].id)).toMatchObject({ status: "verified" });
    for (const { id } of made.slice(1)) expect(await read(id)).toMatchObject({ status: "open" });
    await changeApp({ distinct_amounts: false });
  });

  test("a distinct amount of an expired checkout, whose customer may pay late, names no other one", async () => {
    await changeApp({ distinct_amounts: true });
    const open = async () => (await own("checkouts/", { amount: 155_500, expires_in: 300 })).body;
    const expired = [];
    for (let made = 0; made < 98; made++) {
      // A key may send 100 requests a second.
      if (made % 40 === 0) await stack.advance(1);
      expired.push(await open());
    }
    const amounts = new Set(expired.map(({ amount }) => amount));
    await stack.advance(301);
    const unused = await open();
    expect(amounts.has(unused.amount)).toBe(false);
    const again = await open();
    expect(amounts.has(again.amount)).toBe(true);

    const late = await transfer("telebirr", again.amount);
    await transfer("telebirr", unused.amount);
    expect(await read(unused.id)).toMatchObject({ status: "verified" });
    expect(await read(again.id)).toMatchObject({ status: "open", payments: [] });
    await type(again.id, late.reference);
    expect(await read(again.id)).toMatchObject({ status: "verified" });
    await changeApp({ distinct_amounts: false });
  });

  test("a distinct amount that is the rest of another checkout in review names neither", async () => {
    await changeApp({ distinct_amounts: true });
    const named = await checkout(60_000);
    const partly = await checkout(190_000);
    const { reference } = await transfer("telebirr", 10_000);
    await phoneSends({ provider: "telebirr", reference, replace: ["ETB 100.00", "ETB 101.00"] });
    await stack.idle();
    await type(partly.id, reference);
    const part = await transfer("telebirr", partly.amount - named.amount);
    await type(partly.id, part.reference);
    const { status, amount_due } = await read(partly.id);
    expect([status, amount_due]).toEqual(["review", named.amount]);
    await transfer("telebirr", named.amount);
    expect(await read(named.id)).toMatchObject({ status: "open", payments: [] });
    await changeApp({ distinct_amounts: false });
  });

  test("a message that comes twice, late or out of order verifies once, and each its own", async () => {
    await pairSimulatedPhone(stack, shop, { delivery: "held" });
    const one = await checkout(160_000, "+251911220051");
    const two = await checkout(160_000, "+251911220052");
    await transfer("telebirr", 160_000, { payer_account: "251911220051" });
    await transfer("telebirr", 160_000, { payer_account: "251911220052" });
    expect(await read(one.id)).toMatchObject({ status: "open" });
    await call(stack.url, "POST", "/_local/phone/flush/?order=reversed", { body: {} });
    for (const { id } of [one, two]) {
      expect(await read(id)).toMatchObject({ status: "verified", payments: [{}] });
    }
    await pairSimulatedPhone(stack, shop, { delivery: "twice" });
    const three = await checkout(161_000, "+251911220053");
    await transfer("telebirr", 161_000, { payer_account: "251911220053" });
    expect(await read(three.id)).toMatchObject({ status: "verified", payments: [{}] });
    await pairSimulatedPhone(stack, shop);
  });

  test("a forged message without a transfer, or with another amount, verifies nothing", async () => {
    const { id } = await checkout(170_000, "+251911220042");
    await phoneSends({
      sender: "127",
      text: "Dear Selam, You have received ETB 1,700.00 from Almeta(2519****0042) on 24/11/2026 12:03:00. Your transaction number is DKX1F0RGED.",
    });
    const small = await transfer("telebirr", 100, { payer_account: "251911220042" });
    await phoneSends({
      provider: "telebirr",
      reference: small.reference,
      replace: ["ETB 1.00", "ETB 1,700.00"],
    });
    expect(await read(id)).toMatchObject({ status: "open", payments: [] });
  });

  test("a notice that contradicts the receipt sends the typed payment to review", async () => {
    const { id } = await checkout(180_000);
    const paid = await transfer("telebirr", 180_000, { payer_account: "251911990099" });
    await phoneSends({
      provider: "telebirr",
      reference: paid.reference,
      replace: ["ETB 1,800.00", "ETB 1,801.00"],
    });
    await stack.idle();
    await type(id, paid.reference);
    expect(await read(id)).toMatchObject({
      status: "review",
      review: { reason: "notice_contradicted" },
      exceptions: ["notice_contradicted"],
    });
  });
});

describe("a message that a payment was reversed", () => {
  test("is one entry in Errors and one SMS to the owner, however often it comes; the payment stays", async () => {
    const paid = await checkout(185_000, "+251911220081");
    const { reference } = await transfer("telebirr", 185_000, { payer_account: "251911220081" });
    expect(await read(paid.id)).toMatchObject({ status: "verified" });
    for (const reversed of ["english", "amharic", "english"]) {
      const sent = await phoneSends({ provider: "telebirr", reference, reversed });
      expect(sent.body.answers).toEqual([202]);
    }
    expect(await read(paid.id)).toMatchObject({
      status: "verified",
      payments: [{ reference, state: "counted" }],
    });
    const visitor = await logIn(stack, shop.visitor.phone);
    const { body } = await visitor.send("GET", "errors/");
    expect(body.data).toContainEqual(
      expect.objectContaining({
        ...{ kind: "payment_reversed", count: 1 },
        objects: [expect.objectContaining({ id: paid.id, app_id: shop.appId })],
      }),
    );
    const texts = stack.inbox.find(shop.visitor.phone).map(({ text }) => text);
    expect(texts.filter((text) => text.endsWith(`/checkouts/${paid.id}`))).toEqual([
      expect.stringMatching(/a payment was reversed\. Check your bank account before you act\./),
    ]);
  });
});

describe("a bank that is down", () => {
  const limit = (notice_limit: number) => changeApp({ notice_limit });

  test("takes a limit of ETB 5,000 at most", async () => {
    expect((await limit(500_001)).status).toBe(400);
    expect((await limit(300_000)).body).toMatchObject({ notice_limit: 300_000 });
  });

  test("a fresh notice counts up to the limit once the customer entered its reference, and is checked later", async () => {
    await limit(300_000);
    // A receipt proves the chain of balances.
    const proven = await checkout(190_000, "+251911220061");
    await transfer("telebirr", 190_000, { payer_account: "251911220061" });
    expect(await read(proven.id)).toMatchObject({ status: "verified" });
    await bankIs("telebirr", "down");
    const [early, late, large] = [
      await checkout(191_000),
      await checkout(192_000),
      await checkout(300_001),
    ];
    const one = await transfer("telebirr", 191_000);
    await stack.idle();
    expect(await read(early.id)).toMatchObject({ status: "open" });
    const answer = await type(early.id, one.reference);
    expect(answer.body).toMatchObject({
      status: "verified",
      checkout: { payments: [{ evidence: "notice", amount: 191_000, state: "counted" }] },
    });
    // The customer is faster than the phone.
    await pairSimulatedPhone(stack, shop, { delivery: "held" });
    const two = await transfer("telebirr", 192_000);
    expect((await type(late.id, two.reference)).status).toBe(202);
    await call(stack.url, "POST", "/_local/phone/flush/", { body: {} });
    expect(await read(late.id)).toMatchObject({ payments: [{ evidence: "notice" }] });
    await pairSimulatedPhone(stack, shop);
    const three = await transfer("telebirr", 300_001);
    expect((await type(large.id, three.reference)).status).toBe(202);
    expect(await read(large.id)).toMatchObject({ status: "verifying", payments: [] });

    await bankIs("telebirr", "up");
    await stack.advance(1_200);
    await stack.runSchedule("check-notice-payments");
    for (const { id } of [early, late]) {
      expect(await read(id)).toMatchObject({
        status: "verified",
        payments: [{ evidence: "receipt" }],
      });
    }
  });

  test("a notice whose balance does not continue counts for nothing", async () => {
    await limit(300_000);
    await bankIs("telebirr", "down");
    const { id } = await checkout(201_000);
    const reference = "DKX1BALANC";
    const now = new Date(stack.now() + 3 * 3_600_000).toISOString();
    const when = `${now.slice(8, 10)}/${now.slice(5, 7)}/${now.slice(0, 4)} ${now.slice(11, 19)}`;
    await phoneSends({
      sender: "127",
      text: `Dear Selam, You have received ETB 2,010.00 from Almeta(2519****0042) on ${when}. Your transaction number is ${reference}. Your current E-Money Account balance is ETB 5,000.00.`,
    });
    await stack.idle();
    expect((await type(id, reference)).status).toBe(202);
    expect(await read(id)).toMatchObject({ status: "verifying", payments: [] });
    await bankIs("telebirr", "up");
  });

  test.each<[string, () => object]>([
    ["was reversed", () => ({ status: "reversed" })],
    ["was made days before", () => ({ paid_at: new Date(stack.now() - 2 * DAY_MS).toISOString() })],
  ])("a payment that %s is an entry in Errors after the outage", async (_, change) => {
    await limit(300_000);
    const proven = await checkout(210_000, "+251911220071");
    await transfer("telebirr", 210_000, { payer_account: "251911220071" });
    expect(await read(proven.id)).toMatchObject({ status: "verified" });
    await bankIs("telebirr", "down");
    const forged = await checkout(211_000);
    // The bank's own message, if any, stays on the phone.
    await pairSimulatedPhone(stack, shop, { delivery: "held" });
    const paid = await transfer("telebirr", 211_000, change());
    await pairSimulatedPhone(stack, shop);
    const sent = await call(stack.url, "GET", "/_local/phone/");
    const last = sent.body.sent.at(-1).text as string;
    const balance = Number(/balance is ETB ([\d,.]+)\./.exec(last)?.[1]?.replaceAll(",", "")) * 100;
    const next = ((Math.round(balance) + 211_000) / 100).toFixed(2);
    const now = new Date(stack.now() + 3 * 3_600_000).toISOString();
    const when = `${now.slice(8, 10)}/${now.slice(5, 7)}/${now.slice(0, 4)} ${now.slice(11, 19)}`;
    await phoneSends({
      sender: "127",
      text: `Dear Selam, You have received ETB 2,110.00 from Almeta(2519****0042) on ${when}. Your transaction number is ${paid.reference}. Your current E-Money Account balance is ETB ${next}.`,
    });
    await stack.idle();
    expect((await type(forged.id, paid.reference)).body).toMatchObject({ status: "verified" });
    await bankIs("telebirr", "up");
    await stack.advance(1_200);
    await stack.runSchedule("check-notice-payments");
    await stack.idle();
    const visitor = await logIn(stack, shop.visitor.phone);
    const { body } = await visitor.send("GET", "errors/");
    expect(body.data).toContainEqual(
      expect.objectContaining({
        kind: "notice_contradicted",
        objects: expect.arrayContaining([expect.objectContaining({ id: forged.id })]),
      }),
    );
  });

  test("a bank that shows a receipt only to its payer is asked with the payer's phone afterward, too", async () => {
    // Of its own: with two banks whose references look alike, the customer has to say which one it is.
    shop = await openPairedShop(stack, "sms_forwarder", ["cbe_birr"]);
    await pairSimulatedPhone(stack, shop);
    const payer = "251911220091";
    const payAndEnter = async (id: string, amount: number, suffix_of: string) => {
      const paid = await transfer("cbe_birr", amount, { payer_account: payer, suffix_of });
      // The phone is faster than the customer: a receipt proves the chain of balances for an open checkout only.
      await stack.idle();
      return own(`checkouts/${id}/verify/`, { input: paid.reference, payer_phone: `+${payer}` });
    };
    await limit(300_000);
    const [proven, noticed] = [await checkout(220_000), await checkout(221_000)];
    await payAndEnter(proven.id, 220_000, "either");
    expect(await read(proven.id)).toMatchObject({ status: "verified" });
    await bankIs("cbe_birr", "down");
    await payAndEnter(noticed.id, 221_000, "payer");
    expect(await read(noticed.id)).toMatchObject({ payments: [{ evidence: "notice" }] });
    await bankIs("cbe_birr", "up");
    await stack.advance(2 * 3_600);
    await stack.runSchedule("check-notice-payments");
    expect(await read(noticed.id)).toMatchObject({ payments: [{ evidence: "receipt" }] });
  });
});
