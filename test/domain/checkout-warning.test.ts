import { expect, it } from "vitest";
import type { AttemptOutcome } from "../../lib/domain/attempt.ts";
import type { CheckoutState, Review } from "../../lib/domain/checkout.ts";
import { evolve } from "../../lib/domain/checkout-evolve.ts";

const REVIEW: Review = {
  ...{ reason: "possible_duplicate", attemptId: "a", decidedBy: null, decidedAt: null, note: null },
};
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

function warned(): CheckoutState["exceptions"] {
  return ["paid_late", "possible_duplicate"];
}
