import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Balance,
  decideAdjust,
  decideGrant,
  EMPTY_BALANCE,
  fold,
  type LedgerDecision,
  type LedgerEntry,
  MAX_CREDITS,
} from "../../lib/domain/ledger.ts";

type Step = { readonly kind: LedgerEntry["kind"]; readonly credits: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("grant", "capture", "adjust"),
  credits: fc.integer({ min: -20, max: 20 }),
});

function decideStep(balance: Balance, { kind, credits }: Step): LedgerDecision {
  if (kind === "grant") return decideGrant(balance, credits);
  if (kind === "adjust") return decideAdjust(balance, credits);
  // The table decides on captures, by the same rule.
  if (balance.available < 1) return { ok: false, refusal: "insufficient_credits" };
  const { granted, captured, available } = balance;
  return {
    ok: true,
    entry: { kind, credits: 1 },
    balance: { granted, captured: captured + 1, available: available - 1 },
  };
}

describe("the ledger", () => {
  it("sums to the balance after any decisions, and never below zero", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const entries: LedgerEntry[] = [];
        let balance = EMPTY_BALANCE;
        for (const wish of steps) {
          const decision = decideStep(balance, wish);
          if (!decision.ok) continue;
          entries.push(decision.entry);
          balance = decision.balance;
          expect(balance.available).toBe(balance.granted - balance.captured);
          expect(balance.available).toBeGreaterThanOrEqual(0);
        }
        expect(fold(entries)).toEqual(balance);
        expect(fold(entries.toReversed())).toEqual(balance);
        expect(balance.captured).toBe(entries.filter((entry) => entry.kind === "capture").length);
      }),
    );
  });

  it("counts an adjustment as granted and never takes back captured credits", () => {
    const balance = fold([
      { kind: "grant", credits: 10 },
      { kind: "capture", credits: 1 },
    ]);
    expect(decideAdjust(balance, -9)).toMatchObject({
      ok: true,
      balance: { granted: 1, captured: 1, available: 0 },
    });
    expect(decideAdjust(balance, -10)).toEqual({ ok: false, refusal: "insufficient_credits" });
  });

  it("refuses credits that are not an integer within bounds", () => {
    const odd = [0, -0, 0.5, Number.NaN, Infinity, MAX_CREDITS + 1];
    for (const credits of [...odd, -1])
      expect(decideGrant(EMPTY_BALANCE, credits)).toEqual({
        ok: false,
        refusal: "invalid_credits",
      });
    for (const credits of odd)
      expect(decideAdjust(EMPTY_BALANCE, credits)).toEqual({
        ok: false,
        refusal: "invalid_credits",
      });
    const full = fold([{ kind: "grant", credits: MAX_CREDITS }]);
    for (const refused of [decideGrant(full, 1), decideAdjust(full, -MAX_CREDITS - 1)])
      expect(refused).toEqual({ ok: false, refusal: "invalid_credits" });
    expect(decideGrant(EMPTY_BALANCE, MAX_CREDITS)).toMatchObject({ ok: true, balance: full });
    expect(decideGrant(EMPTY_BALANCE, 1).ok).toBe(true);
  });

  it("writes the entry that was decided", () => {
    expect(decideGrant(EMPTY_BALANCE, 3)).toMatchObject({ entry: { kind: "grant", credits: 3 } });
    const three = fold([{ kind: "grant", credits: 3 }]);
    expect(decideAdjust(three, -2)).toMatchObject({ entry: { kind: "adjust", credits: -2 } });
  });
});
