import { describe, expect, it } from "vitest";
import { ATTEMPT_OUTCOMES } from "../../../lib/domain/attempt.ts";
import { situationOf } from "../../../lib/runtime/pay-page/situation.ts";
import { attempt, checkout, NOW, SITUATIONS, STANDINGS } from "../../support/pay-page-specimens.ts";

describe("situationOf", () => {
  it.each(SITUATIONS.filter((situation) => STANDINGS[situation] !== null))(
    "tells %s from what is stored",
    (situation) => {
      const standing = STANDINGS[situation];
      if (standing === null) throw new Error("filtered above");
      expect(situationOf(standing.checkout, standing.attempt, NOW)).toBe(situation);
    },
  );

  it("shows a checkout's end over any attempt", () => {
    for (const status of ["verified", "canceled", "rejected", "review"] as const) {
      for (const outcome of ATTEMPT_OUTCOMES) {
        expect(situationOf(checkout({ status }), attempt(outcome), NOW)).toBe(status);
      }
    }
  });

  it("takes a number until the end of the grace period, and none after it", () => {
    const at = (ms: number) => situationOf(checkout(), null, checkout().expiresAt + ms);
    expect([at(-1), at(0), at(86_400_000 - 1), at(86_400_000)]).toEqual([
      "waiting",
      "expired",
      "expired",
      "closed",
    ]);
  });

  it("goes back to waiting when the attempt was given up for another", () => {
    expect(situationOf(checkout(), attempt("superseded"), NOW)).toBe("waiting");
  });
});
