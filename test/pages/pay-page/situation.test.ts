import { describe, expect, it } from "vitest";
import { ATTEMPT_OUTCOMES } from "../../../lib/domain/attempt.ts";
import { situationOf } from "../../../lib/pages/pay-page/situation.ts";
import {
  attempt,
  checkout,
  NOW,
  payment,
  SITUATIONS,
  STORED_STATES,
} from "../../support/pay-page-specimens.ts";

describe("situationOf", () => {
  it.each(SITUATIONS.filter((situation) => STORED_STATES[situation] !== null))(
    "derives %s from the stored state",
    (situation) => {
      const stored = STORED_STATES[situation];
      if (stored === null) throw new Error("filtered above");
      expect(situationOf(stored.checkout, stored.attempt, NOW)).toBe(situation);
    },
  );

  it("prefers the final status of the checkout to any attempt", () => {
    for (const status of ["verified", "canceled", "rejected"] as const) {
      for (const outcome of ATTEMPT_OUTCOMES) {
        expect(situationOf(checkout({ status }), attempt(outcome), NOW)).toBe(status);
      }
    }
  });

  it("answers a number that was entered during a review, except the one that is reviewed", () => {
    const late = attempt("not_found");
    const held = payment(0, { attemptId: late.id, state: "doubtful", reason: "unreadable" });
    const reviewed = (changes: object) => checkout({ status: "review", ...changes });
    expect(situationOf(reviewed({}), late, NOW)).toBe("not_found");
    expect(situationOf(reviewed({}), null, NOW)).toBe("review");
    expect(situationOf(reviewed({ payments: [held] }), attempt("unreadable"), NOW)).toBe("review");
    const { checkout: checked, attempt: pending } = STORED_STATES.checking ?? {};
    expect(situationOf(reviewed({ pending: checked?.pending }), pending ?? null, NOW)).toBe(
      "checking",
    );
  });

  it("accepts a number until the grace period ends", () => {
    const at = (ms: number) => situationOf(checkout(), null, checkout().expiresAt + ms);
    expect([at(-1), at(0), at(86_400_000 - 1), at(86_400_000)]).toEqual([
      "waiting",
      "expired",
      "expired",
      "closed",
    ]);
  });

  it("asks for no rest after the expiry, also before the sweeper sends the checkout to review", () => {
    const partly = checkout({ payments: [payment(50_000)], amountReceived: 50_000 });
    const at = (ms: number) => situationOf(partly, null, partly.expiresAt + ms);
    expect([at(-1), at(0)]).toEqual(["partly_paid", "expired"]);
  });

  it("returns to waiting when the attempt was superseded", () => {
    expect(situationOf(checkout(), attempt("superseded"), NOW)).toBe("waiting");
  });
});
