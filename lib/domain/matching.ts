import type { AttemptOutcome } from "./attempt.ts";
import { type ExpectedAccount, matchReceiver, type ReceiverMatch } from "./matching-receiver.ts";
import { isReference, type Party, type Receipt, type ReceiptStatus } from "./receipt.ts";

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

/** What a checkout expects of a receipt. Times in ms since the epoch, money in minor units. */
export interface Expectation extends ExpectedTimes {
  /** What is still due. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Time after `expiresAt` during which the late policy may accept a payment (24 h). */
  readonly graceMs: number;
  readonly latePolicy: "review" | "accept";
  readonly accounts: readonly ExpectedAccount[];
  /** The account has used up the reference or one of its aliases. */
  readonly usedBefore: boolean;
}

/** The comparison of one field, kept as evidence. */
export interface FieldMatch<Value> {
  readonly ok: boolean;
  readonly expected: Value;
  readonly found: Value;
  readonly reason: string;
}

export interface MatchFields {
  readonly status: FieldMatch<ReceiptStatus>;
  readonly receiver: ReceiverMatch & { readonly found: Party };
  readonly currency: FieldMatch<string>;
  readonly used: { readonly ok: boolean; readonly reason: string };
  readonly time: TimeMatch & {
    readonly ok: boolean;
    readonly paidAt: number;
    readonly dateOnly: boolean;
  };
  readonly amount: FieldMatch<number>;
}

/** Compares every field, so that the evidence is complete even if one fails. */
export function matchFields(receipt: Receipt, expectation: Expectation): MatchFields {
  const { status, currency, amountMinor, paidAt, dateOnly } = receipt;
  const { name, account } = receipt.receiver;
  const time = matchTime(receipt, expectation);
  return {
    status: field("completed", status, status === "completed", "completed", status),
    receiver: {
      ...matchReceiver(receipt.receiver, expectation.accounts),
      found: { name, account },
    },
    currency: field(expectation.currency, currency, currency === expectation.currency),
    used: expectation.usedBefore
      ? { ok: false, reason: "claimed_before" }
      : { ok: true, reason: "never_claimed" },
    time: { ...time, ok: time.verdict === "in_time", paidAt, dateOnly },
    amount: field(
      expectation.amountMinor,
      amountMinor,
      amountMinor >= expectation.amountMinor,
      amountMinor === expectation.amountMinor ? "equal" : "more_than_asked",
      "less_than_asked",
    ),
  };
}

function field<Value>(
  expected: Value,
  found: Value,
  ok: boolean,
  fits = "equal",
  fails = "differs",
): FieldMatch<Value> {
  return { ok, expected, found, reason: ok ? fits : fails };
}

export type MatchOutcome = Extract<
  AttemptOutcome,
  | "matched"
  | "unreadable"
  | "not_completed"
  | "receiver_mismatch"
  | "currency_mismatch"
  | "already_used"
  | "too_old"
>;

export type MatchException = "paid_late" | "receiver_unconfirmed" | "time_unconfirmed";

export interface Match {
  /** `count`: automatic; `doubt`: all comparable fields fit, a person decides; else see `outcome`. */
  readonly decision: "count" | "doubt" | "refuse" | "retry";
  /** `matched` for both `count` and `doubt`: never act on it alone. */
  readonly outcome: MatchOutcome;
  readonly exceptions: readonly MatchException[];
  /** The most important doubt; null unless `decision` is `doubt`. */
  readonly doubt: MatchException | null;
  /** Whether the payer may see what the receipt shows: only if the money reached this merchant. */
  readonly disclosable: boolean;
  readonly fields: MatchFields;
}

/** Compares a receipt with a checkout, field by field. Never throws. */
export function matchReceipt(receipt: Receipt, expectation: Expectation): Match {
  const fields = matchFields(receipt, expectation);
  const outcome = outcomeOf(receipt, fields);
  const exceptions = outcome === "matched" ? exceptionsOf(fields) : [];
  const doubt = doubtOf(exceptions, receipt, expectation);
  return {
    decision: decisionOf(outcome, doubt),
    outcome,
    exceptions,
    doubt,
    disclosable: fields.receiver.verdict === "confirmed" && outcome !== "unreadable",
    fields,
  };
}

/** If several outcomes apply, the first in this order wins; the order is part of the contract. */
function outcomeOf(receipt: Receipt, fields: MatchFields): MatchOutcome {
  if (!isWellFormed(receipt) || fields.time.verdict === "impossible") return "unreadable";
  // No money has moved.
  if (!fields.status.ok || receipt.amountMinor === 0) return "not_completed";
  if (fields.receiver.verdict === "mismatch") return "receiver_mismatch";
  if (!fields.currency.ok) return "currency_mismatch";
  if (!fields.used.ok) return "already_used";
  if (fields.time.verdict === "too_old") return "too_old";
  return "matched";
}

/** Ten thousand times the largest amount of a checkout: the sum of five payments is still exact. */
const MOST_MINOR = 10 ** 15;

/** Rejects NaN and other values whose comparisons or sums would be meaningless. */
function isWellFormed(receipt: Receipt): boolean {
  const { amountMinor, paidAt, currency, source } = receipt;
  return (
    Number.isSafeInteger(amountMinor) &&
    amountMinor >= 0 &&
    amountMinor <= MOST_MINOR &&
    Number.isSafeInteger(paidAt) &&
    Number.isSafeInteger(source.fetchedAt) &&
    /^[A-Z]{3}$/.test(currency) &&
    [receipt, ...receipt.aliases].every(({ reference }) => isReference(reference))
  );
}

function exceptionsOf(fields: MatchFields): readonly MatchException[] {
  const exceptions: MatchException[] = [];
  if (fields.time.verdict === "late") exceptions.push("paid_late");
  if (fields.receiver.verdict === "unconfirmed") exceptions.push("receiver_unconfirmed");
  if (fields.time.verdict === "uncertain") exceptions.push("time_unconfirmed");
  return exceptions;
}

function doubtOf(
  exceptions: readonly MatchException[],
  receipt: Receipt,
  { expiresAt, graceMs, latePolicy }: Expectation,
): MatchException | null {
  if (exceptions.includes("receiver_unconfirmed")) return "receiver_unconfirmed";
  if (exceptions.includes("time_unconfirmed")) return "time_unconfirmed";
  const acceptable = latePolicy === "accept" && receipt.paidAt <= expiresAt + graceMs;
  return exceptions.includes("paid_late") && !acceptable ? "paid_late" : null;
}

function decisionOf(outcome: MatchOutcome, doubt: MatchException | null): Match["decision"] {
  if (outcome === "unreadable") return "retry";
  if (outcome !== "matched") return "refuse";
  return doubt === null ? "count" : "doubt";
}
