import type { Lookup } from "../../domain/attempt.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { ServiceError } from "../../domain/errors.ts";
import { type Candidate, contradicts, mayPay, namedCheckout } from "../../domain/notice-fit.ts";
import { comparableReference, type Receipt } from "../../domain/receipt.ts";
import { now, table } from "../../pipeline/deps.ts";
import { log } from "../../pipeline/log.ts";
import { termsKey } from "../../store/checkout-item.ts";
import { checkoutsOf } from "../../store/checkouts.ts";
import type { StoredNotice } from "../../store/notices.ts";
import { getPayerPhone, MOST_OPEN, openAmounts } from "../../store/open-amounts.ts";
import { isAskable, lookUpReceipt } from "../banks/lookup.ts";
import { recognizeFor } from "../banks/recognize.ts";
import { resumeAttemptAt } from "../verification/resume-later.ts";
import { submitReference } from "../verification/submit.ts";

/** How long a notice waits for the bank. */
const PATIENCE_MS = 20_000;

/**
 * Looks up the receipt that a notice points to, if an open checkout asks for its amount. Where the payment names exactly
 * one of them, its reference is submitted there as if the customer had typed it. Attempts that wait for the same
 * reference are tried again.
 *
 * @returns whether the bank's receipt confirmed the notice
 */
export async function followPointer(notice: StoredNotice): Promise<boolean> {
  const candidates = await candidatesFor(notice);
  const [first] = candidates;
  if (first === undefined) return false;
  await resumeWaiting(notice, candidates);
  const lookup = await lookupOf(notice, first);
  if (lookup === null) return false;
  const receipt = await receiptOf(notice, lookup, first);
  if (receipt === null) return false;
  const named = namedCheckout(notice, receipt, candidates);
  if (named !== null) await submit(named, lookup);
  return true;
}

/** Open live checkouts of the account that the notice may pay; none if there are too many to be sure. */
async function candidatesFor(notice: StoredNotice): Promise<readonly Candidate[]> {
  const { accountId, currency, amountMinor: amount } = notice;
  const rows = await openAmounts(table(), accountId, { currency, amount }, now());
  if (rows.length === 0 || rows.length > MOST_OPEN) return [];
  const keys = rows.map(({ checkoutId }) => termsKey(checkoutId));
  const checkouts = new Map((await checkoutsOf(table(), keys)).map((one) => [one.id, one]));
  const candidates = rows.map(async (row) => {
    const checkout = checkouts.get(row.checkoutId);
    if (!checkout?.livemode || !mayPay(notice, checkout)) return [];
    // The row of a rest does not hold the phone.
    const isRest = row.amount !== checkout.amount;
    const payerPhone = isRest ? await getPayerPhone(table(), checkout) : row.payerPhone;
    return [{ checkout, payerPhone }];
  });
  return (await Promise.all(candidates)).flat();
}

/** The bank may be down, and the notice may be what the customer's own attempt waits for. */
async function resumeWaiting(
  { provider, reference }: StoredNotice,
  candidates: readonly Candidate[],
): Promise<void> {
  if (reference === null) return;
  const asked = comparableReference(reference);
  for (const { checkout } of candidates) {
    for (const pending of checkout.pending) {
      if (pending.provider !== provider || comparableReference(pending.reference) !== asked)
        continue;
      const { id: checkoutId, accountId } = checkout;
      await resumeAttemptAt({ id: pending.id, checkoutId, accountId }, now(), "resumed");
    }
  }
}

/** What a customer would have pasted: the link, else the reference. Null where the bank needs more. */
async function lookupOf(
  { provider, link, reference }: StoredNotice,
  { checkout }: Candidate,
): Promise<Lookup | null> {
  for (const input of [link, reference]) {
    if (input === null) continue;
    const found = await recognizeFor(checkout, input, provider);
    if (found.kind === "lookup" && (await isAskable(found.lookup, checkout, null))) {
      return found.lookup;
    }
  }
  return null;
}

/** The completed receipt that says the same as the notice; null for anything else. */
async function receiptOf(
  notice: StoredNotice,
  lookup: Lookup,
  { checkout }: Candidate,
): Promise<Receipt | null> {
  const { id, accountId, livemode } = checkout;
  const asked = { id, accountId, livemode, lookup, payerPhone: null, tries: 1 };
  const options = { patienceMs: PATIENCE_MS };
  return lookUpReceipt(asked, checkout, options, async (result) => {
    if (result.kind !== "receipt" || result.receipt.status !== "completed") return null;
    return contradicts(notice, result.receipt) ? null : result.receipt;
  });
}

/** Refusals that a later message cannot change. */
const FINAL = new Set(["checkout_not_open", "checkout_blocked", "rate_limited"]);

async function submit(checkout: Checkout, lookup: Lookup): Promise<void> {
  try {
    await submitReference({ checkout, lookup, payerPhone: null, isFoundByNotice: true });
    log("info", "notice named a checkout", {
      account_id: checkout.accountId,
      checkout_id: checkout.id,
      provider: lookup.provider,
    });
  } catch (error) {
    if (!(error instanceof ServiceError && FINAL.has(error.code))) throw error;
  }
}
