import { describe, expect, it } from "vitest";
import { ATTEMPT_OUTCOMES } from "../../../lib/domain/attempt.ts";
import { situationOf } from "../../../lib/pages/pay-page/situation.ts";
import {
  attempt,
  checkout,
  NOW,
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
    for (const status of ["verified", "canceled", "rejected", "review"] as const) {
      for (const outcome of ATTEMPT_OUTCOMES) {
        expect(situationOf(checkout({ status }), attempt(outcome), NOW)).toBe(status);
      }
    }
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

  it("returns to waiting when the attempt was superseded", () => {
    expect(situationOf(checkout(), attempt("superseded"), NOW)).toBe("waiting");
  });
});
