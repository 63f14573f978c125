import type { Receipt } from "./receipt.ts";

/** How far a bank's clock may be from ours, either way. */
export const CLOCK_TOLERANCE_MS = 15 * 60_000;

/** A day of a receipt that shows no time. Zones of the providers keep no summer time. */
const DAY_MS = 24 * 3_600_000;

/** The times of a checkout and of the submission, all in ms since the epoch. */
export interface ExpectedTimes {
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When the payer handed in the reference: what was paid before that cannot be late if this was not. */
  readonly submittedAt: number;
}

/**
 * `in_time` as asked; `late` after the checkout expired; `uncertain` only the day is known, and it is the
 * day of creation or expiry; `too_old` before the checkout; `impossible` later than it was read.
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

/** When it was paid, held against the life of the checkout. */
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
  // Handed in before the expiry: a bank whose clock runs ahead of ours does not make it late.
  const handedInInTime = submittedAt <= expiresAt && paidAt <= submittedAt + CLOCK_TOLERANCE_MS;
  return paidAt <= expiresAt || handedInInTime
    ? { verdict: "in_time", reason: "paid_while_open" }
    : { verdict: "late", reason: "paid_after_expiry" };
}

/** Paid at some moment of the local day that starts at `dayStart`; what cannot be told is uncertain. */
function matchDay(dayStart: number, times: ExpectedTimes): TimeMatch {
  const { createdAt, expiresAt, submittedAt } = times;
  const dayEnd = dayStart + DAY_MS;
  if (!(dayEnd > createdAt)) return { verdict: "too_old", reason: "paid_before_the_checkout" };
  if (dayStart <= createdAt)
    return { verdict: "uncertain", reason: "only_the_day_of_creation_known" };
  if (dayEnd <= expiresAt || submittedAt <= expiresAt)
    return { verdict: "in_time", reason: "paid_while_open" };
  return dayStart <= expiresAt
    ? { verdict: "uncertain", reason: "only_the_day_of_expiry_known" }
    : { verdict: "late", reason: "paid_after_expiry" };
}
