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
  /** The payment method that received the money, if confirmed; a likely one is in `fields.receiver`. */
  readonly accountId: string | null;
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
  const { verdict, accountId } = fields.receiver;
  return {
    decision: decisionOf(outcome, doubt),
    outcome,
    exceptions,
    doubt,
    accountId: verdict === "confirmed" ? accountId : null,
    disclosable: verdict === "confirmed" && outcome !== "unreadable",
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
