import { amountDue, type Checkout, isPartlyPaid } from "./checkout.ts";
import { idTime } from "./ids.ts";
import { currencyExponent } from "./money.ts";
import { shownPayment } from "./payment.ts";

/** What a search compares of a checkout. */
export type Searched = Pick<
  Checkout,
  | "id"
  | "clientReference"
  | "description"
  | "customer"
  | "status"
  | "amount"
  | "amountReceived"
  | "currency"
  | "payments"
  | "pending"
>;

/** Fewer digits would find most phone numbers. */
const MIN_PHONE_DIGITS = 4;
/** The dashboard shortens an id to its last 6 characters. */
const MIN_ID_END = 6;
/** Ethiopia's calling code and the trunk zero. People write either, neither or both: `+251 (0)911…`. */
const PHONE_START = /^(?:(?:00)?251)?0?/;
/** Separators that a search may have between the digits of a phone number. */
const PHONE_MARKS = /[ +().-]/g;
/** Thousands may be set apart by commas; a currency may stand on either side. */
const AMOUNT =
  /^(?:[a-z]{3} ?)?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]{1,3}))?(?: ?[a-z]{3})?$/;

/**
 * A test for checkouts that a text finds, in any case. It finds the start of the id, of a word of the
 * merchant's or the bank's reference, also one that still waits for its bank, of the description, of the customer's or
 * payer's name and email address, and of the phone number; the last 6 characters of the id; and the exact amount, e.g.
 * `1,500`, asked for, still due or paid.
 */
export function checkoutMatcher(text: string): (checkout: Searched) => boolean {
  const wanted = fold(text);
  const compact = compacted(wanted);
  // A phone number within other text would find too much.
  const phone = /^\p{Nd}+$/u.test(wanted.replaceAll(PHONE_MARKS, "")) ? phoneDigits(wanted) : "";
  const amount = AMOUNT.exec(wanted);
  return (checkout) =>
    checkout.id.startsWith(wanted) ||
    (wanted.length >= MIN_ID_END && checkout.id.endsWith(wanted)) ||
    textsOf(checkout).some((each) => hasWordStart(each, wanted)) ||
    (compact !== "" && isReferenceStart(checkout, compact)) ||
    (phone.length >= MIN_PHONE_DIGITS && isPhoneStart(checkout, phone)) ||
    (amount !== null && isAmount(checkout, amount));
}

const ID_START = /^co_[0-7][0-9a-z]*$/;
const ID_LENGTH = 29;
/** Where the characters of an id end that say its time. */
const TIME_END = 13;
const MAX_TIME_MS = 2 ** 48 - 1;

/** When checkouts whose id begins with `text` were created (ms, both included); null for no such start. */
export function creationOf(text: string): { readonly from: number; readonly to: number } | null {
  const id = text.toLowerCase();
  if (!ID_START.test(id)) return null;
  const start = id.slice(0, TIME_END);
  const from = idTime(start.padEnd(ID_LENGTH, "0"));
  if (from === null) return null;
  const to = from + 32 ** (TIME_END - start.length) - 1;
  return { from, to: Math.min(to, MAX_TIME_MS - 1) };
}

function textsOf({
  clientReference,
  description,
  customer,
  payments,
  pending,
}: Searched): string[] {
  return [
    clientReference,
    description,
    customer?.name ?? null,
    customer?.email ?? null,
    ...payments.map(shownPayment).flatMap(({ reference, payerName }) => [reference, payerName]),
    ...pending.map(({ reference }) => reference),
  ]
    .filter((each) => each !== null)
    .map(fold);
}

/** Whether a word of `text` begins with `wanted`, which may be several words. */
function hasWordStart(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** Banks print references with spaces and dashes that people leave out. */
function isReferenceStart({ payments, pending }: Searched, wanted: string): boolean {
  return [...payments, ...pending].some(({ reference }) =>
    compacted(fold(reference)).startsWith(wanted),
  );
}

function compacted(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function isPhoneStart({ customer }: Searched, wanted: string): boolean {
  return phoneDigits(customer?.phone ?? "").startsWith(wanted);
}

/** Whether a checkout's customer has this phone number, however both are written. */
export function isCustomersPhone({ customer }: Pick<Searched, "customer">, phone: string): boolean {
  const own = phoneDigits(customer?.phone ?? "");
  return own !== "" && own === phoneDigits(phone);
}

/** The digits of a phone number from the operator's on, as `0` to `9` whatever script they are written in. */
function phoneDigits(text: string): string {
  const digits = text.replaceAll(/\P{Nd}/gu, "").replaceAll(/\p{Nd}/gu, (digit) => digitOf(digit));
  return digits.replace(PHONE_START, "");
}

/** Unicode lists the ten digits of each script in order. Lists that follow each other directly are complete. */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before++;
  return String(before % 10);
}

function isAmount(checkout: Searched, [, whole = "", part = ""]: RegExpExecArray): boolean {
  const exponent = currencyExponent(checkout.currency);
  if (part.length > exponent) return false;
  const wanted = Number(whole.replaceAll(",", "") + part.padEnd(exponent, "0"));
  return (
    checkout.amount === wanted ||
    (isPartlyPaid(checkout) && amountDue(checkout) === wanted) ||
    checkout.payments.some((payment) => shownPayment(payment).amount === wanted)
  );
}

function fold(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}
