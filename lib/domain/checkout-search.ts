import type { Checkout } from "./checkout-terms.ts";
import { idTime } from "./ids.ts";
import { currencyExponent } from "./money.ts";

/** What a search compares of a checkout. */
export type Searched = Pick<
  Checkout,
  "id" | "clientReference" | "description" | "customer" | "amount" | "currency" | "payment"
>;

/** Fewer digits would find most phone numbers. */
const MIN_PHONE_DIGITS = 4;
/** The dashboard shortens an id to its last 6 characters. */
const MIN_ID_END = 6;
/** Calling code of Ethiopia or the trunk zero, which people leave out or write. */
const PHONE_START = /^(?:(?:00)?251|0)/;
/** Thousands may be set apart by commas; a currency may stand on either side. */
const AMOUNT =
  /^(?:[a-z]{3} ?)?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]{1,3}))?(?: ?[a-z]{3})?$/;

/**
 * A test for checkouts that a text finds, in any case. It finds the start of the id, of a word of the
 * merchant's or the bank's reference, of the description, of the customer's or payer's name and email
 * address, and of the phone number; the last 6 characters of the id; and the exact amount, e.g. `1,500`.
 */
export function checkoutMatcher(text: string): (checkout: Searched) => boolean {
  const wanted = fold(text);
  const compact = wanted.replaceAll(/[^\p{L}\p{N}]/gu, "");
  const phone = phoneDigits(text);
  const amount = AMOUNT.exec(wanted);
  return (checkout) =>
    checkout.id.startsWith(wanted) ||
    (wanted.length >= MIN_ID_END && checkout.id.endsWith(wanted)) ||
    textsOf(checkout).some((each) => hasWordStart(each, wanted)) ||
    (compact !== "" && compactReference(checkout).startsWith(compact)) ||
    isPhoneStart(checkout.customer?.phone ?? null, phone) ||
    (amount !== null && isAmount(checkout, amount));
}

const ID_START = /^co_([0-7][0-9a-z]*)$/i;
/** Characters of an id that say its time. */
const TIME_LENGTH = 10;
const MAX_TIME_MS = 2 ** 48 - 1;

/** When checkouts whose id begins with `text` were created (ms, both included); null for no such start. */
export function creationOf(text: string): { readonly from: number; readonly to: number } | null {
  const start = ID_START.exec(text)?.[1]?.toLowerCase().slice(0, TIME_LENGTH);
  if (start === undefined) return null;
  const at = (fill: string) => idTime(`co_${start.padEnd(TIME_LENGTH, fill)}${"0".repeat(16)}`);
  const [from, to] = [at("0"), at("z")];
  return from === null || to === null ? null : { from, to: Math.min(to, MAX_TIME_MS - 1) };
}

function textsOf({ clientReference, description, customer, payment }: Searched): string[] {
  return [
    clientReference,
    description,
    customer?.name ?? null,
    customer?.email ?? null,
    payment?.reference ?? null,
    payment?.payerName ?? null,
  ].flatMap((each) => (each === null ? [] : [fold(each)]));
}

/** Whether a word of `text` begins with `wanted`, which may be several words. */
function hasWordStart(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return wanted !== "";
  }
  return false;
}

/** Banks print references with spaces and dashes that people leave out. */
function compactReference({ payment }: Searched): string {
  return fold(payment?.reference ?? "").replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function isPhoneStart(phone: string | null, wanted: string | null): boolean {
  return wanted !== null && phone !== null && (phoneDigits(phone)?.startsWith(wanted) ?? false);
}

/** The digits of a phone number from the operator's on; null for what is none, or too short. */
function phoneDigits(text: string): string | null {
  if (!/^[+0-9 ().-]+$/.test(text)) return null;
  const digits = text.replaceAll(/[^0-9]/g, "").replace(PHONE_START, "");
  return digits.length >= MIN_PHONE_DIGITS ? digits : null;
}

function isAmount(
  { amount, currency }: Searched,
  [, whole = "", part = ""]: RegExpExecArray,
): boolean {
  const exponent = currencyExponent(currency);
  if (part.length > exponent) return false;
  return amount === Number(whole.replaceAll(",", "") + part.padEnd(exponent, "0"));
}

function fold(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}
