import { describe, expect, it } from "vitest";
import type { CheckoutState } from "../../lib/domain/checkout.ts";
import { decide } from "../../lib/domain/checkout-changes.ts";
import { MOST_CLAIMS, type Payment } from "../../lib/domain/payment.ts";
import { AMOUNT, AWAITING, checkout, doubtful, NOW, payment, pending } from "./made-checkout.ts";

const VERIFIED = [
  { type: "verified", receiptCode: "code", at: NOW, decision: null },
  { type: "attempt_ended", attemptId: "b", outcome: "matched", failed: false },
];
const CONFIRMED = { type: "payment_confirmed", attemptId: "b" };
const named = (claims: readonly string[], attemptId = "b") => ({
  ...{ type: "payment_named", attemptId, claims },
});
const inDoubt = (reason: Payment["reason"]) => [
  { type: "payment_doubted", attemptId: "b", reason, exceptions: [reason] },
  { type: "sent_to_review", reason },
  { type: "attempt_ended", attemptId: "b", outcome: "matched", failed: false },
];
const noticed = (changes: Partial<Payment> = {}) =>
  payment("b", { amount: AMOUNT, evidence: "notice", ...changes });
const waiting = (...payments: readonly Payment[]): CheckoutState =>
  checkout("open", [], payments, { pending: [pending("b", { awaitsCredits: true })] });

/** What a receipt with these numbers changes once there are credits. */
const afterReceipt = (state: CheckoutState, claims: readonly string[]) =>
  decided(state, payment("b", { amount: AMOUNT, claims }));
function decided(state: CheckoutState, added: Payment) {
  return decide(state, {
    ...{ type: "add_payment", payment: added, doubtful: [], outcome: "matched", amount: AMOUNT },
    ...{ credit: "available", receiptCode: "code", now: NOW },
  });
}

describe("a payment by a bank's message that has waited for credits", () => {
  it("gets the other numbers of its receipt, and verifies", () => {
    expect(afterReceipt(waiting(noticed()), ["cbe:FTb", "cbe:ORDER1"])).toEqual({
      ok: true,
      events: [named(["cbe:FTb", "cbe:ORDER1"]), CONFIRMED, ...VERIFIED],
    });
  });

  it("verifies as it is where its receipt was read before, or has not been read yet", () => {
    const events = { ok: true, events: VERIFIED };
    expect(afterReceipt(AWAITING, ["cbe:FTb"])).toEqual(events);
    expect(decided(waiting(noticed()), noticed())).toEqual(events);
  });

  it("gets the numbers of its receipt also where that brings it into doubt", () => {
    const claims = ["cbe:FTb", "cbe:ORDER1"];
    const doubt = { reason: "receiver_unconfirmed", exceptions: ["receiver_unconfirmed"] } as const;
    expect(
      decided(waiting(noticed()), doubtful("b", { amount: AMOUNT, claims, ...doubt })),
    ).toEqual({
      ok: true,
      events: [
        named(claims),
        { type: "payment_doubted", attemptId: "b", ...doubt },
        { type: "sent_to_review", reason: doubt.reason },
        { type: "attempt_ended", attemptId: "b", outcome: "matched", failed: false },
      ],
    });
  });

  it("goes to a person where its receipt has a number of another counted part", () => {
    const doubt = "possible_duplicate";
    expect(afterReceipt(waiting(noticed(), payment("1")), ["cbe:FTb", "cbe:FT1"])).toEqual({
      ok: true,
      events: [
        named(["cbe:FTb", "cbe:FT1"]),
        named(["cbe:FT1", "cbe:FTb"], "1"),
        ...inDoubt(doubt),
      ],
    });
  });

  it("shares all numbers with a part in doubt that has one of them, and verifies", () => {
    const state = waiting(noticed(), doubtful("1"), doubtful("2"));
    expect(afterReceipt(state, ["cbe:FTb", "cbe:FT1", "cbe:ORDER1"])).toEqual({
      ok: true,
      events: [
        named(["cbe:FTb", "cbe:FT1", "cbe:ORDER1"]),
        named(["cbe:FT1", "cbe:FTb", "cbe:ORDER1"], "1"),
        ...[CONFIRMED, ...VERIFIED],
      ],
    });
  });

  describe("with as many numbers as one transaction can release", () => {
    const claims = ["cbe:FTb", ...Array.from({ length: MOST_CLAIMS - 1 }, (_, at) => `cbe:X${at}`)];

    it("goes to a person where its receipt shows another one, which could count elsewhere", () => {
      const state = waiting(noticed({ claims }));
      expect(afterReceipt(state, ["cbe:FTb", "cbe:ORDER1"])).toEqual({
        ok: true,
        events: inDoubt("possible_duplicate"),
      });
    });

    it("verifies where its receipt shows none but those", () => {
      const state = waiting(noticed({ claims: claims.slice(0, -1) }), doubtful("1", { claims }));
      expect(afterReceipt(state, claims)).toMatchObject({
        ok: true,
        events: [named(claims), CONFIRMED, ...VERIFIED],
      });
    });
  });
});

it("gives a part no number of another attempt that only its payer names", () => {
  const named = payment("a", { evidence: null, claims: ["cbe:FT1", "cbe:ORDER1"] });
  expect(decided(checkout("open", ["a"], [payment("1")]), named)).toEqual({
    ok: true,
    events: [{ type: "attempt_ended", attemptId: "a", outcome: "counted", failed: false }],
  });
});

describe("a payment that the checkout holds, found by another attempt,", () => {
  const DUPLICATE = "possible_duplicate";
  const found = (payments: readonly Payment[], claims: readonly string[]) =>
    decided(checkout("open", ["a"], payments), payment("a", { claims }));
  const doubts = [
    { type: "payment_doubted", attemptId: "1", reason: DUPLICATE, exceptions: [DUPLICATE] },
    { type: "sent_to_review", reason: DUPLICATE },
    { type: "attempt_ended", attemptId: "a", outcome: "matched", failed: false },
  ];

  it("no longer counts if there is no room for its other numbers", () => {
    const claims = ["cbe:FT1", ...Array.from({ length: MOST_CLAIMS - 1 }, (_, at) => `cbe:X${at}`)];
    expect(found([payment("1", { claims })], ["cbe:FT1", "cbe:ORDER1"])).toEqual({
      ok: true,
      events: doubts,
    });
  });

  it("no longer counts beside another counted part if the receipt shows that the two are one transfer", () => {
    expect(found([payment("1"), payment("2")], ["cbe:FT1", "cbe:FT2"])).toEqual({
      ok: true,
      events: [named(["cbe:FT1", "cbe:FT2"], "1"), named(["cbe:FT2", "cbe:FT1"], "2"), ...doubts],
    });
  });
});
