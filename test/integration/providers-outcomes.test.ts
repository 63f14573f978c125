import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BANK_PROVIDERS } from "../../lib/local/bank/transfer.ts";
import { listIssues } from "../../lib/store/issues.ts";
import {
  type BankShop,
  EVERYBODY_ELSE,
  openBankShop,
  PRICE,
  tableOf,
} from "../support/running-stack.ts";

let shop: BankShop;

beforeAll(async () => {
  shop = await openBankShop();
});
afterAll(() => shop?.stack.close());

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(shop.stack.now() - days * DAY_MS).toISOString();

async function issueKinds(checkoutId: string): Promise<string[]> {
  const { accountId } = shop.merchant;
  const page = await listIssues(tableOf(shop.stack), { accountId }, { limit: 100 }, Date.now());
  return page.data.filter((issue) => issue.objectId === checkoutId).map((issue) => issue.kind);
}

/** Banks that find a receipt by the customer's link only. */
const BY_LINK: readonly string[] = ["cbe", "boa", "wegagen"];

/** The link where the bank needs it, else the reference. */
async function pay(provider: (typeof BANK_PROVIDERS)[number], fields: object = {}) {
  const { reference, link } = await shop.transfer(provider, fields);
  return { input: BY_LINK.includes(provider) ? link : reference, reference };
}

describe.each(BANK_PROVIDERS)("%s", (provider) => {
  const verify = async (fields: object, checkout?: Awaited<ReturnType<BankShop["checkout"]>>) => {
    const { input } = await pay(provider, fields);
    const on = checkout ?? (await shop.checkout());
    const { body } = await shop.verify(on, input, { provider });
    return { ...body, on };
  };

  it("verifies what was paid in full, for one credit", async () => {
    const before = await shop.captured();
    const answer = await verify({});
    expect(answer).toMatchObject({ status: "verified", outcome: "matched" });
    expect(answer.checkout).toMatchObject({
      exceptions: [],
      amount_received: PRICE,
      payments: [{ provider, state: "counted", amount: PRICE }],
    });
    expect(await shop.captured()).toBe(before + 1);
  });

  it("verifies what was paid twice over, and says so", async () => {
    const answer = await verify({ amount: PRICE * 2 });
    expect(answer.checkout).toMatchObject({
      status: "verified",
      exceptions: ["overpaid"],
      amount_received: PRICE * 2,
    });
  });

  it("leaves open what came one cent short, and asks for the rest", async () => {
    const before = await shop.captured();
    const answer = await verify({ amount: PRICE - 1 });
    expect(answer).toMatchObject({
      status: "open",
      outcome: "counted",
      checkout: { amount_received: PRICE - 1, amount_due: 1 },
      attempt: { expected: { amount: PRICE }, found: { amount: PRICE - 1 } },
    });
    expect(await issueKinds(answer.on.id)).toEqual([]);
    expect(await shop.captured()).toBe(before);
  });

  it("refuses a payment to another receiver, and shows nothing of it", async () => {
    const before = await shop.captured();
    const answer = await verify(EVERYBODY_ELSE);
    // CBE Birr finds a receipt by a phone, and ours does not find it.
    expect(answer).toMatchObject({
      outcome: provider === "cbe_birr" ? "pending" : "receiver_mismatch",
      attempt: { found: null },
    });
    expect(JSON.stringify(answer)).not.toContain("Zeritu");
    expect(await shop.captured()).toBe(before);
  });

  it("refuses what was paid before the checkout was made", async () => {
    const answer = await verify({ paid_at: daysAgo(2) });
    expect(answer).toMatchObject({ status: "open", outcome: "too_old" });
  });

  it.each(["pending", "reversed"])("does not verify what is %s", async (status) => {
    const before = await shop.captured();
    const answer = await verify({ status });
    // Without a line for it, the bank does not know the receipt yet.
    expect(["not_completed", "pending"]).toContain(answer.outcome);
    expect(answer.status).not.toBe("verified");
    expect(await shop.captured()).toBe(before);
  });

  it("believes that there is no receipt when the bank says so three times", async () => {
    const { input } = await pay(provider);
    const unknown = input.replace(/.$/, (last) => (last === "7" ? "8" : "7"));
    const checkout = await shop.checkout();
    const { body } = await shop.verify(checkout, unknown, { provider });
    expect(body).toMatchObject({ status: "verifying", outcome: "pending" });
    await shop.advance(120);
    expect(await shop.attempts(checkout)).toMatchObject([{ outcome: "not_found" }]);
    expect(await shop.read(checkout)).toMatchObject({ status: "open" });
  });

  it("waits while the bank is down, and verifies once when it is back", async () => {
    const before = await shop.captured();
    const { input } = await pay(provider);
    const checkout = await shop.checkout();
    await shop.mode(provider, "down");
    const parked = await shop.verify(checkout, input, { provider });
    await shop.mode(provider, "up");
    expect(parked.status).toBe(202);
    expect(parked.body).toMatchObject({
      status: "verifying",
      outcome: "pending",
      attempt: { waiting_for: "provider" },
    });
    expect(await issueKinds(checkout.id)).toEqual(["parked_checkout"]);
    expect(await shop.status(provider)).toBe("degraded");
    await shop.advance(20);
    expect(await shop.read(checkout)).toMatchObject({ status: "verified" });
    expect(await shop.captured()).toBe(before + 1);
    expect(await issueKinds(checkout.id)).toEqual([]);
  });

  it("parks a page that came damaged, and verifies when it can be read", async () => {
    const before = await shop.captured();
    const { input } = await pay(provider);
    const checkout = await shop.checkout();
    await shop.mode(provider, "garbled");
    const parked = await shop.verify(checkout, input, { provider });
    await shop.mode(provider, "up");
    expect(parked.body).toMatchObject({ status: "verifying", outcome: "pending" });
    expect(await issueKinds(checkout.id)).toEqual(["unreadable_receipt"]);
    expect(await shop.captured()).toBe(before);
    await shop.advance(20);
    expect(await shop.read(checkout)).toMatchObject({ status: "verified" });
    expect(await shop.captured()).toBe(before + 1);
  });
});

it("account digits that were wrong can be corrected before the bank has answered", async () => {
  const { reference, link } = await shop.transfer("boa");
  const checkout = await shop.checkout();
  const submit = async (input: string, more = {}) =>
    (await shop.verify(checkout, input, { provider: "boa", ...more })).body.attempt.id;
  await shop.mode("boa", "down");
  const wrong = await submit(`${reference}00000`);
  const right = await submit(link);
  expect(right).not.toBe(wrong);
  expect(await submit(link)).toBe(right);
  // This bank is asked without the phone, so another one corrects nothing.
  expect(await submit(link, { payer_phone: "+251911000009" })).toBe(right);
  await shop.mode("boa", "up");
  await shop.advance(60);
  expect(await shop.read(checkout)).toMatchObject({ status: "verified" });
  expect(await shop.attempts(checkout)).toMatchObject([
    { id: right, outcome: "matched" },
    { id: wrong, outcome: "superseded" },
  ]);
});
