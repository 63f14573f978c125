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

/**
 * Decodes the output of `encodeBase32`; null for any other text. Strict: no two texts decode to the same
 * bytes.
 */
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
