import { dayOf, startOfDay } from "../../contract/days.ts";
import { canonicalAccount, maskName } from "../../domain/account-number.ts";
import {
  type Attempt,
  type AttemptState,
  FOUND_BY_NOTICE,
  isFoundByNotice,
  isSoldRow,
  type Lookup,
  type SoldRow,
} from "../../domain/attempt.ts";
import {
  amountDue,
  type Checkout,
  GRACE_MS,
  type PaymentMethod,
  withoutPaymentOf,
} from "../../domain/checkout.ts";
import { fingerprintReceiver } from "../../domain/fingerprint.ts";
import { type Match, matchReceipt } from "../../domain/matching.ts";
import { possibleAccounts } from "../../domain/matching-receiver.ts";
import { type Doubt, inDoubt, type Payment } from "../../domain/payment.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { claimKeysOf, type Receipt } from "../../domain/receipt.ts";
import { FACTS } from "../../providers/facts.ts";
import { hasOwnNumber, typedClaims } from "../../providers/references-within.ts";
import { scopeOf } from "../../store/claims.ts";
import type { Fingerprint } from "../../store/fingerprints.ts";

/** Compares a receipt with the checkout of the attempt. */
export function judge(
  receipt: Receipt,
  attempt: Attempt,
  checkout: Checkout,
  usedBefore: boolean,
): Match {
  return matchReceipt(receipt, {
    amountMinor: amountDue(withoutPaymentOf(attempt.id, checkout)),
    currency: checkout.currency,
    createdAt: checkout.paidFrom ?? checkout.createdAt,
    expiresAt: checkout.expiresAt,
    submittedAt: attempt.createdAt,
    graceMs: GRACE_MS,
    latePolicy: checkout.latePolicy,
    accounts: checkout.methods,
    usedBefore,
  });
}

/** The payment that a matched receipt proves. */
export function readPayment(
  { checkout, attempt }: AttemptState,
  receipt: Receipt,
  match: Match,
  isDuplicate: boolean,
): Payment {
  const { receiver } = receipt;
  const possible = receiver.account === null ? [] : possibleAccounts(receiver, checkout.methods);
  const methodId = oneAccount(possible);
  const payment: Payment = {
    attemptId: attempt.id,
    provider: receipt.provider,
    reference: receipt.reference,
    typed: attempt.lookup.reference === receipt.reference ? null : attempt.lookup.reference,
    amount: receipt.amountMinor,
    ...(methodId !== null && { methodId }),
    payerName: maskName(receipt.payer.name),
    paidAt: receipt.paidAt,
    state: match.doubt === null ? "counted" : "doubtful",
    reason: match.doubt,
    exceptions: match.exceptions,
    evidence: "receipt",
    claims: claimKeysOf(receipt),
  };
  return isDuplicate ? inDoubt(payment, "possible_duplicate") : payment;
}

/** Id of the account that all of these are, which a shop may have listed twice; null for several or none. */
export function oneAccount(methods: readonly PaymentMethod[]): string | null {
  const numbers = methods.map(
    ({ provider, accountNumber }) => `${provider} ${canonicalAccount(provider, accountNumber)}`,
  );
  return new Set(numbers).size > 1 ? null : (methods[0]?.id ?? null);
}

/** The account of the statement whose row is sold, if the checkout shows it: the books have the sale there. */
export function soldInto({ methods }: Checkout, { parts }: Lookup) {
  const account = methods.find(
    (method) =>
      method.provider === parts.institution &&
      canonicalAccount(method.provider, method.accountNumber) === parts.account,
  );
  return account && { methodId: account.id };
}

/** A payment of which only the reference is known: no program could read its receipt. */
export function unreadPayment({ id, lookup }: Attempt, reason: Doubt): Payment {
  const { provider, reference, datedOn } = lookup;
  return {
    attemptId: id,
    provider,
    reference,
    typed: null,
    amount: null,
    payerName: null,
    paidAt: isSoldRow(lookup) ? datedOn : null,
    state: "doubtful",
    reason,
    exceptions: [],
    evidence: null,
    claims: typedClaims(lookup),
  };
}

const DAY_MS = 86_400_000;

/** Maximum number of accounts that a payment with a hidden receiver, or one that nobody has read, is compared for. */
const MOST_POSSIBLE = 4;

/**
 * A payment that nobody has read, for the duplicate check: of the amount that is due, into each of the merchant's accounts,
 * which may be at another bank, on the day in its reference, else on that of its submission or the day before, if the checkout
 * is so old. Two numbers of a bank are two transfers; a number and a link may be one. Unread payments of checkouts with
 * different accounts are compared too. What only a person reads says nothing to compare, unless it is a statement's sold row.
 */
export function unreadFingerprints(
  checkout: Checkout,
  { lookup, createdAt }: Attempt,
  reason: Doubt,
): readonly Fingerprint[] {
  if (isSoldRow(lookup)) return soldFingerprints(checkout, lookup);
  if (reason === "manual") return [];
  const { provider, datedOn } = lookup;
  const submitted = startOfDay(dayOf(createdAt));
  const isOfDay = (checkout.paidFrom ?? checkout.createdAt) >= submitted;
  const recent = isOfDay ? [submitted] : [submitted, submitted - DAY_MS];
  const receivers = likelyFirst(checkout.methods, provider)
    .slice(0, MOST_POSSIBLE)
    .map((method) => fingerprintReceiver(method.provider, method.accountNumber));
  return [...receivers, { institution: provider, account: "unread" }].flatMap((receiver) =>
    (datedOn === null ? recent : [datedOn]).map((paidAt) => ({
      ...scopeOf(checkout),
      provider: isByLink(lookup) ? linkOf(checkout.id) : provider,
      otherLinks: otherLinks(checkout, lookup, provider),
      ...receiver,
      amount: amountDue(checkout),
      paidAt,
      dateOnly: true,
    })),
  );
}

/**
 * Any receipt of that amount into the statement's account may be of the same transfer as a sold row, if its payment may be booked
 * on the row's day; if the row has a reference of that bank, only other banks'. With `until`, another row may be the one that was
 * sold: then any receipt up to that day.
 */
function soldFingerprints(checkout: Checkout, lookup: SoldRow): readonly Fingerprint[] {
  const { provider, reference, datedOn } = lookup;
  const { institution, account, since, until } = lookup.parts;
  const isNumbered = until === undefined && hasOwnNumber(reference, institution);
  const first = startOfDay(since);
  const last = until === undefined ? datedOn : startOfDay(until);
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, days) => ({
    ...scopeOf(checkout),
    provider: isNumbered ? institution : provider,
    otherLinks: linkOf(checkout.id),
    ...fingerprintReceiver(institution, account),
    amount: amountDue(checkout),
    paidAt: last - days * DAY_MS,
    dateOnly: true,
  }));
}

function isByLink({ provider, reference }: Lookup): boolean {
  return !FACTS[provider].reference.shape.test(reference);
}

/** An unread link of a checkout, in place of a provider; without a checkout, how all of them begin. */
const linkOf = (checkoutId = "") => `link_${checkoutId}` as const;

/**
 * Unread links that are not the same transfer: two links of a bank are two, and whatever else its own checkout holds,
 * that is verified once.
 */
function otherLinks({ id }: Checkout, lookup: Lookup, institution: ProviderId) {
  return lookup.provider === institution && isByLink(lookup) ? linkOf() : linkOf(id);
}

/** Accounts at banks, those at the provider itself first. */
function likelyFirst(accounts: readonly PaymentMethod[], named: ProviderId) {
  const isOther = ({ provider }: PaymentMethod) => Number(provider !== named);
  return accounts
    .filter(({ provider }) => provider !== "manual")
    .toSorted((one, other) => isOther(one) - isOther(other));
}

/**
 * The payment for the duplicate check, once for each of the merchant's accounts that it may have gone to: receipts of one
 * transfer may hide the receiver in different ways. The most likely account, at the receipt's own bank, comes first. A
 * receipt that shows only its day is compared for that one only; otherwise it would match too many others.
 */
export function fingerprintsOf(
  receipt: Pick<Receipt, "provider" | "receiver" | "amountMinor" | "paidAt" | "dateOnly">,
  checkout: Checkout,
  lookup: Lookup,
): readonly Fingerprint[] {
  const likely = likelyFirst(
    possibleAccounts(receipt.receiver, checkout.methods),
    receipt.provider,
  ).slice(0, receipt.dateOnly ? 1 : MOST_POSSIBLE);
  return likely.map((method) => ({
    ...scopeOf(checkout),
    provider: receipt.provider,
    otherLinks: otherLinks(checkout, lookup, method.provider),
    ...fingerprintReceiver(method.provider, method.accountNumber),
    amount: receipt.amountMinor,
    paidAt: receipt.paidAt,
    dateOnly: receipt.dateOnly,
  }));
}

/**
 * The attempt with the result of the comparison. `found` is set only for a payment to this merchant. The evidence contains
 * the receipt's fields only for such a payment or a doubtful one. For any other receipt, which may be a stranger's, it
 * contains only the verdicts.
 */
export function withFindings(attempt: Attempt, receipt: Receipt, match: Match): Attempt {
  const mayBeRead = match.disclosable || match.decision === "doubt";
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
      ...(isFoundByNotice(attempt) && FOUND_BY_NOTICE),
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
