import type { Attempt } from "../../domain/attempt-record.ts";
import { GRACE_MS, type Proof } from "../../domain/checkout.ts";
import type { Checkout, PaymentMethod } from "../../domain/checkout-terms.ts";
import { fingerprintReceiver } from "../../domain/fingerprint.ts";
import { maskName } from "../../domain/mask.ts";
import { type Match, matchReceipt } from "../../domain/matching.ts";
import { possibleAccounts } from "../../domain/matching-receiver.ts";
import { modeOf } from "../../domain/mode.ts";
import type { Receipt } from "../../domain/receipt.ts";
import type { Fingerprint } from "../../store/fingerprints.ts";

/** Compares a receipt with the checkout of the attempt. */
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
 * What a matched receipt proves. If the receiver is not confirmed, it may be the receipt of a stranger, whose name,
 * amount and time nobody may read in the checkout.
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

/** Most accounts for which a receipt with a hidden receiver is compared. */
const MOST_POSSIBLE = 4;

/**
 * The payment for the duplicate check, once for each of the merchant's accounts that it may have gone to: receipts of one
 * transfer may hide the receiver in different ways. The most likely account, at the receipt's own bank, comes first; a
 * receipt that shows only its day is compared for this one, or it would resemble too many others.
 */
export function fingerprintsOf(receipt: Receipt, checkout: Checkout): readonly Fingerprint[] {
  const banks = checkout.methods.filter(({ provider }) => provider !== "manual");
  const isOwn = ({ provider }: PaymentMethod) => Number(provider === receipt.provider);
  const likely = possibleAccounts(receipt.receiver, banks)
    .toSorted((one, other) => isOwn(other) - isOwn(one))
    .slice(0, receipt.dateOnly ? 1 : MOST_POSSIBLE);
  return likely.map((method) => ({
    accountId: checkout.accountId,
    mode: modeOf(checkout.livemode),
    provider: receipt.provider,
    ...fingerprintReceiver(method.provider, method.accountNumber),
    amount: receipt.amountMinor,
    paidAt: receipt.paidAt,
    dateOnly: receipt.dateOnly,
  }));
}

/**
 * The attempt with the result of the comparison. `found` is set only for a payment to this merchant. The evidence has
 * the receipt's fields only for such a payment or for a review; of any other receipt, which may be a stranger's, it has
 * only the verdicts.
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
