import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyEntry,
  balanceFaults,
  decideAdjust,
  decideCapture,
  decideGrant,
  EMPTY_BALANCE,
  fold,
  type LedgerEntry,
  MAX_CREDITS,
} from "../../lib/domain/ledger.ts";

type Step = { readonly kind: LedgerEntry["kind"]; readonly credits: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("grant", "capture", "adjust"),
  credits: fc.integer({ min: -20, max: 20 }),
});

function decideStep(balance: typeof EMPTY_BALANCE, { kind, credits }: Step) {
  if (kind === "grant") return decideGrant(balance, credits);
  return kind === "capture" ? decideCapture(balance) : decideAdjust(balance, credits);
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
          expect(balanceFaults(balance)).toEqual([]);
        }
        expect(fold(entries)).toEqual(balance);
        expect(fold(entries.toReversed())).toEqual(balance);
        expect(balance.captured).toBe(entries.filter((entry) => entry.kind === "capture").length);
      }),
    );
  });

  it("refuses a capture without credits and changes nothing", () => {
    const one = fold([{ kind: "grant", credits: 1 }]);
    const spent = decideCapture(one);
    expect(spent).toMatchObject({ ok: true, balance: { granted: 1, captured: 1, available: 0 } });
    if (spent.ok)
      expect(decideCapture(spent.balance)).toEqual({ ok: false, refusal: "insufficient_credits" });
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
    expect(decideCapture(three)).toMatchObject({ entry: { kind: "capture", credits: 1 } });
    expect(decideAdjust(three, -2)).toMatchObject({ entry: { kind: "adjust", credits: -2 } });
  });

  it.each([
    [{ granted: 1, captured: 0, available: 0 }, "available is not granted - captured"],
    [{ granted: 0, captured: 1, available: -1 }, "available is below zero"],
    [{ granted: 0, captured: -1, available: 1 }, "captured is below zero"],
    [{ granted: 0.5, captured: 0, available: 0.5 }, "credits are not whole"],
    [applyEntry(EMPTY_BALANCE, { kind: "capture", credits: 1 }), "available is below zero"],
  ])("says of the impossible balance %j that %s", (balance, fault) => {
    expect(balanceFaults(balance)).toEqual([fault]);
  });
});
