/** Crockford's base32 in lower case: no i, l, o, u, and its order is the order of the values. */
export const BASE32_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Encodes bytes, five bits per character; the last character is padded with zero bits. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = "";
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32_ALPHABET.charAt((pending >>> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32_ALPHABET.charAt((pending << (5 - bits)) & 31);
}

/** Decodes the output of `encodeBase32`; null for any other text. Strict: no two texts decode to the same bytes. */
export function decodeBase32(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let pending = 0;
  let bits = 0;
  let at = 0;
  for (const character of text) {
    const value = BASE32_ALPHABET.indexOf(character);
    if (value < 0) return null;
    pending = (pending << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at] = pending >>> bits;
      at += 1;
      pending &= (1 << bits) - 1;
    }
  }
  return bits < 5 && pending === 0 ? bytes : null;
}

/** Encodes an integer below 2^53 as exactly `length` characters, so that texts sort like numbers. */
export function encodeBase32Number(value: number, length: number): string {
  let rest = value;
  let text = "";
  for (let place = 0; place < length; place += 1) {
    text = BASE32_ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

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
const BODY_LENGTH = 26;
const BODY = new RegExp(`^[0-7][${BASE32_ALPHABET}]{25}$`);
/** Kinds of ids that may end with the number of a part. */
const PARTED: ReadonlySet<IdPrefix> = new Set(["evt_", "dlv_"]);
const PARTED_BODY = new RegExp(`^[0-7][${BASE32_ALPHABET}]{25}[1-7]?$`);
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
  const body = PARTED.has(prefix) ? PARTED_BODY : BODY;
  return text.startsWith(prefix) && body.test(text.slice(prefix.length));
}

/** The most parts of a list whose items are spread over several partitions. */
export const MAX_PARTS = 8;

/** An id, `evt_` or `dlv_`, of a part of its list, 0..7. Part 0 adds nothing: it is the whole list where nothing is spread. */
export function idInPart(id: string, part: number): string {
  return part === 0 ? id : id + part;
}

/** The part of its list that an id names: the id alone is enough to find the item. */
export function partOfId(id: string): number {
  return Number(id.slice(bodyStart(id) + BODY_LENGTH));
}

/** The value of an id's last random character, 0..31. */
export function randomTailOf(id: string): number {
  return Math.max(0, BASE32_ALPHABET.indexOf(id.charAt(bodyStart(id) + BODY_LENGTH - 1)));
}

function bodyStart(id: string): number {
  return id.indexOf("_") + 1;
}

function timePart(ms: number): string {
  const known = Number.isInteger(ms) && ms >= 0 && ms <= MAX_TIME_MS;
  if (!known) throw new RangeError("an id needs whole milliseconds of 0..2^48-1");
  return encodeBase32Number(ms, TIME_LENGTH);
}

/** CRC-32 of ISO 3309 (as in zip and PNG) of an ASCII text, as an unsigned 32-bit integer. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) & 0xff;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}
