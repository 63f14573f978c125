import { beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import { approveCheckout, rejectCheckout } from "../../../lib/use-cases/verification/approve.ts";
import { decisionStateOf } from "../../../lib/use-cases/verification/question.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import { openDesk } from "../../support/desk.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  attemptsOf,
  beforeCalls,
  open,
  read,
  receiptOf,
  submitted,
} from "../../support/verification-desk.ts";

const desk = openDesk();
const CBE = "1000200300401";
const TO_CBE = { institution: "cbe", name: SHOP.name, account: CBE } as const;
const CONFLICT = { code: "conflict" };
let merchant: Merchant;
let made = 0;
/** Each test has an amount of its own: equal payments at one time are compared. */
let amount = 90_000;

beforeAll(async () => {
  const accounts = { telebirr: SHOP, cbe: { name: SHOP.name, number: CBE } };
  merchant = await createMerchant(desk.table, { credits: 100, accounts });
});

function nextAmount(): number {
  amount += 1000;
  return amount;
}
const openFor = (total: number) => open(merchant, { amount: total });
const newReference = () => `FT26328${String(++made).padStart(5, "0")}`;
const receiptFor = (amountMinor: number, fields: Partial<ReturnType<typeof receiptOf>> = {}) =>
  receiptOf(newReference(), { provider: "cbe", amountMinor, receiver: TO_CBE, ...fields });
const hiddenFor = (amountMinor: number) =>
  receiptFor(amountMinor, { receiver: { ...TO_CBE, account: null } });
/** Another provider's receipt of the same transfer. */
const twinOf = ({ amountMinor, paidAt }: ReturnType<typeof receiptOf>) =>
  receiptOf(`DKU${newReference().slice(5)}`, { amountMinor, paidAt, receiver: TO_CBE });

async function pay(checkout: Checkout, receipt: ReturnType<typeof receiptOf>) {
  const state = await submitted(await read(checkout.id), receipt.reference, receipt.provider);
  return settleAttempt(state, { kind: "receipt", receipt });
}
/** The receipt verifies a checkout of its own. */
async function spend(receipt: ReturnType<typeof receiptOf>) {
  const { checkout } = await pay(await openFor(receipt.amountMinor), receipt);
  expect(checkout.status).toBe("verified");
}
/** What the dashboard gets with the checkout. */
async function shown(checkout: Checkout): Promise<string> {
  return decisionStateOf(await read(checkout.id), await attemptsOf(checkout));
}
const decision = ({ id }: Checkout, seen?: string) => ({
  ...{ load: () => read(id), by: "usr_tester", reason: "Seen on the statement", seen },
  ...{ now: Date.now(), alongside: () => [] },
});
const approve = (checkout: Checkout, seen?: string) => approveCheckout(decision(checkout, seen));
const reject = (checkout: Checkout, seen?: string) => rejectCheckout(decision(checkout, seen));

describe("a user who has not seen a warning approves nothing, although another one has", () => {
  it("of a payment that may be a duplicate", async () => {
    const checkout = await openFor(nextAmount());
    const hidden = hiddenFor(amount);
    await pay(checkout, hidden);
    await spend(twinOf(hidden));
    const before = await shown(checkout);
    // The first answer may as well be lost: the same request comes again.
    for (const _ of [1, 2]) await expect(approve(checkout, before)).rejects.toMatchObject(CONFLICT);
    expect((await read(checkout.id)).status).toBe("review");
    expect((await approve(checkout, await shown(checkout))).status).toBe("verified");
  });

  it("of a part that is used elsewhere", async () => {
    const half = nextAmount();
    const checkout = await openFor(half * 2);
    const [used, rest] = [receiptFor(half - 1), receiptFor(half + 1)];
    await pay(checkout, used);
    await pay(checkout, rest);
    await spend(used);
    const before = await shown(checkout);
    for (const _ of [1, 2]) await expect(approve(checkout, before)).rejects.toMatchObject(CONFLICT);
    const approved = await approve(checkout, await shown(checkout));
    expect(approved.payment?.reference).toBe(rest.reference);
  });

  it("of a reference that is still looked up and is used elsewhere", async () => {
    const half = nextAmount();
    const checkout = await openFor(half * 2);
    const [used, rest] = [receiptFor(half - 1), receiptFor(half + 1)];
    await pay(checkout, rest);
    await submitted(await read(checkout.id), used.reference, "cbe");
    await spend(used);
    const before = await shown(checkout);
    for (const _ of [1, 2]) await expect(approve(checkout, before)).rejects.toMatchObject(CONFLICT);
    expect((await approve(checkout, await shown(checkout))).status).toBe("verified");
  });
});

describe("what a user has seen", () => {
  it("differs where one payment has taken the place of another", async () => {
    const checkout = await openFor(nextAmount() * 2);
    await pay(checkout, receiptFor(amount - 1));
    await pay(checkout, receiptFor(amount + 1));
    const [second, first] = await attemptsOf(checkout);
    if (!first || !second) throw new Error("two payments");
    const now = await read(checkout.id);
    expect(decisionStateOf(now, [first])).not.toBe(decisionStateOf(now, [second]));
  });

  it("is the same with a reference that was submitted after the checkout was read", async () => {
    const checkout = await openFor(nextAmount() * 2);
    await pay(checkout, receiptFor(amount - 1));
    const [before, seen] = [await read(checkout.id), await shown(checkout)];
    await submitted(before, newReference(), "cbe");
    expect(decisionStateOf(before, await attemptsOf(checkout))).toBe(seen);
  });
});

describe("a payment that settles while a user decides", () => {
  /** Runs once, when the decision has read everything and is about to write. */
  const meanwhile = (run: () => Promise<unknown>) => {
    let isFirst = true;
    beforeCalls(async (call) => {
      if (call !== "TransactWriteItems" || !isFirst) return;
      isFirst = false;
      await run();
    });
  };

  /** A review of one reference, and another one that settles meanwhile. */
  const withLatePayment = async () => {
    const checkout = await openFor(nextAmount());
    const asked = await submitted(checkout, newReference(), "cbe");
    await settleAttempt(asked, { kind: "manual" });
    const hidden = hiddenFor(amount);
    const late = await submitted(await read(checkout.id), hidden.reference, "cbe");
    meanwhile(() => settleAttempt(late, { kind: "receipt", receipt: hidden }));
    return { checkout, asked };
  };

  it("is neither approved nor shown by that decision", async () => {
    const { checkout, asked } = await withLatePayment();
    await expect(approve(checkout)).rejects.toMatchObject(CONFLICT);
    const { reference } = asked.attempt.lookup;
    expect(await read(checkout.id)).toMatchObject({ status: "review", payment: { reference } });
  });

  it("is not rejected by that decision", async () => {
    const { checkout } = await withLatePayment();
    await expect(reject(checkout)).rejects.toMatchObject(CONFLICT);
    const { payment } = await read(checkout.id);
    expect(await reject(checkout)).toMatchObject({ status: "rejected", payment });
  });

  it("is not taken for one that the user has seen while the checkout still waited for it", async () => {
    const { checkout } = await withLatePayment();
    const before = await read(checkout.id);
    await expect(approve(checkout)).rejects.toMatchObject(CONFLICT);
    expect(decisionStateOf(before, await attemptsOf(checkout))).not.toBe(await shown(checkout));
  });

  it("ends a warning that was given before it came", async () => {
    const half = nextAmount();
    const checkout = await openFor(half * 2);
    const first = receiptFor(half - 1);
    await pay(checkout, first);
    await pay(checkout, first);
    await expect(approve(checkout)).rejects.toMatchObject(CONFLICT);
    const later = receiptFor(half + 1);
    await spend(twinOf(later));
    meanwhile(() => pay(checkout, later));
    await expect(approve(checkout, await shown(checkout))).rejects.toMatchObject(CONFLICT);
    expect(await read(checkout.id)).toMatchObject({ status: "open", exceptions: [] });
  });

  it("does not disturb it as long as it is only submitted, or fails", async () => {
    const checkout = await openFor(nextAmount());
    const hidden = hiddenFor(amount);
    await pay(checkout, hidden);
    const seen = await shown(checkout);
    const other = await submitted(await read(checkout.id), newReference(), "cbe");
    const receiver = { ...TO_CBE, account: "1000999888777" };
    const receipt = receiptFor(amount, { reference: other.attempt.lookup.reference, receiver });
    meanwhile(async () => {
      const failed = await settleAttempt(other, { kind: "receipt", receipt });
      expect(failed.attempt).toMatchObject({ outcome: "receiver_mismatch", receipt: null });
    });
    const approved = await approve(checkout, seen);
    expect(approved.payment?.reference).toBe(hidden.reference);
  });
});

it("a payment that fits and waits for credits is not lost to a rejection", async () => {
  const accounts = { cbe: { name: SHOP.name, number: CBE } };
  const poor = await createMerchant(desk.table, { credits: 1, accounts });
  const [checkout, other] = [
    await open(poor, { amount: nextAmount() }),
    await open(poor, { amount: nextAmount() }),
  ];
  await settleAttempt(await submitted(checkout, newReference(), "cbe"), { kind: "manual" });
  expect((await pay(other, receiptFor(other.amount ?? 0))).checkout.status).toBe("verified");
  await pay(checkout, receiptFor(checkout.amount ?? 0));
  expect((await read(checkout.id)).pending).toMatchObject([{ awaitsCredits: true }]);
  await expect(reject(checkout)).rejects.toThrow("waits for credits");
  expect((await read(checkout.id)).status).toBe("review");
});
