import { compareAccount, MIN_VISIBLE_TAIL } from "./account-number.ts";
import { amountDue, type Checkout, canBecome } from "./checkout.ts";
import { matchReceiver } from "./matching-receiver.ts";
import type { Notice } from "./notice.ts";
import { isWallet } from "./provider.ts";
import { comparableReference, type Receipt } from "./receipt.ts";

/** Most that a merchant may let a notice prove without a receipt, minor units: ETB 5,000. */
export const MAX_NOTICE_LIMIT = 500_000;
/** A message that took longer from the bank to us is no evidence. */
const FRESH_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
/** Characters of a checkout's id that a payer may write as the reason of the transfer. */
const REASON_CODE_LENGTH = 6;

/** An open checkout beside what its customer said about their phone. */
export interface Candidate {
  readonly checkout: Checkout;
  /** Given on the pay page; null if not. */
  readonly payerPhone: string | null;
}

/** A notice with its times and what the bank's balances say. Times in ms. */
export interface HeardNotice extends Notice {
  readonly sentAt: number;
  readonly receivedAt: number;
  /** A person pasted it. */
  readonly typed: boolean;
  readonly balance: "continues" | "unknown";
}

/** When the payment was made, as far as the message says. */
export function noticeTime({ paidAt, sentAt }: Pick<HeardNotice, "paidAt" | "sentAt">): number {
  return paidAt ?? sentAt;
}

/** The code that a payer may write as the reason: the last characters of the checkout's id, which are random. */
export function reasonCode({ id }: Pick<Checkout, "id">): string {
  return id.slice(-REASON_CODE_LENGTH).toUpperCase();
}

/**
 * Whether a notice may be about a checkout at all: exactly the amount that is due, made after the checkout was
 * created and before it expires, to one of its receiving accounts.
 */
export function mayPay(notice: HeardNotice, checkout: Checkout): boolean {
  const { status, currency, expiresAt } = checkout;
  return (
    status === "open" &&
    amountDue(checkout) === notice.amountMinor &&
    currency === notice.currency &&
    isSince(notice, checkout) &&
    noticeTime(notice) <= expiresAt &&
    reaches(notice, checkout)
  );
}

/**
 * Whether a notice may be about a checkout that is not open and lacks the money: its customer may still pay the amount that
 * they were asked for.
 */
export function mayPayLate(notice: HeardNotice, checkout: Checkout): boolean {
  return (
    isSince(notice, checkout) &&
    amountDue(checkout) === notice.amountMinor &&
    checkout.currency === notice.currency &&
    reaches(notice, checkout)
  );
}

/**
 * Whether a notice may be about a checkout that waited for such a payment when it was made, and may still be paid: it has expired
 * since, or is in review. Its message came late.
 */
export function mayHavePaid(notice: HeardNotice, checkout: Checkout): boolean {
  const isInTime = noticeTime(notice) <= checkout.expiresAt;
  return canBecome(checkout, "verified") && isInTime && mayPayLate(notice, checkout);
}

/** A message that prints minutes only may mean the last second of its minute. */
function isSince(notice: HeardNotice, { createdAt }: Checkout): boolean {
  return noticeTime(notice) + Math.max(0, notice.precisionMs - 1) >= createdAt;
}

/** Whether the notice can be about one of the checkout's receiving accounts. A notice without an account names none. */
function reaches({ provider, account }: Notice, { methods }: Checkout): boolean {
  return methods.some(
    (method) =>
      method.provider === provider &&
      (account === null || isOwn(compareAccount(provider, account, method.accountNumber))),
  );
}

function isOwn({ kind }: ReturnType<typeof compareAccount>): boolean {
  return kind === "same" || kind === "agrees";
}

/**
 * The checkout that a payment names: by its payer's phone, by the code in its reason, or by an amount that no other
 * checkout of the last day waits for. Null unless exactly one is named: an uncertain match never counts. Also null if a customer
 * has entered its reference: then their checkout decides.
 *
 * Anyone can type anyone's number on a pay page, so a typed number names its checkout only if each of the others has a
 * number that is not the payer's.
 *
 * @param candidates all open checkouts of the account that `mayPay`
 * @param ended those that are open no more and that it `mayHavePaid`; one of them is never named, but another may not be either
 * @param isLate whether it `mayPayLate` another one, which is no candidate
 */
export function namedCheckout(
  notice: Notice,
  receipt: Receipt,
  candidates: readonly Candidate[],
  ended: readonly Candidate[] = [],
  isLate = false,
): Checkout | null {
  const all = [...candidates, ...ended];
  if (all.some(({ checkout }) => isEntered(notice, receipt, checkout))) return null;
  const payer = (candidate: Candidate) => payerOf(notice, receipt, candidate);
  const named = all.filter(
    (candidate) =>
      ["customer", "typed"].includes(payer(candidate)) ||
      isNamedByReason(receipt, candidate) ||
      (isDistinct(candidate) && all.length === 1 && !isLate),
  );
  const [only, ...more] = named;
  if (only === undefined || more.length > 0 || ended.includes(only)) return null;
  const isSure =
    payer(only) !== "typed" ||
    isNamedByReason(receipt, only) ||
    all.every((one) => one === only || payer(one) === "another");
  return isSure ? only.checkout : null;
}

function isEntered({ provider }: Notice, { reference }: Receipt, { pending }: Checkout): boolean {
  return pending.some(
    (one) =>
      one.provider === provider &&
      comparableReference(one.reference) === comparableReference(reference),
  );
}

/** What is still due of a distinct amount after a part may be any amount. */
function isDistinct({ checkout }: Candidate): boolean {
  return checkout.notices?.distinct === true && amountDue(checkout) === checkout.amount;
}

/**
 * Who the payer is to a checkout by the phones that notice and receipt show: its customer, as the merchant knows them; who
 * typed their number on its page; another, by all of its numbers; or unknown. A number fits if no phone differs from it,
 * and one shows at least four digits of it.
 */
function payerOf(
  { provider, payer }: Notice,
  receipt: Receipt,
  { checkout, payerPhone }: Candidate,
): "customer" | "typed" | "another" | "unknown" {
  if (!isWallet(provider)) return "unknown";
  const shown = [payer.account, receipt.payer.account];
  const fits = (phone: string): boolean | null => {
    const compared = shown.map((one) => compareAccount(provider, one, phone));
    if (compared.some(({ kind }) => kind === "differs")) return false;
    const isProof = (one: ReturnType<typeof compareAccount>) =>
      one.kind === "same" || (one.kind === "agrees" && one.visibleTail >= MIN_VISIBLE_TAIL);
    return compared.some(isProof) ? true : null;
  };
  const customers = checkout.customer?.phone ?? null;
  if (customers !== null && fits(customers) === true) return "customer";
  if (payerPhone !== null && fits(payerPhone) === true) return "typed";
  const known = [customers, payerPhone].filter((one) => one !== null);
  return known.length > 0 && known.every((phone) => fits(phone) === false) ? "another" : "unknown";
}

function isNamedByReason({ reason }: Receipt, { checkout }: Candidate): boolean {
  const words = reason?.toUpperCase().split(/[^0-9A-Z]/) ?? [];
  return words.includes(reasonCode(checkout));
}

/**
 * Whether a notice counts as the receipt while the bank's page is down: a paired phone forwarded it within five minutes,
 * the customer entered its reference, everything fits, and the bank's balance continues. Anything unknown is a no.
 *
 * @param limit the app's `notice_limit`, minor units
 * @param reference as the customer entered it
 */
export function isEvidence(
  notice: HeardNotice,
  { checkout, payerPhone }: Candidate,
  reference: string,
  limit: number,
): boolean {
  const delay = notice.receivedAt - noticeTime(notice);
  // Without a time from the bank or the phone, ours stands in for it and shows no delay.
  const isTimed = notice.paidAt !== null || notice.sentAt !== notice.receivedAt;
  const phones = [payerPhone, checkout.customer?.phone ?? null].filter((one) => one !== null);
  const { provider, payer } = notice;
  const isOtherPayer =
    isWallet(provider) &&
    phones.length > 0 &&
    phones.every((phone) => compareAccount(provider, payer.account, phone).kind === "differs");
  return (
    !notice.typed &&
    isTimed &&
    notice.amountMinor <= Math.min(limit, MAX_NOTICE_LIMIT) &&
    notice.reference !== null &&
    comparableReference(notice.reference) === comparableReference(reference) &&
    delay >= -FRESH_MS &&
    delay <= FRESH_MS + notice.precisionMs &&
    notice.balance === "continues" &&
    !isOtherPayer &&
    mayPay(notice, { ...checkout, status: "open" })
  );
}

/**
 * Whether a completed receipt shows that the bank sent this message, so that the balance in it is to be trusted: it paid
 * one of the checkout's accounts beyond doubt, at the time of the message. Anybody can copy a reference from an old receipt
 * of the shop, or from one of a stranger, into a message with a balance of their choice.
 */
export function confirms(
  notice: HeardNotice,
  receipt: Receipt,
  { methods }: Pick<Checkout, "methods">,
): boolean {
  const { paidAt, dateOnly, receiver } = receipt;
  const at = noticeTime(notice);
  const isSameTime = dateOnly
    ? at >= paidAt && at < paidAt + DAY_MS
    : Math.abs(at - paidAt) <= FRESH_MS + notice.precisionMs;
  return (
    isSameTime &&
    !contradicts(notice, receipt) &&
    matchReceiver(receiver, methods).verdict === "confirmed"
  );
}

/** Whether a receipt says something else than the notice with its reference: another amount or receiver. */
export function contradicts(notice: Notice, receipt: Receipt): boolean {
  if (notice.amountMinor !== receipt.amountMinor || notice.currency !== receipt.currency)
    return true;
  const { account, institution } = receipt.receiver;
  if (institution !== null && institution !== notice.provider) return true;
  // Two masks can't be compared; a whole number with a mask can.
  const isWhole = account !== null && /^[0-9+ ]+$/.test(account);
  return isWhole && compareAccount(notice.provider, notice.account, account).kind === "differs";
}
