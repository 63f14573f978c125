import { beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import { getClaim } from "../../../lib/store/claims.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import type { Write } from "../../../lib/store/transact.ts";
import { approveCheckout, rejectCheckout } from "../../../lib/use-cases/verification/approve.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { openDesk } from "../../support/desk.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  accounts,
  attemptsOf,
  open,
  read,
  receiptOf,
  submitted,
  verify,
} from "../../support/verification-desk.ts";

const desk = openDesk();
let merchant: Merchant;
let made = 0;

const newMerchant = (credits: number) =>
  createMerchant(desk.table, {
    credits,
    accounts: { telebirr: SHOP, manual: { name: SHOP.name, number: "CASH-DESK-1" } },
  });
beforeAll(async () => {
  merchant = await newMerchant(100);
});

const DECIDED_AT = Date.now() + 60_000;
const decision = (id: string, alongside: (after: Checkout) => readonly Write[] = () => []) => ({
  ...{ load: () => read(id), by: "usr_tester", reason: "Seen on the statement", now: DECIDED_AT },
  alongside,
});
const approve = (id: string) => approveCheckout(decision(id));
const reject = (id: string) => rejectCheckout(decision(id));
const attempts = async (checkout: Checkout) => (await attemptsOf(checkout)).toReversed();
const claimed = ({ accountId }: Checkout, key: string) =>
  getClaim(desk.table, { accountId, mode: "live" }, key);
const newReference = () => `DKY${String(++made).padStart(7, "0")}`;

/** A checkout in review with references that only a person can look up. */
async function typed(shop: Merchant, ...inputs: readonly string[]): Promise<Checkout> {
  let checkout = await open(shop);
  for (const input of inputs) {
    ({ checkout } = await submitInput(checkout, { provider: "manual", input }, Date.now()));
  }
  return checkout;
}
const unsure = (changes: Partial<Receipt> = {}) =>
  receiptOf(newReference(), {
    ...changes,
    receiver: { institution: "telebirr", name: SHOP.name, account: null },
  });
const underpaid = () => receiptOf(newReference(), { amountMinor: 149_000 });

describe("an approval", () => {
  it("names who decided and why, and shows the payment that a review hides", async () => {
    const receipt = unsure({ paidAt: Date.now() - 60_000 });
    const { checkout } = await verify(merchant, receipt);
    expect(checkout.amountReceived).toBeNull();
    expect(await approve(checkout.id)).toMatchObject({
      status: "verified",
      verifiedAt: DECIDED_AT,
      amountReceived: 150_000,
      payment: { reference: receipt.reference, payerName: "A*** K***", paidAt: receipt.paidAt },
      exceptions: ["receiver_unconfirmed", "approved_by_hand"],
      review: { decidedBy: "usr_tester", decidedAt: DECIDED_AT, note: "Seen on the statement" },
    });
    const [attempt] = await attempts(checkout);
    expect(attempt).toMatchObject({ outcome: "matched", receipt: null });
    expect(attempt?.settledAt).toBeLessThan(DECIDED_AT);
  });

  it("of an underpayment keeps the bank's outcome, and resolves the issue", async () => {
    const shop = await newMerchant(10);
    const issues = async () =>
      (await listIssues(desk.table, shop, { limit: 10 }, Date.now())).data.map(({ kind }) => kind);
    const { checkout } = await verify(shop, underpaid());
    expect(await issues()).toEqual(["underpaid"]);
    expect(await approve(checkout.id)).toMatchObject({
      status: "verified",
      amountReceived: 149_000,
      review: { reason: "amount_mismatch" },
    });
    expect(await attempts(checkout)).toMatchObject([{ outcome: "amount_mismatch", receipt: null }]);
    expect(await issues()).toEqual([]);
  });

  it("without a receipt proves no more than what was typed", async () => {
    const checkout = await typed(merchant, "SLIP-A1");
    expect(await approve(checkout.id)).toMatchObject({
      payment: { provider: "manual", reference: "SLIP-A1", payerName: null, paidAt: null },
      amountReceived: null,
      exceptions: ["approved_by_hand"],
      receiptCode: expect.stringMatching(/\S/),
    });
    expect(await attempts(checkout)).toMatchObject([{ outcome: "matched", settledAt: DECIDED_AT }]);
    expect(await claimed(checkout, "manual:SLIPA1")).toBe(checkout.id);
  });

  it("of many typed references, with others in them, fits into one transaction, and takes the newest", async () => {
    const inputs = [0, 1, 2].map((index) => `SLIP-FT263270000${index}`);
    let checkout = await typed(merchant, ...inputs);
    // A bank still looks for three others, and the caller has two writes of its own.
    for (const _ of [1, 2, 3]) ({ checkout } = await submitted(checkout, newReference()));
    const own = ["A", "B"].map((sk) => ({
      label: "idempotency" as const,
      put: { Item: { pk: `IDM#${checkout.id}`, sk } },
    }));
    const approved = await approveCheckout(decision(checkout.id, () => own));
    expect(approved.payment?.reference).toBe("SLIP-FT2632700002");
    const used = inputs.map((input) => claimed(checkout, `manual:${input.replace("-", "")}`));
    expect(await Promise.all(used)).toEqual(Array(3).fill(checkout.id));
  });

  it("uses up every slip, because a checkout takes three and knows them again", async () => {
    const checkout = await typed(merchant, ...[0, 1, 2].map((slip) => `SLIP-G${slip}`));
    const type = (input: string) =>
      submitInput(checkout, { provider: "manual", input }, Date.now());
    await expect(type("SLIP-G5")).rejects.toMatchObject({ code: "checkout_blocked" });
    expect((await type("slip g0")).attempt).toEqual((await attempts(checkout))[0]);
    await approve(checkout.id);
    const second = await typed(merchant, "SLIP-G0");
    await expect(approve(second.id)).rejects.toMatchObject({ code: "reference_already_used" });
  });

  it("takes the bank's receipt, and uses up the reference that was typed beside it", async () => {
    const checkout = await typed(merchant, "SLIP-C1");
    const receipt = unsure();
    const { checkout: both } = await settleAttempt(await submitted(checkout, receipt.reference), {
      ...{ kind: "receipt", receipt },
    });
    expect(both.review?.reason).toBe("manual");
    expect((await approve(checkout.id)).payment?.reference).toBe(receipt.reference);
    expect(await claimed(checkout, "manual:SLIPC1")).toBe(checkout.id);
  });

  it("does without a credit in test mode", async () => {
    const before = await accounts(merchant.accountId);
    const { checkout } = await verify(
      merchant,
      { ...unsure(), provider: "sandbox" },
      { mode: "test" },
    );
    expect((await approve(checkout.id)).status).toBe("verified");
    expect(await accounts(merchant.accountId)).toEqual(before);
  });

  it("is refused without a credit, and changes nothing", async () => {
    const poor = await newMerchant(1);
    const checkout = await typed(poor, "SLIP-D1");
    await verify(poor, receiptOf(newReference()));
    await expect(approve(checkout.id)).rejects.toMatchObject({ code: "insufficient_credits" });
    expect(await read(checkout.id)).toEqual(checkout);
    expect(await claimed(checkout, "manual:SLIPD1")).toBeNull();
  });

  it("is refused for a reference that is used up before credits are asked for", async () => {
    const poor = await newMerchant(1);
    const [first, second] = [await typed(poor, "SLIP-E1"), await typed(poor, "slip e1")];
    await approve(first.id);
    await expect(approve(second.id)).rejects.toMatchObject({ code: "reference_already_used" });
  });

  it("is for a checkout that somebody has paid into and nobody has decided", async () => {
    const none = { code: "checkout_not_open" };
    const fresh = await open(merchant);
    const { checkout: verified } = await verify(merchant, receiptOf(newReference()));
    const { checkout: missing } = await settleAttempt(await submitted(fresh, newReference()), {
      kind: "not_found",
    });
    for (const { id } of [fresh, verified, missing]) {
      await expect(approve(id)).rejects.toMatchObject(none);
      await expect(reject(id)).rejects.toMatchObject(none);
    }
  });
});

describe("a rejection", () => {
  it("uses up no credit and no reference, and ends each attempt", async () => {
    const before = await accounts(merchant.accountId);
    const checkout = await typed(merchant, "SLIP-F1", "SLIP-F2");
    expect(await reject(checkout.id)).toMatchObject({
      status: "rejected",
      review: { decidedBy: "usr_tester", decidedAt: DECIDED_AT, note: "Seen on the statement" },
    });
    const ended = { outcome: "not_found", settledAt: DECIDED_AT };
    expect(await attempts(checkout)).toMatchObject([ended, ended]);
    expect(await accounts(merchant.accountId)).toEqual(before);
    const again = await typed(merchant, "SLIP-F1");
    expect((await approve(again.id)).status).toBe("verified");
  });

  it("keeps what the bank said, without the receipt", async () => {
    const { checkout } = await verify(merchant, unsure());
    await reject(checkout.id);
    expect(await attempts(checkout)).toMatchObject([{ outcome: "matched", receipt: null }]);
    await expect(approve(checkout.id)).rejects.toMatchObject({ code: "checkout_not_open" });
  });
});

describe("several decisions at once", () => {
  it("take one credit, and the others learn that it is decided", async () => {
    const shop = await newMerchant(10);
    const checkout = await typed(shop, "SLIP-G1");
    const answers = await Promise.allSettled([
      ...[approve(checkout.id), approve(checkout.id)],
      ...[reject(checkout.id), approve(checkout.id)],
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === "rejected") expect(answer.reason.code).toBe("checkout_not_open");
    }
    const { balance } = await accounts(shop.accountId);
    expect(balance.captured).toBe((await read(checkout.id)).status === "verified" ? 1 : 0);
  });

  it("end with a conflict where the checkout is never what was read", async () => {
    const stale = await typed(merchant, "SLIP-H1");
    await submitInput(stale, { provider: "manual", input: "SLIP-H3" }, Date.now());
    const answer = approveCheckout({ ...decision(stale.id), load: async () => stale });
    await expect(answer).rejects.toMatchObject({ code: "conflict" });
  });
});

it("what is written with a decision stands or falls with it", async () => {
  const checkout = await typed(merchant, "SLIP-I1");
  const seen: string[] = [];
  const alongside = (isThere: boolean) => (after: Checkout) => {
    seen.push(after.status);
    const ConditionExpression = isThere ? "attribute_exists(pk)" : "attribute_not_exists(pk)";
    const check = { Key: { pk: "IDEM#none", sk: "X" }, ConditionExpression };
    return [{ label: "idempotency", check } as const];
  };
  const tried = approveCheckout(decision(checkout.id, alongside(true)));
  await expect(tried).rejects.toMatchObject({ code: "idempotency_in_progress" });
  expect(await read(checkout.id)).toMatchObject({ status: "review" });
  await approveCheckout(decision(checkout.id, alongside(false)));
  expect(seen).toEqual(["verified", "verified"]);
});
