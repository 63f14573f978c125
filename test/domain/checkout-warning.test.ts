import { expect, it } from "vitest";
import type { AttemptOutcome } from "../../lib/domain/attempt.ts";
import type { CheckoutState, Proof, Review } from "../../lib/domain/checkout.ts";
import { evolve } from "../../lib/domain/checkout-evolve.ts";

const REVIEW: Review = {
  ...{ reason: "possible_duplicate", attemptId: "a", decidedBy: null, decidedAt: null, note: null },
};
const PAYMENT = {
  provider: "cbe",
  reference: "FT2632700001",
  payerName: null,
  paidAt: null,
} as const;
const OTHER_REVIEW: Review = { ...REVIEW, reason: "receiver_unconfirmed" };

it.each<[string, AttemptOutcome, Review | null, CheckoutState["exceptions"]]>([
  ["ends once a further payment has arrived", "amount_mismatch", null, ["paid_late"]],
  ["stays after a reference that is no payment", "not_found", null, warned()],
  ["ends in a review of another reason", "matched", OTHER_REVIEW, ["paid_late"]],
  ["stays the reason of a review", "amount_mismatch", REVIEW, warned()],
  ["stays the reason of a review of a further receipt", "matched", REVIEW, warned()],
])("the warning of a possible duplicate %s", (_, outcome, review, exceptions) => {
  const state = { exceptions: warned(), review, pending: [], failedAttempts: 0 } as const;
  const ended = { type: "attempt_ended", attemptId: "a", outcome, failed: true } as const;
  expect(evolve(state as unknown as CheckoutState, ended).exceptions).toEqual(exceptions);
});

it("a verified checkout keeps the warning of its proof", () => {
  const state = { status: "verified", exceptions: warned(), review: null, pending: [] } as const;
  const ended = {
    type: "attempt_ended",
    attemptId: "a",
    outcome: "matched",
    failed: false,
  } as const;
  expect(evolve(state as unknown as CheckoutState, ended).exceptions).toEqual(warned());
});

it.each<Proof | null>([null, { amountReceived: 900, payment: PAYMENT, exceptions: [] }])(
  "a rejection shows the payment of its proof, else what was shown before: %j",
  (proof) => {
    const state = { status: "open", review: null, amountReceived: 5, payment: null } as const;
    const rejected = evolve(state as unknown as CheckoutState, {
      ...{ type: "rejected", attemptId: "a", proof, by: "usr_1", note: "sent back", at: 1 },
    });
    expect([rejected.amountReceived, rejected.payment]).toEqual(proof ? [900, PAYMENT] : [5, null]);
  },
);

function warned(): CheckoutState["exceptions"] {
  return ["paid_late", "possible_duplicate"];
}
