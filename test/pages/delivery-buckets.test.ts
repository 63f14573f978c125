import { describe, expect, it } from "vitest";
import {
  bucketsOf,
  quantile,
  successPercent,
} from "../../web/dashboard/src/views/logs/delivery-buckets.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const MINUTE = 60_000;

const sent = (minutesAgo: number, status: string, last_duration_ms: number | null) => ({
  created_at: new Date(NOW - minutesAgo * MINUTE).toISOString(),
  status,
  last_duration_ms,
});

describe("the chart of a period", () => {
  it("counts each delivery in the span in which it was created, and none from before", () => {
    const deliveries = [
      sent(1, "succeeded", 20),
      sent(2, "failed", 900),
      sent(3, "retrying", 40),
      sent(59, "succeeded", 10),
      sent(61, "failed", 5),
    ];
    const buckets = bucketsOf(deliveries, "1h", NOW);
    expect(buckets).toHaveLength(12);
    expect(buckets.at(-1)).toMatchObject({
      delivered: 1,
      failed: 1,
      retrying: 1,
      others: 0,
      medianMs: 40,
    });
    expect(buckets[0]).toMatchObject({ delivered: 1, failed: 0, others: 0, medianMs: 10 });
    const total = buckets.reduce((sum, { delivered, failed }) => sum + delivered + failed, 0);
    expect(total).toBe(3);
  });

  it("says 100 % only when all were delivered, and nothing while none was tried", () => {
    const many = Array.from({ length: 999 }, () => sent(1, "succeeded", 1));
    expect(successPercent(many)).toBe(100);
    expect(successPercent([...many, sent(1, "failed", 1)])).toBe(99);
    expect(successPercent([...many, sent(1, "retrying", 1)])).toBe(99);
    expect(successPercent([sent(1, "pending", null)])).toBeNull();
  });

  it("takes a quantile that is one of the values", () => {
    const values = Array.from({ length: 100 }, (_, place) => 100 - place);
    expect([quantile(values, 0.5), quantile(values, 0.95), quantile([], 0.5)]).toEqual([
      50,
      95,
      null,
    ]);
    expect(quantile([7], 0.95)).toBe(7);
  });
});
