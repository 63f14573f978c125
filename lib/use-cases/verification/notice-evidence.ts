import { maskName } from "../../domain/account-number.ts";
import {
  type Attempt,
  type AttemptState,
  isFoundByNotice,
  isSoldRow,
  type Lookup,
} from "../../domain/attempt.ts";
import { type Checkout, withoutPaymentOf } from "../../domain/checkout.ts";
import { instant } from "../../domain/instant.ts";
import { possibleAccounts } from "../../domain/matching-receiver.ts";
import { contradicts, isEvidence, noticeTime } from "../../domain/notice-fit.ts";
import { type Doubt, inDoubt, type Payment } from "../../domain/payment.ts";
import { claimKeysOf, claimOf, type Receipt } from "../../domain/receipt.ts";
import { now, table } from "../../pipeline/deps.ts";
import { getAppWithMethods } from "../../store/apps.ts";
import type { Fingerprint } from "../../store/fingerprints.ts";
import { noticeCheckWrite } from "../../store/notice-checks.ts";
import { getSource } from "../../store/notice-sources.ts";
import {
  isReversed,
  messagesAbout,
  messagesAboutClaims,
  type StoredNotice,
} from "../../store/notices.ts";
import type { Write } from "../../store/transact.ts";
import { fingerprintsOf, oneAccount, soldInto, unreadPayment } from "./read-payment.ts";

/** A payment that only a notice proves. */
interface NoticedPayment {
  readonly payment: Payment;
  readonly prints: readonly Fingerprint[];
  /** With what the notice says. */
  readonly attempt: Attempt;
  /** Checks it against its receipt later. */
  readonly check: Write;
}

const CHECK_AFTER_MS = 5 * 60_000;

/**
 * The payment that a paired phone's notice proves while the bank's page is down, up to the app's `notice_limit`; null
 * for anything less, and where no customer entered the reference. It reads nothing for a checkout without that limit.
 */
export async function noticedPayment({
  checkout,
  attempt,
}: AttemptState): Promise<NoticedPayment | null> {
  const limit = checkout.notices?.limit ?? 0;
  if (limit === 0 || !attempt.livemode || isFoundByNotice(attempt)) return null;
  const at = now();
  const { lookup, payerPhone } = attempt;
  const asked = { checkout: withoutPaymentOf(attempt.id, checkout), payerPhone };
  const messages = await messagesAbout(table(), checkout.accountId, lookup, at);
  const { notices: all } = messages;
  const [first, ...others] = all;
  // Two messages about one reference must say the same.
  if (first === undefined || others.some((other) => !saysTheSame(other, first))) return null;
  // With several phones, the chain of balances of one may be broken, and one may have been late.
  const notice = await firstTrusted(
    all.filter((one) => isEvidence(one, asked, lookup.reference, limit)),
  );
  if (notice === null) return null;
  if (isReversed(messages.reversals, notice.amountMinor)) return null;
  if (notice.amountMinor > (await limitNow(checkout))) return null;
  if ((await doubtfulBeside({ checkout, attempt })).length > 0) return null;
  const { amountMinor: amount, currency, payer, receivedAt, hash } = notice;
  const paidAt = noticeTime(notice);
  const said = { hash, receivedAt: instant(receivedAt) };
  const transfer = transferOf(notice);
  const methodId = oneAccount(possibleAccounts(transfer.receiver, checkout.methods));
  return {
    payment: {
      ...unreadPayment(attempt, "provider_unavailable"),
      ...{ amount, payerName: maskName(payer.name), paidAt },
      ...(methodId !== null && { methodId }),
      state: "counted",
      reason: null,
      evidence: "notice",
    },
    prints: fingerprintsOf(transfer, checkout, lookup),
    attempt: {
      ...attempt,
      found: { amount, currency, paidAt },
      evidence: { ...attempt.evidence, notice: said },
    },
    check: noticeCheckWrite(
      { checkoutId: checkout.id, attemptId: attempt.id, lookup, createdAt: at },
      at + CHECK_AFTER_MS,
    ),
  };
}

/** The app's `notice_limit`, which may have been lowered since the checkout was created; minor units. */
async function limitNow({ accountId, appId }: Checkout): Promise<number> {
  return (await getAppWithMethods(table(), accountId, appId))?.app.noticeLimit ?? 0;
}

/** A deleted phone's messages are not trusted: it may have been stolen. */
async function firstTrusted(notices: readonly StoredNotice[]): Promise<StoredNotice | null> {
  for (const notice of notices) {
    if ((await getSource(table(), notice.sourceId)) !== null) return notice;
  }
  return null;
}

/** Whether a phone may have reported the payment: one was paired, or the checkout is the sale of a reported payment. */
function mayHaveMessages({ notices, paidFrom, livemode }: Checkout): boolean {
  return livemode && (notices !== undefined || paidFrom !== undefined);
}

/** What a paired phone's messages say against a receipt, and against the payments that came before it. */
interface Contradictions {
  /** Whether one says something else than this receipt, or that its payment was reversed. */
  readonly isOther: boolean;
  /** Attempts of the other counted payments that messages have since contradicted. */
  readonly doubtful: readonly string[];
}

/** Reads nothing without a paired phone. */
export async function contradictionsOf(
  state: AttemptState,
  receipt: Receipt,
): Promise<Contradictions> {
  const { checkout, attempt } = state;
  if (!mayHaveMessages(checkout)) return { isOther: false, doubtful: [] };
  // While it waited for credits, a receipt of another attempt may have shown more numbers of it.
  const own = checkout.payments.find(({ attemptId }) => attemptId === attempt.id);
  const claims = new Set([...claimKeysOf(receipt), ...(own?.claims ?? [])]);
  const [{ notices, reversals }, doubtful] = await Promise.all([
    messagesAboutClaims(table(), checkout.accountId, [...claims], now()),
    doubtfulBeside(state),
  ]);
  const isOther =
    notices.some((notice) => contradicts(notice, receipt)) ||
    isReversed(reversals, receipt.amountMinor);
  return { isOther, doubtful };
}

/** Attempts of the other counted payments that messages say were reversed, or of another amount. */
async function doubtfulBeside({ checkout, attempt }: AttemptState): Promise<readonly string[]> {
  const { payments, accountId } = withoutPaymentOf(attempt.id, checkout);
  const found = payments.map(async (payment) => {
    if (payment.state !== "counted") return [];
    const { claims } = payment;
    const { notices, reversals } = await messagesAboutClaims(table(), accountId, claims, now());
    const isOther = notices.some(({ amountMinor }) => amountMinor !== payment.amount);
    return isOther || isReversed(reversals, payment.amount) ? [payment.attemptId] : [];
  });
  return (await Promise.all(found)).flat();
}

/** A payment that nobody has read, with what a paired phone's messages say of it and of the others. */
export async function unreadBesideNotices(
  state: AttemptState,
  reason: Doubt,
): Promise<{ readonly payment: Payment; readonly doubtful: readonly string[] }> {
  const { checkout, attempt } = state;
  const payment = { ...unreadPayment(attempt, reason), ...soldInto(checkout, attempt.lookup) };
  if (!mayHaveMessages(checkout)) return { payment, doubtful: [] };
  const names = namesOf(payment, attempt.lookup);
  const [{ reversals }, doubtful] = await Promise.all([
    messagesAboutClaims(table(), checkout.accountId, names, now()),
    doubtfulBeside(state),
  ]);
  const isOther = isReversed(reversals, null);
  return { payment: isOther ? inDoubt(payment, "notice_contradicted") : payment, doubtful };
}

/** Claims by which messages may name a payment: a sold row has a reference of the statement's bank. */
function namesOf({ claims }: Payment, lookup: Lookup): readonly string[] {
  if (!isSoldRow(lookup)) return claims;
  return claims.filter((key) => claimOf(key).provider === lookup.parts.institution);
}

function saysTheSame(one: StoredNotice, other: StoredNotice): boolean {
  const keys = ["amountMinor", "currency", "paidAt", "account"] as const;
  return keys.every((key) => one[key] === other[key]) && one.payer.account === other.payer.account;
}

/** For the comparison with other receipts of the same transfer. */
function transferOf(notice: StoredNotice) {
  const { provider, amountMinor, account } = notice;
  const receiver = { institution: provider, account, name: null };
  return { provider, amountMinor, receiver, paidAt: noticeTime(notice), dateOnly: false };
}
