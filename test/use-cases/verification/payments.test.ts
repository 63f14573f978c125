import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import { cancelCheckout, expireCheckout } from "../../../lib/use-cases/checkouts/change.ts";
import { presentCheckout } from "../../../lib/use-cases/checkouts/present.ts";
import { approveCheckout, releasePayment } from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import {
  beforeCalls,
  eventTypes,
  open,
  payments,
  read,
  setUpVerification,
  submitted,
} from "../../support/verification.ts";

const verification = setUpVerification();
let merchant: Merchant;
let count = 0;

beforeEach(async () => {
  merchant = await createMerchant(verification.table, { credits: 10 });
});
afterEach(() => {
  vi.useRealTimers();
});

const { newReference, part, pay, owner, decision, captured } = payments(
  "DKP",
  () => verification.table,
  () => merchant,
);
const statesOf = ({ payments }: Checkout) => payments.map(({ amount, state }) => [amount, state]);
const cancel = ({ id }: Pick<Checkout, "id">) =>
  cancelCheckout(
    () => read(id),
    Date.now(),
    () => [],
  );

describe("a payment that falls short", () => {
  it("counts, is claimed, and leaves a rest that another payment pays, for one credit", async () => {
    const [first, second] = [part(148_000), part(2_000)];
    const one = await pay(await open(merchant), first);
    expect(one.attempt).toMatchObject({ outcome: "counted", receipt: null });
    expect(presentCheckout(one.checkout, Date.now())).toMatchObject({
      ...{ status: "open", amount_received: 148_000, amount_due: 2_000, exceptions: [] },
      payments: [{ object: "payment", amount: 148_000, state: "counted", evidence: "receipt" }],
    });
    expect(await owner(first.reference)).toBe(one.checkout.id);
    expect(await captured()).toBe(0);

    const two = await pay(one.checkout, second);
    expect(two.attempt).toMatchObject({ outcome: "matched", expected: { amount: 150_000 } });
    expect(presentCheckout(two.checkout, Date.now())).toMatchObject({
      ...{ status: "verified", amount_received: 150_000, amount_due: 0, exceptions: [] },
    });
    expect(await eventTypes(two.checkout)).toEqual([
      ...["checkout.created", "checkout.partially_paid", "checkout.verified"],
    ]);
    expect(await captured()).toBe(1);
  });

  it("makes the sum too much where the rest is overpaid", async () => {
    const { checkout } = await pay(await open(merchant), part(149_000));
    const { checkout: after } = await pay(checkout, part(1_500));
    expect(presentCheckout(after, Date.now())).toMatchObject({
      ...{ status: "verified", amount_received: 150_500, exceptions: ["overpaid"] },
    });
  });

  it("is the same result when its reference is entered again, in any form", async () => {
    const checkout = await open(merchant, { mode: "test" });
    const input = `TESTPART${++count}`;
    const one = await submitInput(checkout, { input });
    const again = await submitInput(one.checkout, { input: input.toLowerCase() });
    expect(again.attempt.id).toBe(one.attempt.id);
    expect(again.checkout).toEqual(one.checkout);
    // Read from the bank under another form: nothing is counted twice.
    const receipt = part(1_000);
    const other = await pay(await open(merchant), receipt);
    const state = await submitted(other.checkout, newReference());
    const twice = await settleAttempt(state, { kind: "receipt", receipt });
    expect(twice.attempt.outcome).toBe("counted");
    expect(twice.checkout).toMatchObject({ amountReceived: 1_000, failedAttempts: 0 });
  });

  it("is paid in halves in the sandbox", async () => {
    const checkout = await open(merchant, { mode: "test", amount: 99_999 });
    const half = () => submitInput(checkout, { input: `TESTPART${++count}` });
    expect((await half()).checkout).toMatchObject({ status: "open", amountReceived: 50_000 });
    const rest = await submitInput(await read(checkout.id), { input: `TESTOK${++count}` });
    expect(rest.checkout).toMatchObject({ status: "verified", amountReceived: 99_999 });
  });

  it("never expires silently", async () => {
    const { checkout } = await pay(await open(merchant), part(1));
    await expireCheckout(checkout.id, checkout.expiresAt);
    expect(await read(checkout.id)).toMatchObject({
      ...{ status: "review", review: { reason: "partially_paid" }, amountReceived: 1 },
    });
    expect((await eventTypes(checkout)).at(-1)).toBe("checkout.review");
    const rest = await pay(checkout, part(149_999));
    expect(rest.checkout.status).toBe("verified");
  });

  it("goes to a person with the fifth; a sixth is refused, and one that is looked up already stays free", async () => {
    const checkout = await open(merchant);
    for (let index = 0; index < 3; index++) await pay(checkout, part(1_000));
    const late = part(1_000);
    const fourth = part(1_000);
    const fifth = part(1_000);
    let now = await read(checkout.id);
    const states = [];
    for (const receipt of [fourth, fifth, late]) {
      const state = await submitted(now, receipt.reference);
      now = state.checkout;
      states.push({ state, receipt });
    }
    const settled = [];
    for (const { state, receipt } of states) {
      settled.push(await settleAttempt(state, { kind: "receipt", receipt }));
    }
    expect(settled.map(({ attempt }) => attempt.outcome)).toEqual([
      ...["counted", "counted", "superseded"],
    ]);
    const full = await read(checkout.id);
    expect(full).toMatchObject({ status: "review", review: { reason: "partially_paid" } });
    expect(full.payments).toHaveLength(5);
    expect(await owner(late.reference)).toBeNull();
    const sixth = submitInput(full, { input: newReference(), provider: "telebirr" });
    await expect(sixth).rejects.toMatchObject({ code: "checkout_blocked" });
  });
});

describe("a payment that counts nothing", () => {
  it.each<[string, Partial<Receipt>]>([
    ["not_completed", { amountMinor: 0 }],
    ["currency_mismatch", { currency: "USD" }],
    [
      "receiver_mismatch",
      { receiver: { institution: "mpesa", name: "X", account: "251700000000" } },
    ],
    ["too_old", { paidAt: Date.now() - 86_400_000 }],
  ])("fails as %s, and stays free", async (outcome, changes) => {
    const { checkout } = await pay(await open(merchant), part(1_000));
    const receipt = part(149_000, changes);
    const { checkout: after, attempt } = await pay(checkout, receipt);
    expect(attempt.outcome).toBe(outcome);
    expect(after).toMatchObject({ status: "open", amountReceived: 1_000 });
    expect(await owner(receipt.reference)).toBeNull();
  });

  it("is refused after a cancellation, which has released the parts for another checkout", async () => {
    const receipt = part(100_000);
    const { checkout } = await pay(await open(merchant), receipt);
    const state = await submitted(checkout, newReference());
    expect(await cancel(checkout)).toMatchObject({ payments: [], amountReceived: 0 });
    expect(await owner(receipt.reference)).toBeNull();
    const late = await settleAttempt(state, { kind: "receipt", receipt: part(50_000) });
    expect(late.attempt.outcome).toBe("superseded");
    expect(late.checkout).toMatchObject({ status: "canceled", payments: [] });
    const other = await pay(await open(merchant, { amount: 100_000 }), receipt);
    expect(other.checkout.status).toBe("verified");
  });

  it("stays in doubt where two banks show what may be one transfer: it is never added", async () => {
    const paidAt = Date.now();
    const { checkout } = await pay(await open(merchant), part(75_000, { paidAt }));
    const bank = part(75_000, { provider: "cbe", paidAt });
    const { checkout: after } = await pay(checkout, bank);
    expect(after).toMatchObject({ status: "review", amountReceived: 75_000 });
    expect(statesOf(after)).toEqual([
      [75_000, "counted"],
      [75_000, "doubtful"],
    ]);
    const approved = await approveCheckout(decision(after));
    expect(approved).toMatchObject({ status: "verified", amountReceived: 75_000 });
    expect(statesOf(approved)).toEqual(statesOf(after));
  });
});

describe("a payment that waits for credits", () => {
  it("belongs to its checkout, and nobody can cancel it away or use it elsewhere", async () => {
    merchant = await createMerchant(verification.table, { credits: 1 });
    const shop = merchant;
    const checkout = await open(shop);
    const other = await open(shop);
    await pay(await open(shop), part(150_000));
    const receipt = part(150_000);
    const { checkout: waits, attempt } = await pay(checkout, receipt);
    expect(attempt).toMatchObject({ outcome: "insufficient_credits", settledAt: null });
    expect(waits).toMatchObject({ status: "open", amountReceived: 150_000 });
    expect(await owner(receipt.reference)).toBe(checkout.id);
    await expect(cancel(checkout)).rejects.toMatchObject({ code: "checkout_not_open" });
    expect((await pay(other, receipt)).attempt.outcome).toBe("already_used");
  });
});

describe("at the same moment", () => {
  const rounds = Array.from({ length: 6 });

  it("two customers' parts are both counted, once each", async () => {
    for (const _ of rounds) {
      let now = await open(merchant);
      const receipts = [part(60_000), part(90_000)];
      const states = [];
      for (const receipt of receipts) {
        const state = await submitted(now, receipt.reference);
        now = state.checkout;
        states.push(settleAttempt.bind(null, state, { kind: "receipt", receipt }));
      }
      await Promise.all(states.map((settle) => settle()));
      const after = await read(now.id);
      expect(after).toMatchObject({ status: "verified", amountReceived: 150_000 });
      const types = await eventTypes(after);
      expect(types).toEqual([
        ...["checkout.created", "checkout.partially_paid", "checkout.verified"],
      ]);
    }
    expect(await captured()).toBe(rounds.length);
  });

  it("an approval and the last part verify once: the part counts, or it stays free", async () => {
    for (const _ of rounds) {
      const { checkout } = await pay(await open(merchant), part(100_000));
      const receipt = part(50_000);
      const state = await submitted(checkout, receipt.reference);
      const seen = await read(checkout.id);
      const [approval] = await Promise.allSettled([
        approveCheckout(decision(seen)),
        settleAttempt(state, { kind: "receipt", receipt }),
      ]);
      const after = await read(checkout.id);
      const isByHand = approval.status === "fulfilled";
      expect(after).toMatchObject({
        ...{ status: "verified", amountReceived: isByHand ? 100_000 : 150_000 },
      });
      expect(await owner(receipt.reference)).toBe(isByHand ? null : checkout.id);
    }
    expect(await captured()).toBe(rounds.length);
  });

  it("a release and a move end with one owner, or none", async () => {
    for (const _ of rounds) {
      const wrong = await open(merchant, { amount: 200_000 });
      const right = await open(merchant);
      const receipt = part(150_000);
      const { checkout } = await pay(wrong, receipt);
      const state = await submitted(right, receipt.reference);
      const named = { provider: "telebirr", reference: receipt.reference } as const;
      await Promise.allSettled([
        releasePayment(decision(checkout), named),
        settleAttempt(state, { kind: "receipt", receipt }),
      ]);
      expect((await read(right.id)).status).toBe("verified");
      expect((await read(wrong.id)).payments).toEqual([]);
      expect(await owner(receipt.reference)).toBe(right.id);
    }
  });

  it("two orders that both fit get the payment once", async () => {
    for (const _ of rounds) {
      const wrong = await open(merchant, { amount: 200_000 });
      const receipt = part(150_000);
      await pay(wrong, receipt);
      const states = [];
      for (let index = 0; index < 2; index++)
        states.push(await submitted(await open(merchant), receipt.reference));
      const settled = await Promise.all(
        states.map((state) => settleAttempt(state, { kind: "receipt", receipt })),
      );
      expect(settled.map(({ attempt }) => attempt.outcome).toSorted()).toEqual([
        ...["already_used", "matched"],
      ]);
    }
  });
});

it("an approval writes as many items for five payments as for one", async () => {
  let writes = 0;
  beforeCalls((call, input) => {
    if (call === "TransactWriteItems") writes = (input.TransactItems as unknown[]).length;
  });
  const writesOf = async (parts: number) => {
    const checkout = await open(merchant);
    for (let index = 0; index < parts; index++) await pay(checkout, part(1_000));
    const now = await read(checkout.id);
    expect((await approveCheckout(decision(now))).payments).toHaveLength(parts);
    return writes;
  };
  const [one, five] = [await writesOf(1), await writesOf(5)];
  expect(one).toBeGreaterThan(0);
  expect(five).toBe(one);
});
