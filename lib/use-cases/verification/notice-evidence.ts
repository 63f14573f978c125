import { maskName } from "../../domain/account-number.ts";
import type { Attempt } from "../../domain/attempt.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { instant } from "../../domain/instant.ts";
import { contradicts, isEvidence, noticeTime } from "../../domain/notice-fit.ts";
import type { Payment } from "../../domain/payment.ts";
import type { Receipt } from "../../domain/receipt.ts";
import { now, table } from "../../pipeline/deps.ts";
import type { Fingerprint } from "../../store/fingerprints.ts";
import { noticeCheckWrite, noticesOfReference, type StoredNotice } from "../../store/notices.ts";
import type { Write } from "../../store/transact.ts";
import { fingerprintsOf, typedClaims } from "./read-payment.ts";

interface Asked {
  readonly checkout: Checkout;
  readonly attempt: Attempt;
}

/** A payment that only a notice proves. */
interface NoticedPayment {
  readonly payment: Payment;
  readonly prints: readonly Fingerprint[];
  /** What is stored with the attempt. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Checks it against its receipt later. */
  readonly check: Write;
}

const CHECK_AFTER_MS = 5 * 60_000;

/**
 * The payment that a paired phone's notice proves while the bank's page is down, up to the app's `notice_limit`; null
 * for anything less. It reads nothing for a checkout without that limit.
 */
export async function noticedPayment({ checkout, attempt }: Asked): Promise<NoticedPayment | null> {
  const limit = checkout.notices?.limit ?? 0;
  if (limit === 0 || !attempt.livemode) return null;
  const at = now();
  const { lookup, payerPhone } = attempt;
  const all = await noticesOfReference(table(), checkout.accountId, lookup, at);
  const [notice, ...others] = all;
  // Two messages about one reference must say the same.
  if (notice === undefined || others.some((other) => !saysTheSame(other, notice))) return null;
  if (!isEvidence(notice, { checkout, payerPhone }, lookup.reference, limit)) return null;
  const { provider, amountMinor, payer, receivedAt, hash } = notice;
  return {
    payment: {
      attemptId: attempt.id,
      provider,
      reference: lookup.reference,
      typed: null,
      amount: amountMinor,
      payerName: maskName(payer.name),
      paidAt: noticeTime(notice),
      state: "counted",
      reason: null,
      exceptions: [],
      evidence: "notice",
      claims: typedClaims(lookup),
    },
    prints: fingerprintsOf(asReceipt(notice, lookup.reference), checkout),
    evidence: { notice: { hash, receivedAt: instant(receivedAt) } },
    check: noticeCheckWrite(
      { checkoutId: checkout.id, attemptId: attempt.id, lookup, createdAt: at },
      at + CHECK_AFTER_MS,
    ),
  };
}

/** Whether a paired phone's notice about this receipt says something else. Reads nothing without a paired phone. */
export async function isContradicted(
  { checkout, attempt }: Asked,
  receipt: Receipt,
): Promise<boolean> {
  if (checkout.notices === undefined || !attempt.livemode) return false;
  const all = await noticesOfReference(table(), checkout.accountId, receipt, now());
  return all.some((notice) => contradicts(notice, receipt));
}

/** The payment may be one that another checkout has. */
export function duplicate(payment: Payment): Payment {
  return {
    ...payment,
    state: "doubtful",
    reason: "possible_duplicate",
    exceptions: ["possible_duplicate"],
  };
}

/** The bank's message said something else than its receipt: a person decides. */
export function contradicted(payment: Payment): Payment {
  return {
    ...payment,
    state: "doubtful",
    reason: payment.reason ?? "notice_contradicted",
    exceptions: [...payment.exceptions, "notice_contradicted"],
  };
}

function saysTheSame(one: StoredNotice, other: StoredNotice): boolean {
  return (
    one.amountMinor === other.amountMinor &&
    one.currency === other.currency &&
    one.paidAt === other.paidAt &&
    one.account === other.account &&
    one.payer.account === other.payer.account
  );
}

/** Only for the comparison with other receipts of the same transfer. */
function asReceipt(notice: StoredNotice, reference: string): Receipt {
  const { provider, amountMinor, currency, payer, account, receivedAt, hash } = notice;
  return {
    provider,
    reference,
    aliases: [],
    status: "completed",
    amountMinor,
    currency,
    receiver: { institution: provider, account, name: null },
    payer,
    paidAt: noticeTime(notice),
    dateOnly: false,
    source: {
      urlHost: "notice",
      bodySha256: hash,
      fetchedAt: receivedAt,
      parserVersion: "notice/1",
    },
  };
}
