import { BASE32_ALPHABET, encodeBase32, encodeBase32Number } from "./base32.ts";

/**
 * Prefix of each kind of id. An id is a prefix, 10 characters of time (ms) and 16 random ones (80 bits), in
 * lower-case Crockford base32, so that ids of one prefix sort by time.
 */
export const ID_PREFIXES = [
  "co_",
  "att_",
  "evt_",
  "whk_",
  "dlv_",
  "key_",
  "usr_",
  "acc_",
  "pm_",
  "led_",
  "req_",
  "ses_",
  "chl_",
  "rcv_",
  "aud_",
  "nts_",
  "stm_",
  "inv_",
] as const;

export type IdPrefix = (typeof ID_PREFIXES)[number];

/** Random or digest bytes in an id. */
export const ID_ENTROPY_BYTES = 10;

const TIME_LENGTH = 10;
const BODY = new RegExp(`^[0-7][${BASE32_ALPHABET}]{25}$`);
const MAX_TIME_MS = 2 ** 48 - 1;

/**
 * Makes an id for the time `now` (ms). `random` is at least 10 bytes of a cryptographic source; further bytes
 * are ignored.
 *
 * @throws RangeError for fewer bytes or a time outside 0..2^48-1
 */
export function newId(prefix: IdPrefix, now: number, random: Uint8Array): string {
  if (random.length < ID_ENTROPY_BYTES) throw new RangeError("an id needs 10 random bytes");
  return prefix + timePart(now) + encodeBase32(random.subarray(0, ID_ENTROPY_BYTES));
}

/**
 * Makes a reproducible id, e.g. one delivery per event and endpoint: `timeMs` and `digest` (at least 10 bytes,
 * e.g. of a SHA-256) must follow from the same facts. Not a secret.
 */
export function derivedId(prefix: IdPrefix, timeMs: number, digest: Uint8Array): string {
  return newId(prefix, timeMs, digest);
}

/** The smallest id of the time `ms`: the bound of a range query. */
export function idFloor(prefix: IdPrefix, ms: number): string {
  return newId(prefix, ms, new Uint8Array(ID_ENTROPY_BYTES));
}

/** When an id was made (ms since the epoch); null for any other text. */
export function idTime(id: string): number | null {
  const prefix = ID_PREFIXES.find((known) => isId(known, id));
  if (prefix === undefined) return null;
  let ms = 0;
  for (const character of id.slice(prefix.length, prefix.length + TIME_LENGTH)) {
    ms = ms * 32 + BASE32_ALPHABET.indexOf(character);
  }
  return ms;
}

/** Whether `text` is a well-formed id of this kind. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(prefix) && BODY.test(text.slice(prefix.length));
}

function timePart(ms: number): string {
  const known = Number.isInteger(ms) && ms >= 0 && ms <= MAX_TIME_MS;
  if (!known) throw new RangeError("an id needs whole milliseconds of 0..2^48-1");
  return encodeBase32Number(ms, TIME_LENGTH);
}
