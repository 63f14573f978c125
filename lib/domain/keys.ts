import { crc32 } from "./crc32.ts";
import type { Mode } from "./mode.ts";

/** A key that is spelled right. Whether it exists, only its hash in the table can tell. */
export interface ParsedKey {
  readonly mode: Mode;
  /** The whole text; callers look it up by its SHA-256. */
  readonly key: string;
}

/** What may be shown of a key once it is made. */
export interface KeyPreview {
  readonly prefix: string;
  readonly last4: string;
}

/** Random bytes to give `formatKey`: about two of 64 are thrown away, 30 must remain. */
export const KEY_RANDOM_BYTES = 64;

// Digits first: together with this CRC it makes a swap over the border of body and checksum
// impossible to miss (see the test), which another order of the letters would not promise.
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^pk_(live|test)_[0-9A-Za-z]{36}$/;
const PREVIEW_LENGTH = "pk_live_".length + 4;

/**
 * A new API key: `pk_live_` or `pk_test_`, 30 characters of base62 (178 bits), 6 of the CRC-32 of all
 * before them. `random` are 64 bytes of a cryptographic source. Bytes of 248 and more are skipped, so that
 * no letter is likelier than another; throws RangeError when too few remain.
 */
export function formatKey(mode: Mode, random: Uint8Array): string {
  const fair = random.filter((byte) => byte < 248).subarray(0, BODY_LENGTH);
  if (fair.length < BODY_LENGTH) throw new RangeError("a key needs 64 random bytes");
  const body = Array.from(fair, (byte) => ALPHABET.charAt(byte % 62)).join("");
  return withChecksum(`pk_${mode}_${body}`);
}

/**
 * Reads a key, or null for a wrong form or checksum. Any one wrong character and any two neighbours
 * swapped are always noticed, so that a typo never costs a read of the table.
 */
export function parseKey(text: string): ParsedKey | null {
  const mode = SHAPE.exec(text)?.[1];
  if (mode !== "live" && mode !== "test") return null;
  return withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text ? { mode, key: text } : null;
}

/** What lists show: `pk_live_` with the first four characters, and the last four. Over 130 bits stay hidden. */
export function keyPreview(key: string): KeyPreview {
  return { prefix: key.slice(0, PREVIEW_LENGTH), last4: key.slice(-4) };
}

function withChecksum(start: string): string {
  let rest = crc32(start);
  let checksum = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    checksum = ALPHABET.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return start + checksum;
}
