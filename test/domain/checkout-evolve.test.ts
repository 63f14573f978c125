import { describe, expect, it } from "vitest";
import type { Checkout, CheckoutState, Review } from "../../lib/domain/checkout.ts";
import {
  amountDue,
  eventsOf,
  exceptionsOf,
  isPartlyPaid,
  withoutPaymentOf,
} from "../../lib/domain/checkout.ts";
import { type CheckoutEvent, evolve } from "../../lib/domain/checkout-changes.ts";
import { checkout, doubtful, NOW, payment, pending } from "./made-checkout.ts";

const NOTICED = { evidence: "notice" } as const;

describe("an event changes of a checkout only", () => {
  const review = { reason: "manual", decidedBy: null, decidedAt: null, note: null } as const;
  it.each<[string, CheckoutState, CheckoutEvent, Partial<CheckoutState>]>([
    [
      "the attempt that waits for credits",
      checkout("open", ["a", "b"]),
      { type: "attempt_awaits_credits", attemptId: "b" },
      { pending: [pending("a"), pending("b", { awaitsCredits: true })], hasWaited: true },
    ],
    [
      "the attempt that failed, and the count of failures",
      checkout("open", ["a", "b"]),
      { type: "attempt_ended", attemptId: "a", outcome: "not_found", failed: true },
      { pending: [pending("b")], failedAttempts: 2 },
    ],
    [
      "the attempt that was superseded",
      checkout("open", ["a", "b"]),
      { type: "attempt_ended", attemptId: "a", outcome: "superseded", failed: false },
      { pending: [pending("b")] },
    ],
    [
      "its payments and their sum",
      checkout("open", [], [payment("1")]),
      { type: "payment_added", payment: payment("2") },
      { payments: [payment("1"), payment("2")], amountReceived: 800 },
    ],
    [
      "its payments where one is in doubt",
      checkout("open", [], [payment("1")]),
      { type: "payment_added", payment: doubtful("2") },
      { payments: [payment("1"), doubtful("2")] },
    ],
    [
      "the payment that has come into doubt, and the sum",
      checkout("open", [], [payment("1"), payment("2")]),
      { type: "payment_doubted", attemptId: "2", reason: "paid_late", exceptions: ["paid_late"] },
      { payments: [payment("1"), doubtful("2")], amountReceived: 400 },
    ],
    [
      "the payment that was released, and the sum",
      checkout("open", [], [payment("1"), payment("2")]),
      { type: "payment_released", attemptId: "2", moves: false },
      { payments: [payment("1")], amountReceived: 400 },
    ],
    [
      "what proves the payment whose receipt confirmed it",
      checkout("open", [], [payment("1"), payment("2", NOTICED)]),
      { type: "payment_confirmed", attemptId: "2" },
      { payments: [payment("1"), payment("2")] },
    ],
    [
      "the claims of the payment of which a receipt shows more numbers",
      checkout("open", [], [payment("1"), payment("2")]),
      { type: "payment_named", attemptId: "2", claims: ["telebirr:2", "mpesa:R2"] },
      { payments: [payment("1"), payment("2", { claims: ["telebirr:2", "mpesa:R2"] })] },
    ],
    [
      "nothing of a payment that a receipt of another one confirmed",
      checkout("open", [], [payment("1", NOTICED), payment("2")]),
      { type: "payment_confirmed", attemptId: "2" },
      {},
    ],
    [
      "status, time and receipt code when money verifies it, and nothing of a doubt or a review",
      checkout("review", [], [payment("1"), doubtful("2")], { review }),
      { type: "verified", receiptCode: "code", at: NOW, decision: null },
      { status: "verified", verifiedAt: NOW, receiptCode: "code" },
    ],
    [
      "status and reason when it goes to review",
      checkout("open", [], [payment("1")]),
      { type: "sent_to_review", reason: "manual" },
      { status: "review", review },
    ],
    [
      "status and payments when it is canceled",
      checkout("open", [], [payment("1")]),
      { type: "canceled" },
      { status: "canceled", payments: [], amountReceived: 0 },
    ],
    [
      "nothing when a rest is due",
      checkout("open", [], [payment("1")]),
      { type: "partially_paid" },
      {},
    ],
  ])("%s", (_, state, event, changes) => {
    expect(evolve(state, event)).toEqual({ ...state, ...changes });
  });

  it("what a person has counted, but never two payments that may be one transfer", () => {
    const twin = doubtful("2", {
      reason: "possible_duplicate",
      exceptions: ["possible_duplicate"],
    });
    const other = doubtful("3", { ...twin, attemptId: "3", amount: 300 });
    const unread = doubtful("4", { amount: null, reason: "manual", exceptions: [] });
    const state = checkout("review", [], [payment("1"), twin, other, unread]);
    const decision = { by: "usr_1", note: "seen" };
    const after = evolve(state, {
      ...{ type: "verified", receiptCode: "code", at: NOW },
      decision,
    });
    expect(after.payments.map((one) => [one.attemptId, one.state, one.reason])).toEqual([
      ["1", "counted", null],
      ["2", "doubtful", "possible_duplicate"],
      ["3", "counted", null],
      ["4", "counted", null],
    ]);
    expect(after.amountReceived).toBe(700);
  });
});

/** As far as these rules read it. */
const ofAmount = (amount: number, state: CheckoutState) => ({ ...state, amount }) as Checkout;
const decided = (decidedBy: string | null): Review => ({
  ...{ reason: "manual", decidedBy, decidedAt: null, note: null },
});

describe("what the customer still has to pay", () => {
  const parts = [payment("1"), payment("2", { amount: 500 })];
  it.each([
    ["the amount before anything has arrived", checkout("open"), 1_000],
    ["the rest where a part has arrived", checkout("open", [], parts), 100],
    ["nothing below zero where more has arrived", checkout("open", [], [...parts, ...parts]), 0],
    [
      "the whole amount where a payment is in doubt",
      checkout("review", [], [doubtful("1")]),
      1_000,
    ],
    ["nothing once a person has accepted less", checkout("verified", [], parts), 0],
  ])("is %s", (_, state, due) => {
    expect(amountDue(ofAmount(1_000, state))).toBe(due);
  });
});

describe("a checkout is partly paid", () => {
  const part = [payment("1")];
  it.each([
    ["while a rest is due", checkout("open", [], part), true],
    ["after the expiry", checkout("expired", [], part), true],
    ["while a person looks at it", checkout("review", [], part), true],
    ["not without money", checkout("open"), false],
    ["not with money in doubt only", checkout("review", [], [doubtful("1")]), false],
    [
      "not once the whole amount waits for credits",
      checkout("open", [], [payment("1", { amount: 1_000 })]),
      false,
    ],
    ["not once it is verified", checkout("verified", [], part), false],
    ["not once it is rejected", checkout("rejected", [], part), false],
  ])("%s", (_, state, isPart) => {
    expect(isPartlyPaid(ofAmount(1_000, state))).toBe(isPart);
  });
});

describe("the exceptions of a checkout", () => {
  const paid = [payment("1", { amount: 1_000 })];
  const more = [payment("1", { amount: 1_001 })];
  it.each<[string, CheckoutState, readonly string[]]>([
    ["are none where the amount arrived", checkout("verified", [], paid), []],
    ["name money above the amount", checkout("verified", [], more), ["overpaid"]],
    ["name it only once verified", checkout("review", [], more), []],
    [
      "name each doubt about its payments once",
      checkout("review", [], [doubtful("1"), doubtful("2"), payment("3")]),
      ["paid_late"],
    ],
    [
      "name the approval by a person last",
      checkout("verified", [], [...more, doubtful("2")], { review: decided("usr_1") }),
      ["overpaid", "paid_late", "approved_by_hand"],
    ],
    [
      "name no approval where money ended the review",
      checkout("verified", [], paid, { review: decided(null) }),
      [],
    ],
    [
      "name no approval where a person rejected",
      checkout("rejected", [], paid, { review: decided("usr_1") }),
      [],
    ],
  ])("%s", (_, state, exceptions) => {
    expect(exceptionsOf(ofAmount(1_000, state))).toEqual(exceptions);
  });
});

it("a checkout without an attempt's own payment has the other payments, and their sum", () => {
  const both = checkout("open", [], [payment("1"), payment("2")], { version: 7 }) as Checkout;
  const one = { ...both, payments: [payment("2")], amountReceived: 400 };
  expect(withoutPaymentOf("1", both)).toEqual(one);
  expect(withoutPaymentOf("1", one)).toEqual(one);
});

it("the events of a checkout are found where it is, in their order", () => {
  const place = { accountId: "acc_1", appId: 7, livemode: true };
  const state = checkout("open", [], [], { eventIds: ["evt_2", "evt_1"] });
  expect(eventsOf({ ...ofAmount(1, state), ...place })).toEqual([
    { id: "evt_2", ...place },
    { id: "evt_1", ...place },
  ]);
});
