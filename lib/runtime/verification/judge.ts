import type { Attempt } from "../../domain/attempt-record.ts";
import { GRACE_MS, type Proof } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { fingerprintReceiver } from "../../domain/fingerprint.ts";
import { maskName } from "../../domain/mask.ts";
import { type Match, matchReceipt } from "../../domain/matching.ts";
import type { Receipt } from "../../domain/receipt.ts";
import type { Fingerprint } from "../../store/claims.ts";

/** Holds a receipt against the checkout that the attempt is for. */
export function judge(
  receipt: Receipt,
  attempt: Attempt,
  checkout: Checkout,
  usedBefore: boolean,
): Match {
  return matchReceipt(receipt, {
    amountMinor: checkout.amount,
    currency: checkout.currency,
    createdAt: checkout.createdAt,
    expiresAt: checkout.expiresAt,
    submittedAt: attempt.createdAt,
    graceMs: GRACE_MS,
    latePolicy: checkout.latePolicy,
    accounts: checkout.methods,
    usedBefore,
  });
}

/**
 * What a matched receipt proves, in the words of the checkout. Where the receiver is not certain it may
 * be a stranger's receipt, and whoever looks at the checkout must not read in it what he paid.
 */
export function proofOf(receipt: Receipt, match: Match): Proof {
  const { provider, reference } = receipt;
  const isOurs = match.disclosable;
  return {
    payment: {
      provider,
      reference,
      payerName: isOurs ? maskName(receipt.payer.name) : null,
      paidAt: isOurs ? receipt.paidAt : null,
    },
    amountReceived: isOurs ? receipt.amountMinor : null,
    exceptions: match.exceptions,
  };
}

/**
 * The payment as the duplicate check sees it; null where it went to none of the merchant's accounts. One
 * that was only likely counts as well: nothing verifies by it but a person, who took it for the one.
 */
export function fingerprintOf(
  receipt: Receipt,
  match: Match,
  checkout: Checkout,
): Fingerprint | null {
  const { accountId } = match.fields.receiver;
  const method = checkout.methods.find((candidate) => candidate.id === accountId);
  if (!method) return null;
  return {
    provider: receipt.provider,
    ...fingerprintReceiver(method.provider, method.accountNumber),
    amount: receipt.amountMinor,
    paidAt: receipt.paidAt,
    dateOnly: receipt.dateOnly,
  };
}

/**
 * The attempt with what was learned from the receipt. `found` only of money that came to this merchant;
 * what the receipt says stands in the evidence of that and of what a person has to decide about. Of any
 * other receipt, which may be a stranger's, only the verdicts: anybody can be a merchant.
 */
export function withFindings(attempt: Attempt, receipt: Receipt, match: Match): Attempt {
  const mayBeRead = match.disclosable || match.decision === "review";
  return {
    ...attempt,
    found: match.disclosable
      ? {
          amount: receipt.amountMinor,
          currency: receipt.currency,
          paidAt: receipt.dateOnly ? null : receipt.paidAt,
        }
      : null,
    evidence: {
      fields: mayBeRead ? match.fields : verdictsOf(match.fields),
      source: receipt.source,
    },
  };
}

function verdictsOf({ status, receiver }: Match["fields"]): object {
  return {
    status: { ok: status.ok, reason: status.reason },
    receiver: { verdict: receiver.verdict, reason: receiver.reason },
  };
}
