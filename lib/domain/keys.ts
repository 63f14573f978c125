import type { Mode } from "./checkout.ts";
import { crc32 } from "./ids.ts";

/** A well-formed key, which may or may not exist. */
export interface ParsedKey {
  readonly mode: Mode;
  /** The whole key; it is stored under its SHA-256. */
  readonly key: string;
}

/** The parts of a key that are shown after its creation. */
export interface KeyPreview {
  readonly prefix: string;
  readonly last4: string;
}

/** Random bytes for `formatKey`: it drops about two of 64 and needs 30. */
export const KEY_RANDOM_BYTES = 64;

// Digits first: with this order the checksum detects every swap across the border of body and checksum (see the test).
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^pk_(live|test)_[0-9A-Za-z]{36}$/;
const PREVIEW_LENGTH = "pk_live_".length + 4;

/**
 * Makes an API key: `pk_live_` or `pk_test_`, 30 characters of base62 (178 bits), and the CRC-32 of these in 6
 * characters. `random` is 64 bytes of a cryptographic source; bytes from 248 up are dropped so that all letters
 * are equally likely.
 *
 * @throws RangeError if too few bytes remain
 */
export function formatKey(mode: Mode, random: Uint8Array): string {
  const fair = random.filter((byte) => byte < 248).subarray(0, BODY_LENGTH);
  if (fair.length < BODY_LENGTH) throw new RangeError("a key needs 64 random bytes");
  const body = Array.from(fair, (byte) => ALPHABET.charAt(byte % 62)).join("");
  return withChecksum(`pk_${mode}_${body}`);
}

/**
 * Parses a key; null for a wrong form or checksum. The checksum detects every wrong character and every swap of
 * two neighbors, so that a typo costs no read of the table.
 */
export function parseKey(text: string): ParsedKey | null {
  const mode = SHAPE.exec(text)?.[1];
  if (mode !== "live" && mode !== "test") return null;
  return withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text ? { mode, key: text } : null;
}

/** `pk_live_` with the first four characters, and the last four. Over 130 bits stay secret. */
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

/**
 * Name of a header that configuration may add to a request. The HTTP client fails every request that sets one of
 * the excluded names, which describe the connection.
 */
export const HEADER_NAME =
  /^(?!(?:connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$)[a-z0-9-]{1,60}$/i;

/** Value of such a header: printable ASCII. */
export const HEADER_VALUE = /^[\x20-\x7e]{1,500}$/;
