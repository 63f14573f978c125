import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import { getClaim } from "../../../lib/store/claims.ts";
import { cancelCheckout } from "../../../lib/use-cases/checkouts/cancel.ts";
import { expireCheckout } from "../../../lib/use-cases/checkouts/expire.ts";
import { approveCheckout, rejectCheckout } from "../../../lib/use-cases/verification/approve.ts";
import { questionOf } from "../../../lib/use-cases/verification/question.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { openDesk } from "../../support/desk.ts";
import { grantCredits } from "../../support/grant-credits.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  attemptsOf,
  forgotten,
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

const decision = (id: string, load = () => read(id)) => ({
  ...{ load, by: "usr_tester", reason: "Seen", now: Date.now(), alongside: () => [] },
});
const approve = (id: string, load?: () => Promise<Checkout>) => approveCheckout(decision(id, load));
/** Reads the checkout a moment too early, the first time. */
const lateFor = (stale: Checkout) => {
  const early = [stale];
  return async () => early.pop() ?? read(stale.id);
};
const newReference = () => `DKU${String(++made).padStart(7, "0")}`;
const little = (reference = newReference()) => receiptOf(reference, { amountMinor: 149_000 });
const type = async (checkout: Checkout, input: string) =>
  (await submitInput(checkout, { provider: "manual", input }, Date.now())).checkout;
const typed = async (input: string, shop = merchant) => type(await open(shop), input);
const claimed = ({ accountId }: Checkout, key: string) =>
  getClaim(desk.table, { accountId, mode: "live" }, key);
const outcomes = async (checkout: Checkout) =>
  (await attemptsOf(checkout)).map(({ lookup, outcome }) => [lookup.provider, outcome]).toSorted();

describe("an approval decides about", () => {
  it("the typed reference, and uses up another one that nobody has read a receipt for", async () => {
    const checkout = await typed("SLIP-J1");
    const bank = await submitted(checkout, newReference());
    await settleAttempt(bank, { kind: "manual" });
    expect((await approve(checkout.id)).payment?.reference).toBe("SLIP-J1");
    expect(await outcomes(checkout)).toEqual([
      ["manual", "matched"],
      ["telebirr", "superseded"],
    ]);
    expect(await claimed(checkout, `telebirr:${bank.attempt.lookup.reference}`)).toBe(checkout.id);
  });

  it("the typed reference, not an underpayment beside it", async () => {
    const checkout = await typed("SLIP-J2");
    const { lookup } = (await submitted(checkout, newReference())).attempt;
    const [state] = (await attemptsOf(checkout)).filter(
      (one) => one.lookup.reference === lookup.reference,
    );
    if (!state) throw new Error("no attempt");
    const receipt = little(lookup.reference);
    const now = await read(checkout.id);
    await settleAttempt({ checkout: now, attempt: state }, { kind: "receipt", receipt });
    expect(await outcomes(checkout)).toContainEqual(["telebirr", "amount_mismatch"]);
    expect((await approve(checkout.id)).payment?.reference).toBe("SLIP-J2");
  });

  it("the typed reference, not a receipt that still waits for a credit", async () => {
    const poor = await newMerchant(1);
    const checkout = await typed("SLIP-J3", poor);
    await verify(poor, receiptOf(newReference()));
    const bank = await submitted(checkout, newReference());
    const receipt = receiptOf(bank.attempt.lookup.reference, { paidAt: Date.now() + 1 });
    const waits = await settleAttempt(bank, { kind: "receipt", receipt });
    expect(waits.attempt).toMatchObject({ outcome: "insufficient_credits", settledAt: null });
    await grantCredits(desk.table, {
      ...{ id: "led_later", accountId: poor.accountId, kind: "grant", credits: 5 },
      ...{ source: "test", note: null, createdAt: Date.now() },
    });
    expect((await approve(checkout.id)).payment?.reference).toBe("SLIP-J3");
  });

  it("references that a person was asked about, and supersedes one that is still on its way", async () => {
    for (const [input, decide] of [
      ["SLIP-J4", approveCheckout],
      ["SLIP-J5", rejectCheckout],
    ] as const) {
      const checkout = await typed(input);
      const onItsWay = await submitted(checkout, `${input}0`, "manual");
      expect((await decide(decision(checkout.id))).pending).toEqual([]);
      expect(await outcomes(checkout)).toContainEqual(["manual", "superseded"]);
      const late = await settleAttempt(onItsWay, { kind: "manual" });
      expect(late.attempt.outcome).toBe("superseded");
      const owner = decide === approveCheckout ? checkout.id : null;
      expect(await claimed(checkout, `manual:${input.replace("-", "")}0`)).toBe(owner);
    }
  });

  it.each([
    ["SLIP-J6", "superseded", [["manual", "superseded"]]],
    ["SLIP-J7", "unsettled", []],
  ])("references that it was asked about, not a lost one: %s, %s", async (input, state, shown) => {
    const checkout = await typed(input);
    const lost = await forgotten(await submitted(checkout, `${input}0`, "manual"));
    if (state === "superseded") await settleAttempt(lost, { kind: "manual" });
    expect((await approve(checkout.id)).payment?.reference).toBe(input);
    expect(await outcomes(checkout)).toEqual([["manual", "matched"], ...shown]);
    expect(await claimed(checkout, `manual:${input.replace("-", "")}0`)).toBeNull();
  });

  it("a proven receipt, or nothing, where a review does not say what it is about", async () => {
    const receiver = { institution: "telebirr", name: SHOP.name, account: null } as const;
    const receipt = receiptOf(newReference(), { receiver });
    const { checkout } = await verify(merchant, receipt);
    const question = await questionOf({ ...checkout, review: null });
    expect(question?.attempt.receipt).toEqual(receipt);
    expect(await questionOf({ ...(await typed("SLIP-J9")), review: null })).toBeNull();
  });

  it("nothing where the receipt of an underpayment is missing", async () => {
    const { checkout, attempt } = await verify(merchant, little());
    await desk.table.client.send(
      new UpdateCommand({
        TableName: desk.table.name,
        Key: { pk: `CO#${checkout.id}`, sk: `ATT#${attempt.id}` },
        UpdateExpression: "SET receipt = :none",
        ExpressionAttributeValues: { ":none": null },
      }),
    );
    await expect(approve(checkout.id)).rejects.toMatchObject({ code: "checkout_not_open" });
  });

  it("nothing in a checkout that is canceled, though somebody has paid too little", async () => {
    const { checkout } = await verify(merchant, little());
    expect(await questionOf(checkout)).not.toBeNull();
    const { load, now, alongside } = decision(checkout.id);
    expect(await questionOf(await cancelCheckout(load, now, alongside))).toBeNull();
  });

  it("an underpayment whose checkout has expired", async () => {
    const receipt = little();
    const { checkout } = await verify(merchant, receipt);
    await expireCheckout(checkout.id, checkout.expiresAt);
    expect((await read(checkout.id)).status).toBe("expired");
    expect((await approve(checkout.id)).payment?.reference).toBe(receipt.reference);
  });
});

describe("an approval", () => {
  it("is counted, and shows why a receipt needed a person", async () => {
    const checkout = await typed("SLIP-K1");
    const bank = await submitted(checkout, newReference());
    const receiver = { institution: "telebirr", name: SHOP.name, account: null } as const;
    const receipt = receiptOf(bank.attempt.lookup.reference, { receiver });
    await settleAttempt(bank, { kind: "receipt", receipt });
    const output = vi.mocked(process.stdout.write);
    const from = output.mock.calls.length;
    expect((await approve(checkout.id)).exceptions).toContain("receiver_unconfirmed");
    const lines = output.mock.calls.slice(from).map(([line]) => JSON.parse(String(line)));
    expect(lines).toContainEqual(expect.objectContaining({ CheckoutsVerified: 1 }));
  });

  it("starts over with the checkout as it is by then", async () => {
    const stale = await typed("SLIP-K2");
    await type(stale, "SLIP-K3");
    expect((await approve(stale.id, lateFor(stale))).payment?.reference).toBe("SLIP-K3");
  });

  it("is no decision about a second typed reference that has settled by then", async () => {
    for (const [input, decide] of [
      ["SLIP-K5", approveCheckout],
      ["SLIP-K6", rejectCheckout],
    ] as const) {
      const second = await submitted(await typed(input), `${input}0`, "manual");
      await settleAttempt(second, { kind: "manual" });
      const { id } = second.checkout;
      const late = decide(decision(id, lateFor(second.checkout)));
      await expect(late).rejects.toMatchObject({ code: "conflict" });
      const after = await decide(decision(id));
      expect(after.status).toBe(decide === approveCheckout ? "verified" : "rejected");
      expect(await outcomes(after)).not.toContainEqual(["manual", "pending"]);
    }
  });

  it("is no decision about a second underpayment that has settled by then", async () => {
    const { checkout } = await verify(merchant, little());
    const receipt = little();
    const second = await submitted(checkout, receipt.reference);
    await settleAttempt(second, { kind: "receipt", receipt });
    const late = approve(checkout.id, lateFor(second.checkout));
    await expect(late).rejects.toMatchObject({ code: "conflict" });
    const approved = await approve(checkout.id);
    expect(approved.payment?.reference).toBe(receipt.reference);
  });

  it("says in words why it is refused", async () => {
    await expect(approve((await open(merchant)).id)).rejects.toThrow(
      "Only a checkout that is in review or underpaid can be approved or rejected.",
    );
    const [first, second] = [await typed("SLIP-K4"), await typed("slip k4")];
    await approve(first.id);
    await expect(approve(second.id)).rejects.toThrow(
      "This payment has already verified another checkout. Reject or cancel this one.",
    );
  });

  it("of a receipt is refused as the other writes of its transaction are", async () => {
    const receiver = { institution: "telebirr", name: SHOP.name, account: null } as const;
    const { checkout } = await verify(merchant, receiptOf(newReference(), { receiver }));
    const check = {
      Key: { pk: "IDEM#none", sk: "X" },
      ConditionExpression: "attribute_exists(pk)",
    };
    const refused = approveCheckout({
      ...{ load: () => read(checkout.id), by: "usr_tester", reason: "Seen", now: Date.now() },
      alongside: () => [{ label: "idempotency", check }],
    });
    await expect(refused).rejects.toMatchObject({ code: "idempotency_in_progress" });
  });
});
