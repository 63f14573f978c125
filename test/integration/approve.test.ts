import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "../../lib/domain/checkout.ts";
import { getCheckout } from "../../lib/store/checkouts.ts";
import { getBalance } from "../../lib/store/credit-shards.ts";
import { listEvents } from "../../lib/store/events.ts";
import { listIssues } from "../../lib/store/issues.ts";
import type { Table } from "../../lib/store/transact.ts";
import { approveCheckout, rejectCheckout } from "../../lib/use-cases/verification/decisions.ts";
import { createMerchant, SHOP } from "../support/merchant.ts";
import { type BankShop, openBankShop, PRICE, tableOf } from "../support/running-stack.ts";

let shop: BankShop;
let table: Table;

beforeAll(async () => {
  shop = await openBankShop();
  table = tableOf(shop.stack);
  // The decision runs in this process, on the stack's own table.
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: shop.stack.aws.endpoint,
    AWS_REGION: shop.stack.aws.region,
    AWS_ACCESS_KEY_ID: shop.stack.aws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: shop.stack.aws.credentials.secretAccessKey,
    TABLE_NAME: table.name,
    STAGE: "test",
    PUBLIC_BASE_URL: shop.stack.url,
    DEFAULT_CURRENCY: "ETB",
    PHONE_REGION: "ET",
    SERVICE_CONFIG: "{}",
  });
});
afterAll(() => shop?.stack.close());

const load = (id: string) => async (): Promise<Checkout> => {
  const checkout = await getCheckout(table, id);
  if (!checkout) throw new Error("no such checkout");
  return checkout;
};
const decision = async (id: string) => ({
  load: load(id),
  sequence: (await load(id)()).sequence,
  by: "usr_tester",
  reason: "Seen on the statement",
  now: shop.stack.now(),
  alongside: () => [],
});
const approve = async (id: string) => approveCheckout(await decision(id));
const reject = async (id: string) => rejectCheckout(await decision(id));
const balance = () => getBalance(table, shop.merchant.accountId);

const typed = (number: number) => `SLIP-${number}`;
let slips = 0;

async function inReview(input = typed(++slips)) {
  const checkout = await shop.checkout();
  const { body } = await shop.verify(checkout, input, { provider: "manual" });
  expect(body).toMatchObject({ status: "review" });
  return checkout;
}

async function underpaid() {
  const { reference } = await shop.transfer("dashen", { amount: PRICE - 5_000 });
  const checkout = await shop.checkout();
  const { body } = await shop.verify(checkout, reference, { provider: "dashen" });
  expect(body).toMatchObject({ outcome: "counted" });
  return { checkout, reference };
}

describe("manual approval", () => {
  it("verifies money that came short with the bank's own reference, for one credit and one event", async () => {
    const { checkout, reference } = await underpaid();
    const before = await balance();
    const approved = await approve(checkout.id);
    expect(approved).toMatchObject({
      status: "verified",
      amountReceived: PRICE - 5_000,
      payments: [{ provider: "dashen", reference }],
      review: {
        reason: "partially_paid",
        decidedBy: "usr_tester",
        decidedAt: expect.any(Number),
        note: "Seen on the statement",
      },
    });
    const { captured, available } = await balance();
    expect(captured).toBe(before.captured + 1);
    expect(available).toBe(before.available - 1);
    const events = await listEvents(
      table,
      {
        accountId: shop.merchant.accountId,
        mode: "live",
        of: { appId: shop.merchant.appId },
        type: "checkout.verified",
      },
      { limit: 100 },
      shop.stack.now(),
    );
    expect(events.data.filter((event) => event.objectId === checkout.id)).toHaveLength(1);
    const { data: issues } = await listIssues(
      table,
      { accountId: shop.merchant.accountId },
      { limit: 100 },
      shop.stack.now(),
    );
    expect(issues.filter((issue) => issue.objectId === checkout.id)).toEqual([]);
  });

  it("gives a receipt that says what came in and who has confirmed it", async () => {
    const { checkout } = await underpaid();
    const receiptOf = async ({ receiptCode }: Checkout) => {
      const address = `${shop.stack.url}/api/public/gateway/verify/${receiptCode}/`;
      return (await fetch(address, { headers: { accept: "application/json" } })).json();
    };
    expect(await receiptOf(await approve(checkout.id))).toMatchObject({
      amount: PRICE,
      amount_received: PRICE - 5_000,
      confirmed_by: "merchant",
    });
    // Nobody but the merchant has seen this money.
    expect(await receiptOf(await approve((await inReview()).id))).toMatchObject({
      amount: PRICE,
      amount_received: 0,
      confirmed_by: "merchant",
    });
  });

  it("is not needed to claim a reference: it counts nowhere else from the moment it was read", async () => {
    const { reference } = await underpaid();
    const other = await shop.checkout({ amount: PRICE });
    const { body } = await shop.verify(other, reference, { provider: "dashen" });
    expect(body).toMatchObject({ outcome: "already_used" });
    const slip = typed(++slips);
    await inReview(slip);
    const again = await shop.checkout();
    const used = await shop.verify(again, slip.toLowerCase(), { provider: "manual" });
    expect(used.body).toMatchObject({ status: "open", outcome: "already_used" });
  });

  it("happens once, however often it is asked for at once", async () => {
    const checkout = await inReview();
    const before = await balance();
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => approve(checkout.id)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === "rejected") expect(answer.reason.code).toBe("checkout_not_open");
    }
    expect((await balance()).captured).toBe(before.captured + 1);
  });

  it("is not for a checkout that nobody has paid into, nor for one that is decided", async () => {
    const fresh = await shop.checkout();
    await expect(approve(fresh.id)).rejects.toMatchObject({ code: "checkout_not_open" });
    await expect(reject(fresh.id)).rejects.toMatchObject({ code: "checkout_not_open" });
    const checkout = await inReview();
    await reject(checkout.id);
    await expect(approve(checkout.id)).rejects.toMatchObject({ code: "checkout_not_open" });
    await expect(reject(checkout.id)).rejects.toMatchObject({ code: "checkout_not_open" });
  });

  it("wants a credit, and changes nothing without one", async () => {
    const poor = await createMerchant(table, { credits: 1, accounts: { manual: SHOP } });
    const slip = (reference: string) => ({ provider: "manual", input: reference });
    const made = [];
    for (const reference of ["LAST-ONE", "NONE-LEFT"]) {
      const checkout = await shop.checkout({}, poor.liveKey);
      const { input, provider } = slip(reference);
      await shop.verify(checkout, input, { provider });
      made.push(checkout);
    }
    const [paid, unpaid] = made;
    if (!paid || !unpaid) throw new Error("two checkouts were made");
    await approve(paid.id);
    await expect(approve(unpaid.id)).rejects.toMatchObject({ code: "insufficient_credits" });
    expect(await load(unpaid.id)()).toMatchObject({ status: "review" });
  });
});

it("rejecting spends nothing, and the payments stay claimed", async () => {
  const slip = typed(++slips);
  const before = await balance();
  expect(await reject((await inReview(slip)).id)).toMatchObject({
    status: "rejected",
    review: { decidedBy: "usr_tester", note: "Seen on the statement" },
    payments: [{ reference: slip, state: "doubtful" }],
  });
  expect(await balance()).toEqual(before);
  const { body } = await shop.verify(await shop.checkout(), slip, { provider: "manual" });
  expect(body).toMatchObject({ outcome: "already_used" });
});
