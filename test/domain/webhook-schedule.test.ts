import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  hopDelaySeconds,
  LONGEST_HOP_SECONDS,
  LONGEST_RETRY_AFTER_MS,
  nextAttemptAt,
  plannedWaitMs,
} from "../../lib/domain/webhook-endpoint.ts";

const HOUR_MS = 3_600_000;
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const retryAfterMs = fc.option(fc.double({ min: 0, max: 1e300, noNaN: true }), { nil: null });

describe("nextAttemptAt", () => {
  test("waits 6.6 s × 3ⁿ, six hours in total", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 7].map(plannedWaitMs);
    expect(waits.map((ms) => ms / 1000)).toEqual([
      6.6, 19.8, 59.4, 178.2, 534.6, 1603.8, 4811.4, 14434.2,
    ]);
    const total = waits.reduce((sum, ms) => sum + ms, 0);
    expect(Math.abs(total - 6 * HOUR_MS)).toBeLessThan(60_000);
  });

  test("allows exactly one attempt and eight retries for any Retry-After", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.tuple(random, retryAfterMs)), (inputs) => {
        let now = 0;
        let attempts = 1;
        for (const [chance, asked] of inputs) {
          const at = nextAttemptAt({
            failedAttempts: attempts,
            now,
            random: chance,
            retryAfterMs: asked,
          });
          if (at === null) break;
          expect(at).toBeGreaterThan(now);
          now = at;
          attempts += 1;
        }
        expect(attempts).toBe(9);
        expect(now).toBeGreaterThan(5.4 * HOUR_MS - 1000);
        expect(now).toBeLessThan(6.7 * HOUR_MS + 8 * LONGEST_RETRY_AFTER_MS);
      }),
    );
  });

  test("stays within ±10 % of the planned wait and uses the whole range", () => {
    const wait = (failedAttempts: number, chance: number) =>
      nextAttemptAt({ failedAttempts, now: 0, random: chance, retryAfterMs: null });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), random, (failed, chance) => {
        const ratio = (wait(failed, chance) ?? 0) / plannedWaitMs(failed - 1);
        expect(ratio).toBeGreaterThanOrEqual(0.8999);
        expect(ratio).toBeLessThanOrEqual(1.1001);
      }),
    );
    expect(wait(1, 0)).toBe(5_940);
    expect(wait(1, 0.5)).toBe(6_600);
    expect(wait(1, 0.999999)).toBe(7_260);
  });

  test.each([
    ["shorter than our own wait", 1_000, 6_600],
    ["longer than our own wait", 60_000, 60_000],
    ["absurdly long", Number.MAX_SAFE_INTEGER, LONGEST_RETRY_AFTER_MS],
    ["negative", -5_000, 6_600],
  ])("a Retry-After %s", (_, asked, expected) => {
    const at = nextAttemptAt({ failedAttempts: 1, now: 100, random: 0.5, retryAfterMs: asked });
    expect(at).toBe(100 + expected);
  });

  test("applies Retry-After after the jitter, so that jitter never undercuts it", () => {
    expect(nextAttemptAt({ failedAttempts: 1, now: 0, random: 0, retryAfterMs: 6_600 })).toBe(
      6_600,
    );
  });
});

test.each([-1, 0.5, 8, Number.NaN])("there is no retry %d", (n) => {
  expect(() => plannedWaitMs(n)).toThrow(RangeError);
});

test("nothing is tried again that has not failed", () => {
  const input = { now: 0, random: 0.5, retryAfterMs: null };
  expect(() => nextAttemptAt({ ...input, failedAttempts: 0 })).toThrow(RangeError);
});

describe("hopDelaySeconds", () => {
  test("reaches any time in hops of at most 900 s, never early and never spinning", () => {
    fc.assert(
      fc.property(fc.nat(10 * HOUR_MS), fc.nat(6 * HOUR_MS), (start, wait) => {
        const notBefore = start + wait;
        let now = start;
        let hops = 0;
        while (now < notBefore) {
          const delay = hopDelaySeconds(now, notBefore);
          expect(Number.isInteger(delay) && delay >= 1 && delay <= LONGEST_HOP_SECONDS).toBe(true);
          now += delay * 1000;
          hops += 1;
        }
        expect(now - notBefore).toBeLessThan(1000);
        expect(hops).toBe(Math.ceil(wait / 900_000));
      }),
    );
  });

  test("is 0 for a time that has passed", () => {
    expect(hopDelaySeconds(5_000, 5_000)).toBe(0);
    expect(hopDelaySeconds(5_000, 0)).toBe(0);
  });
});
