import type { Receipt } from "./receipt.ts";

/** Tolerated difference between a bank's clock and ours, in either direction. */
export const CLOCK_TOLERANCE_MS = 15 * 60_000;

/** The providers' time zones have no daylight saving time. */
const DAY_MS = 24 * 3_600_000;

/** The times of a checkout and of the submission, all in ms since the epoch. */
export interface ExpectedTimes {
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When the payer submitted the reference. If that was in time, so was the payment. */
  readonly submittedAt: number;
}

/**
 * `late`: after the checkout expired. `uncertain`: only the day is known, and it is the day of creation (within the
 * tolerance) or expiry. `too_old`: before the checkout. `impossible`: after the receipt was fetched.
 */
export type TimeVerdict = "in_time" | "late" | "uncertain" | "too_old" | "impossible";

export type TimeReason =
  | "paid_while_open"
  | "paid_after_expiry"
  | "only_the_day_of_creation_known"
  | "only_the_day_of_expiry_known"
  | "paid_before_the_checkout"
  | "paid_in_the_future";

export interface TimeMatch {
  readonly verdict: TimeVerdict;
  readonly reason: TimeReason;
}

/** Compares the time of payment with the lifetime of the checkout. */
export function matchTime(
  receipt: Pick<Receipt, "paidAt" | "dateOnly" | "source">,
  times: ExpectedTimes,
): TimeMatch {
  if (receipt.paidAt > receipt.source.fetchedAt + CLOCK_TOLERANCE_MS)
    return { verdict: "impossible", reason: "paid_in_the_future" };
  return receipt.dateOnly ? matchDay(receipt.paidAt, times) : matchInstant(receipt.paidAt, times);
}

function matchInstant(paidAt: number, times: ExpectedTimes): TimeMatch {
  const { createdAt, expiresAt, submittedAt } = times;
  if (!(paidAt >= createdAt - CLOCK_TOLERANCE_MS))
    return { verdict: "too_old", reason: "paid_before_the_checkout" };
  // Submitted before the expiry: a bank clock that runs ahead must not make the payment late.
  const submittedInTime = submittedAt <= expiresAt && paidAt <= submittedAt + CLOCK_TOLERANCE_MS;
  return paidAt <= expiresAt || submittedInTime
    ? { verdict: "in_time", reason: "paid_while_open" }
    : { verdict: "late", reason: "paid_after_expiry" };
}

/** Compares a payment at an unknown time of the local day that starts at `dayStart`. */
function matchDay(dayStart: number, times: ExpectedTimes): TimeMatch {
  const { createdAt, expiresAt, submittedAt } = times;
  const dayEnd = dayStart + DAY_MS;
  if (!(dayEnd > createdAt - CLOCK_TOLERANCE_MS))
    return { verdict: "too_old", reason: "paid_before_the_checkout" };
  if (dayStart <= createdAt)
    return { verdict: "uncertain", reason: "only_the_day_of_creation_known" };
  const submittedInTime = submittedAt <= expiresAt && dayStart <= submittedAt + CLOCK_TOLERANCE_MS;
  if (dayEnd <= expiresAt || submittedInTime)
    return { verdict: "in_time", reason: "paid_while_open" };
  return dayStart <= expiresAt
    ? { verdict: "uncertain", reason: "only_the_day_of_expiry_known" }
    : { verdict: "late", reason: "paid_after_expiry" };
}
