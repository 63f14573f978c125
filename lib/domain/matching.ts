import type { AttemptOutcome } from "./attempt.ts";
import { type Expectation, type MatchFields, matchFields } from "./matching-fields.ts";
import type { Receipt } from "./receipt.ts";
import { isReference } from "./references.ts";

export type MatchOutcome = Extract<
  AttemptOutcome,
  | "matched"
  | "unreadable"
  | "not_completed"
  | "receiver_mismatch"
  | "currency_mismatch"
  | "already_used"
  | "too_old"
  | "amount_mismatch"
>;

export type MatchException = "overpaid" | "paid_late" | "receiver_unconfirmed" | "time_unconfirmed";
export type MatchReview = Exclude<MatchException, "overpaid">;

export interface Match {
  /** `verify` by itself; `review`: all fits that could be checked, a person decides; else the outcome. */
  readonly decision: "verify" | "review" | "refuse" | "retry";
  /** `matched` goes with `verify` and with `review`: never act on it alone. */
  readonly outcome: MatchOutcome;
  readonly exceptions: readonly MatchException[];
  /** Why a person must decide, the weightiest reason; null unless `decision` is `review`. */
  readonly review: MatchReview | null;
  /** The payment method that was surely paid; a likely one stands in `fields.receiver`. */
  readonly accountId: string | null;
  /** Whether the payer may be told what was found: only of money that came to this merchant. */
  readonly disclosable: boolean;
  readonly fields: MatchFields;
}

/** Holds a receipt against a checkout, field by field. Pure and total: any receipt gives a Match. */
export function matchReceipt(receipt: Receipt, expectation: Expectation): Match {
  const fields = matchFields(receipt, expectation);
  const outcome = outcomeOf(receipt, fields);
  const exceptions = outcome === "matched" ? exceptionsOf(fields) : [];
  const review = reviewOf(exceptions, receipt, expectation);
  const { verdict, accountId } = fields.receiver;
  return {
    decision: decisionOf(outcome, review),
    outcome,
    exceptions,
    review,
    accountId: verdict === "confirmed" ? accountId : null,
    disclosable: verdict === "confirmed" && outcome !== "unreadable",
    fields,
  };
}

/** Where several hold, the first one in this order is the outcome: the order is part of the contract. */
function outcomeOf(receipt: Receipt, fields: MatchFields): MatchOutcome {
  if (!isWellFormed(receipt) || fields.time.verdict === "impossible") return "unreadable";
  if (receipt.status === "unknown") return "unreadable";
  if (!fields.status.ok) return "not_completed";
  if (fields.receiver.verdict === "mismatch") return "receiver_mismatch";
  if (!fields.currency.ok) return "currency_mismatch";
  if (!fields.used.ok) return "already_used";
  if (fields.time.verdict === "too_old") return "too_old";
  if (!fields.amount.ok) return "amount_mismatch";
  return "matched";
}

/** Comparisons with NaN are false whichever way they are put: such a receipt must not reach them. */
function isWellFormed(receipt: Receipt): boolean {
  const { amountMinor, paidAt, currency, source } = receipt;
  return (
    Number.isSafeInteger(amountMinor) &&
    amountMinor >= 0 &&
    Number.isSafeInteger(paidAt) &&
    Number.isSafeInteger(source.fetchedAt) &&
    /^[A-Z]{3}$/.test(currency) &&
    [receipt, ...receipt.aliases].every(({ reference }) => isReference(reference))
  );
}

function exceptionsOf(fields: MatchFields): readonly MatchException[] {
  const exceptions: MatchException[] = [];
  if (fields.amount.found > fields.amount.expected) exceptions.push("overpaid");
  if (fields.time.verdict === "late") exceptions.push("paid_late");
  if (fields.receiver.verdict === "unconfirmed") exceptions.push("receiver_unconfirmed");
  if (fields.time.verdict === "uncertain") exceptions.push("time_unconfirmed");
  return exceptions;
}

function reviewOf(
  exceptions: readonly MatchException[],
  receipt: Receipt,
  { expiresAt, graceMs, latePolicy }: Expectation,
): MatchReview | null {
  if (exceptions.includes("receiver_unconfirmed")) return "receiver_unconfirmed";
  if (exceptions.includes("time_unconfirmed")) return "time_unconfirmed";
  const acceptable = latePolicy === "accept" && receipt.paidAt <= expiresAt + graceMs;
  return exceptions.includes("paid_late") && !acceptable ? "paid_late" : null;
}

function decisionOf(outcome: MatchOutcome, review: MatchReview | null): Match["decision"] {
  if (outcome === "unreadable") return "retry";
  if (outcome !== "matched") return "refuse";
  return review === null ? "verify" : "review";
}
