import { describe, expect, it } from "vitest";
import { type Attempt, FOUND_BY_NOTICE, isFoundByNotice } from "../../lib/domain/attempt.ts";
import { isSignatureTimely, isTimely } from "../../lib/domain/notice.ts";

const NOW = 1_795_000_000_000;
const HOUR_MS = 3_600_000;

describe("a message of a phone", () => {
  it("is accepted for three days, to the millisecond", () => {
    expect(isTimely(NOW - 72 * HOUR_MS, NOW)).toBe(true);
    expect(isTimely(NOW - 72 * HOUR_MS - 1, NOW)).toBe(false);
  });

  it("may be a quarter of an hour ahead, to the millisecond", () => {
    expect(isTimely(NOW + HOUR_MS / 4, NOW)).toBe(true);
    expect(isTimely(NOW + HOUR_MS / 4 + 1, NOW)).toBe(false);
  });

  it("is signed up to three days before or after now, to the millisecond: its clock may be wrong", () => {
    for (const side of [-1, 1]) {
      expect(isSignatureTimely(NOW + side * 72 * HOUR_MS, NOW)).toBe(true);
      expect(isSignatureTimely(NOW + side * (72 * HOUR_MS + 1), NOW)).toBe(false);
    }
    expect(isSignatureTimely(Number.NaN, NOW)).toBe(false);
  });

  it("is not accepted without a time", () => {
    expect(isTimely(Number.NaN, NOW)).toBe(false);
  });
});

describe("an attempt", () => {
  const withEvidence = (evidence: Attempt["evidence"]) => isFoundByNotice({ evidence } as Attempt);

  it("is found by a notice only if its evidence says so", () => {
    expect(withEvidence(FOUND_BY_NOTICE)).toBe(true);
    expect(withEvidence({ foundBy: "customer" })).toBe(false);
    expect(withEvidence({})).toBe(false);
    expect(withEvidence(null)).toBe(false);
  });
});
