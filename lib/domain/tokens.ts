import { decodeBase32, encodeBase32, isId } from "./ids.ts";

const ID_BODY_LENGTH = 26;
const MIN_SECRET_BYTES = 16;
const MAX_SECRET_BYTES = 64;
const CODE_BYTES = 10;

/** Contents of a pay page's token: the checkout, and the secret that grants access to it. */
export interface CheckoutToken {
  readonly checkoutId: string;
  /** Compare it in constant time with the checkout's. */
  readonly secret: Uint8Array;
}

/**
 * Makes the last segment of `pay_url`: the body of the checkout's id and a secret of 16..64 bytes. Lower-case
 * letters and digits only, so that it survives an SMS.
 *
 * @throws RangeError for another kind of id, or another length
 */
export function checkoutToken(checkoutId: string, secret: Uint8Array): string {
  if (!isId("co_", checkoutId)) throw new RangeError("not the id of a checkout");
  if (!isSecretLength(secret.length)) throw new RangeError("the secret needs 16 to 64 bytes");
  return checkoutId.slice("co_".length) + encodeBase32(secret);
}

/** Parses a token; null if it is malformed. Does not check that the token is valid. */
export function parseCheckoutToken(token: string): CheckoutToken | null {
  const checkoutId = `co_${token.slice(0, ID_BODY_LENGTH)}`;
  if (!isId("co_", checkoutId)) return null;
  const secret = decodeBase32(token.slice(ID_BODY_LENGTH));
  return secret !== null && isSecretLength(secret.length) ? { checkoutId, secret } : null;
}

/**
 * Makes the code with which anyone can check a receipt of this service: `7K3M-9QWX-0ABC-D5EF`, 80 bits.
 * `random` is at least 10 bytes of a cryptographic source.
 *
 * @throws RangeError for fewer bytes
 */
export function receiptCode(random: Uint8Array): string {
  if (random.length < CODE_BYTES) throw new RangeError("a receipt code needs 10 random bytes");
  return grouped(encodeBase32(random.subarray(0, CODE_BYTES)).toUpperCase());
}

/**
 * Normalizes a typed receipt code: ignores case, spaces and dashes, and reads O as 0, I and L as 1 (Crockford).
 * Null if it is not a code.
 */
export function normalizeReceiptCode(text: string): string | null {
  const plain = text
    .toUpperCase()
    .replaceAll(/[\s\u2010-\u2015-]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) ? grouped(plain) : null;
}

function grouped(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, "$1-");
}

function isSecretLength(bytes: number): boolean {
  return bytes >= MIN_SECRET_BYTES && bytes <= MAX_SECRET_BYTES;
}

/** Rules of login codes sent by SMS. Times and durations in ms. */

export const OTP_DIGITS = 6;
export const OTP_LIFETIME_MS = 5 * 60_000;
export const OTP_MAX_TRIES = 5;
/** Random bytes that `otpCode` needs. */
export const OTP_RANDOM_BYTES = 32;

/** Waits after the first, second, … consecutive code before the next may be sent. */
const RESEND_WAITS_MS = [60_000, 60_000, 120_000, 300_000, 900_000];
/** The wait after each further code. */
const LONGEST_WAIT_MS = 1_800_000;

/** The period of a phone's daily limit, and the time without a code after which the waits start over. */
const DAY_MS = 24 * 3_600_000;

/** Codes sent to a phone since its last login. */
export interface SentRow {
  readonly sentAt: number;
  /** Consecutive codes, at least 1. */
  readonly sends: number;
  /** When the 24 hours began that `sendsInDay` counts; by default, when the last code was sent. */
  readonly dayBeganAt?: number;
  /** At least 1; by default `sends`. */
  readonly sendsInDay?: number;
}

/** Why a code may not be sent yet. */
export interface SendRefusal {
  readonly reason: "resend" | "day";
  readonly waitMs: number;
}

/**
 * Makes a uniformly distributed code of six digits: skips groups of 4 bytes that would favor small numbers.
 *
 * @throws RangeError if no group remains
 */
export function otpCode(random: Uint8Array): string {
  const view = new DataView(random.buffer, random.byteOffset, random.byteLength);
  const bound = 10 ** OTP_DIGITS;
  const fair = Math.floor(2 ** 32 / bound) * bound;
  for (let at = 0; at + 4 <= random.length; at += 4) {
    const value = view.getUint32(at);
    if (value < fair) return String(value % bound).padStart(OTP_DIGITS, "0");
  }
  throw new RangeError("A login code needs more random bytes.");
}

/** Wait after the given number of consecutive codes: 60 s at first, then longer. */
export function resendWaitMs(sends: number): number {
  return RESEND_WAITS_MS[sends - 1] ?? LONGEST_WAIT_MS;
}

/** The counts with one more code at `now`, or the remaining wait. `perDay`: codes in 24 hours, at least 1. */
export function nextSend(
  row: SentRow | null,
  now: number,
  perDay: number,
): Required<SentRow> | SendRefusal {
  if (row === null) return { sentAt: now, sends: 1, dayBeganAt: now, sendsInDay: 1 };
  const { sentAt, sends, dayBeganAt = sentAt, sendsInDay = sends } = row;
  const dayLeftMs = dayBeganAt + DAY_MS - now;
  if (dayLeftMs > 0 && sendsInDay >= perDay) return { reason: "day", waitMs: dayLeftMs };
  const age = now - sentAt;
  const waitMs = resendWaitMs(sends) - age;
  if (waitMs > 0) return { reason: "resend", waitMs };
  return {
    sentAt: now,
    sends: age >= DAY_MS ? 1 : sends + 1,
    ...(dayLeftMs > 0
      ? { dayBeganAt, sendsInDay: sendsInDay + 1 }
      : { dayBeganAt: now, sendsInDay: 1 }),
  };
}

/**
 * Rotation of the keys that sign access tokens. A new key is published before it signs, and an old one is
 * accepted until its last token has expired, so that a rotation ends no session.
 */

/** A key signs for this long. */
export const ROTATE_AFTER_MS = 30 * 86_400_000;

/** Time from publishing to signing: longer than any cache of the published keys or of the secret. */
export const LEAD_MS = 15 * 60_000;

/** Time after the successor starts to sign: the signers' cache time plus the lifetime of a token. */
export const ACCEPTED_AFTER_MS = 20 * 60_000;

export interface KeyTimes {
  readonly kid: string;
  /** ms; the key signs from then until the next one starts. */
  readonly activeFrom: number;
}

/** When the next key must start to sign (ms); null while none is due. */
export function nextKeyActiveFrom(keys: readonly KeyTimes[], now: number): number | null {
  const newest = newestOf(keys);
  if (newest === null) return now;
  return now >= newest.activeFrom + ROTATE_AFTER_MS ? now + LEAD_MS : null;
}

/** The newest active key; null before the first one exists. */
export function signingKeyAt<K extends KeyTimes>(keys: readonly K[], now: number): K | null {
  return newestOf(keys.filter((key) => key.activeFrom <= now));
}

/** End of the acceptance of a key's tokens (ms); null for the newest key. */
export function acceptedUntil(key: KeyTimes, keys: readonly KeyTimes[]): number | null {
  const later = keys.map((other) => other.activeFrom).filter((from) => from > key.activeFrom);
  return later.length === 0 ? null : Math.min(...later) + ACCEPTED_AFTER_MS;
}

function newestOf<K extends KeyTimes>(keys: readonly K[]): K | null {
  return keys.toSorted((a, b) => b.activeFrom - a.activeFrom)[0] ?? null;
}
