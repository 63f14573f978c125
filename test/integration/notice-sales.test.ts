import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call, logIn, type Visitor, withSigningKey } from "../support/api.ts";
import {
  ACCOUNTS,
  openPairedShop,
  type PairedShop,
  pairSimulatedPhone,
  telebirrText,
} from "../support/paired-phone.ts";
import { startLocal } from "../support/running-stack.ts";

/** Payments that arrived without a checkout, and how they become sales. */

let stack: LocalStack;
let shop: PairedShop;
let member: Visitor;
beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
  shop = await openPairedShop(stack);
  member = shop.visitor;
  await pairSimulatedPhone(stack, shop);
});
afterAll(() => stack?.close());

/** Time passes, and with it the member's access token. */
async function later(seconds: number): Promise<void> {
  await stack.advance(seconds);
  await stack.idle();
  member = await logIn(stack, shop.visitor.phone);
}

async function transfer(amount: number, more: object = {}): Promise<string> {
  const { body } = await call(stack.url, "POST", "/_local/bank/transfers/", {
    body: {
      ...{ provider: "telebirr", amount, payer_account: "251911990099" },
      ...{ receiver_account: ACCOUNTS.telebirr, receiver_name: "Selam Coffee Shop", ...more },
    },
  });
  await stack.idle();
  return body.reference;
}

const unmatched = async (query = "") =>
  (await member.send("GET", `unmatched-notices/${query}`)).body.data as { reference: string }[];
let keys = 0;
const sell = (reference: string, idempotencyKey = `sale-${++keys}`) =>
  member.send("POST", "unmatched-notices/sell/", {
    body: { app_id: shop.appId, provider: "telebirr", reference },
    headers: { "idempotency-key": idempotencyKey },
  });
const salesOf = async (amount: number) =>
  (
    await call(stack.url, "GET", "/api/v1/checkouts/?limit=100", { key: shop.key })
  ).body.data.filter((one: { amount: number }) => one.amount === amount);

describe("a payment without a checkout: platform/list-unmatched-notices platform/sell-notice", () => {
  test("is listed until it is sold, which its receipt verifies, however old it is", async () => {
    const reference = await transfer(210_000);
    await later(5 * 3_600);
    expect(await unmatched()).toContainEqual({
      ...{ object: "unmatched_notice", provider: "telebirr", reference, amount: 210_000 },
      ...{ currency: "ETB", payer_name: expect.any(String), paid_at: expect.any(String) },
    });
    const sold = await sell(reference);
    expect([sold.status, sold.body]).toEqual([
      201,
      expect.objectContaining({ status: "verified", amount: 210_000 }),
    ]);
    expect(sold.body.payments).toMatchObject([{ reference, evidence: "receipt" }]);
    expect((await unmatched()).map((one) => one.reference)).not.toContain(reference);
  });

  test("becomes one sale when two cashiers tap at once, and when one taps again", async () => {
    const reference = await transfer(220_000);
    const both = await Promise.all([sell(reference), sell(reference), sell(reference)]);
    const again = await sell(reference);
    const ids = new Set([...both, again].map(({ body }) => body.id));
    expect([...both, again].map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(ids.size).toBe(1);
    expect(await salesOf(220_000)).toMatchObject([{ status: "verified" }]);
  });

  test("of a customer's checkout is not listed and cannot be sold", async () => {
    const { body: made } = await call(stack.url, "POST", "/api/v1/checkouts/", {
      key: shop.key,
      body: { amount: 230_000, customer: { phone: "+251911990099" } },
    });
    const reference = await transfer(230_000);
    await stack.idle();
    const { body } = await call(stack.url, "GET", `/api/v1/checkouts/${made.id}/`, {
      key: shop.key,
    });
    expect(body.status).toBe("verified");
    expect((await unmatched()).map((one) => one.reference)).not.toContain(reference);
    expect((await sell(reference)).status).toBe(409);
    expect(await salesOf(230_000)).toHaveLength(1);
  });

  test("whose receipt says something else leaves no sale, and neither does an invented one", async () => {
    const reference = await transfer(240_000, { status: "reversed" });
    const text = telebirrText(reference, "2,400.00");
    await call(stack.url, "POST", "/_local/phone/messages/", { body: { sender: "127", text } });
    await stack.idle();
    expect((await unmatched()).map((one) => one.reference)).toContain(reference);
    expect((await sell(reference)).status).toBe(409);
    expect(await salesOf(240_000)).toMatchObject([{ status: "canceled", payments: [] }]);
    expect((await sell("DKX1N0SUCH")).status).toBe(404);
  });

  test("waits while the bank is down, and is sold once", async () => {
    const reference = await transfer(250_000);
    const bankIs = (mode: string) =>
      call(stack.url, "PUT", "/_local/bank/telebirr/mode/", { body: { mode } });
    await bankIs("down");
    const first = await sell(reference);
    expect(first.body).toMatchObject({ status: "verifying", payments: [] });
    expect((await sell(reference)).body.id).toBe(first.body.id);
    await bankIs("up");
    await later(1_200);
    expect(await salesOf(250_000)).toMatchObject([{ id: first.body.id, status: "verified" }]);
  });

  test("of an app with distinct amounts is sold at its own amount", async () => {
    await member.send("PATCH", `apps/${shop.appId}/`, { body: { distinct_amounts: true } });
    const reference = await transfer(260_000);
    expect((await sell(reference)).body).toMatchObject({ status: "verified", amount: 260_000 });
  });

  test("of yesterday is listed by its day", async () => {
    const reference = await transfer(270_000);
    const day = new Date(stack.now() + 3 * 3_600_000).toISOString().slice(0, 10);
    await later(86_400);
    expect((await unmatched()).map((one) => one.reference)).not.toContain(reference);
    expect((await unmatched(`?day=${day}`)).map((one) => one.reference)).toContain(reference);
  });
});
