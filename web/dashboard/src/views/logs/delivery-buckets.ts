/** What the chart needs of a delivery. */
interface Sent {
  readonly created_at: string;
  readonly status: string;
  readonly last_duration_ms: number | null;
}

const HOUR_MS = 3_600_000;

/** Length of each period, and of the spans that its chart counts. */
export const SPANS = {
  "1h": { lengthMs: HOUR_MS, stepMs: HOUR_MS / 12 },
  "24h": { lengthMs: 24 * HOUR_MS, stepMs: HOUR_MS },
  "7d": { lengthMs: 168 * HOUR_MS, stepMs: 6 * HOUR_MS },
  "30d": { lengthMs: 720 * HOUR_MS, stepMs: 24 * HOUR_MS },
} as const;

export interface Bucket {
  /** ms since the epoch. */
  readonly from: number;
  readonly delivered: number;
  readonly failed: number;
  /** Failed so far. */
  readonly retrying: number;
  /** Not sent yet, canceled or skipped. */
  readonly others: number;
  /** Milliseconds that the servers took; null without an attempt. */
  readonly medianMs: number | null;
}

/** Counts the deliveries of a period that ends at `now` (ms), the oldest span first. */
export function bucketsOf(
  deliveries: readonly Sent[],
  period: keyof typeof SPANS,
  now: number,
): readonly Bucket[] {
  const { lengthMs, stepMs } = SPANS[period];
  const start = now - lengthMs;
  return Array.from({ length: lengthMs / stepMs }, (_, place) => {
    const from = start + place * stepMs;
    const inside = deliveries.filter(({ created_at }) => {
      const at = Date.parse(created_at);
      return at >= from && at < from + stepMs;
    });
    const count = (status: string) =>
      inside.filter((delivery) => delivery.status === status).length;
    const [delivered, failed, retrying] = [count("succeeded"), count("failed"), count("retrying")];
    return {
      from,
      delivered,
      failed,
      retrying,
      others: inside.length - delivered - failed - retrying,
      medianMs: quantile(durationsOf(inside), 0.5),
    };
  });
}

export function durationsOf(deliveries: readonly Sent[]): readonly number[] {
  return deliveries.flatMap(({ last_duration_ms: ms }) => (ms === null ? [] : [ms]));
}

/** The share delivered of those that were tried, in whole percent; null while none was. */
export function successPercent(deliveries: readonly Sent[]): number | null {
  const succeeded = deliveries.filter(({ status }) => status === "succeeded").length;
  const failing = deliveries.filter(
    ({ status }) => status === "failed" || status === "retrying",
  ).length;
  // Rounded down, so that 100 % means that all were delivered.
  return succeeded + failing === 0 ? null : Math.floor((succeeded / (succeeded + failing)) * 100);
}

/** The value that the given share of values does not exceed; null without values. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
