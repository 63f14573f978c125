import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GRACE_MS } from "../../lib/domain/checkout.ts";
import { nextTry, type ParkingReason } from "../../lib/domain/parking.ts";

const START = 1_800_000_000_000;
const OUTAGES = ["provider_unavailable", "unreadable", "insufficient_credits"] as const;

/** Seconds between the tries of an attempt that never succeeds, and when it ends. */
function run(reason: ParkingReason, graceEndsAt: number) {
  const waits: number[] = [];
  let now = START;
  for (let triesSoFar = 1; triesSoFar < 100; triesSoFar += 1) {
    const next = nextTry({ reason, triesSoFar, now, graceEndsAt });
    if (next === null) return { waits, endedAt: now };
    waits.push((next - now) / 1000);
    now = next;
  }
  throw new Error("never ends");
}

describe("parking", () => {
  it.each(OUTAGES)(
    "%s waits 15 s, 1, 5, 15 min, 1 h, then hourly to the end of grace",
    (reason) => {
      const { waits, endedAt } = run(reason, START + GRACE_MS);
      expect(waits.slice(0, 7)).toEqual([15, 60, 300, 900, 3600, 3600, 3600]);
      expect(waits.slice(4, -1).every((wait) => wait === 3600)).toBe(true);
      expect(endedAt).toBe(START + GRACE_MS);
    },
  );

  it("not_found is retried twice and then final", () => {
    expect(run("not_found", START + GRACE_MS).waits).toEqual([15, 60]);
  });

  it("ends with the grace period: never later, never immediately, never in the past", () => {
    const reason = fc.constantFrom(...OUTAGES, "not_found" as const);
    fc.assert(
      fc.property(reason, fc.integer({ min: 0, max: 50 }), fc.integer(), (why, tries, left) => {
        const graceEndsAt = START + left;
        const next = nextTry({ reason: why, triesSoFar: tries, now: START, graceEndsAt });
        if (next !== null) expect(next > START && next <= graceEndsAt).toBe(true);
        else expect(why === "not_found" || left <= 0).toBe(true);
      }),
    );
  });
});
