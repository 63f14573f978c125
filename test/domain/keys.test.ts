import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../lib/domain/ids.ts";
import { formatKey, KEY_RANDOM_BYTES, keyPreview, parseKey } from "../../lib/domain/keys.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const random = fc.uint8Array({ minLength: KEY_RANDOM_BYTES, maxLength: KEY_RANDOM_BYTES });
const mode = fc.constantFrom("live" as const, "test" as const);
const key = fc.tuple(mode, random).map(([kind, bytes]) => formatKey(kind, bytes));

describe("crc32", () => {
  it("agrees with zlib's on any ASCII text", () => {
    const ascii = fc.string({ unit: "binary-ascii" });
    fc.assert(fc.property(ascii, (text) => crc32(text) === zlibCrc32(text)));
  });
});

describe("API keys", () => {
  it("read back as what they are", () => {
    fc.assert(
      fc.property(mode, random, (kind, bytes) => {
        const text = formatKey(kind, bytes);
        expect(text).toMatch(/^pk_(live|test)_[0-9A-Za-z]{36}$/);
        expect(parseKey(text)).toEqual({ mode: kind, key: text });
      }),
    );
  });

  it("with one wrong character are refused, wherever and whatever it is", () => {
    const character = fc.oneof(
      fc.constantFrom(...BASE62),
      fc.string({ minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(key, fc.nat(), character, (text, at, put) => {
        const place = at % text.length;
        fc.pre(text[place] !== put);
        expect(parseKey(text.slice(0, place) + put + text.slice(place + 1))).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it("with two neighbours swapped are refused, at every place", () => {
    fc.assert(
      fc.property(key, (text) => {
        for (let at = 0; at + 1 < text.length; at += 1) {
          const [a, b] = [text.charAt(at), text.charAt(at + 1)];
          const swapped = text.slice(0, at) + b + a + text.slice(at + 2);
          if (a !== b) expect(parseKey(swapped)).toBeNull();
        }
      }),
    );
  });

  it("cannot hide a swap of the last body character and the first of the checksum", () => {
    // The swap changes the checksum's top digit by (a - b) and the CRC by a constant that depends on a ^ b
    // only. It would pass if crc ^ constant === crc ± k·62^5 for some crc. The lowest bit that a ± sum of
    // the constant's bits can have is the constant's own lowest bit: no pair of digits shares it.
    const lowest = (value: number) => value & -value;
    const digits = [...BASE62].slice(0, 5); // 2^32 / 62^5 < 5: the top digit is never more than 4
    for (const a of digits)
      for (const b of digits.filter((other) => other !== a)) {
        const constant = crc32(a) ^ crc32(b);
        const step = Math.abs(Number(a) - Number(b)) * 62 ** 5;
        expect(lowest(constant)).not.toBe(lowest(step | 0));
      }
  });

  it("of another mode, cut, padded or in other words are refused", () => {
    fc.assert(
      fc.property(key, (text) => {
        const other = text.startsWith("pk_live_") ? "pk_test_" : "pk_live_";
        const wrong = [
          other + text.slice(8),
          text.slice(0, -1),
          `${text}0`,
          ` ${text}`,
          `${text}\n`,
        ];
        wrong.push(text.toUpperCase(), text.replace("pk_", "sk_"));
        expect(wrong.map(parseKey)).toEqual(wrong.map(() => null));
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => parseKey(text) === null));
  });

  it("of another form are refused, although their checksum is right", () => {
    for (const start of ["pk_prod_", "pk_live", "", "sk_test_"].map(
      (kind) => `${kind}${"a".repeat(30)}`,
    )) {
      let rest = zlibCrc32(start);
      let checksum = "";
      for (let place = 0; place < 6; place++) {
        checksum = BASE62.charAt(rest % 62) + checksum;
        rest = Math.floor(rest / 62);
      }
      expect(parseKey(start + checksum), start).toBeNull();
    }
  });

  it("use every letter equally: each of the 62 stands for exactly four byte values", () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const bytes = new Uint8Array(KEY_RANDOM_BYTES).fill(0);
      bytes[0] = byte;
      bytes.fill(255, 30, 63); // skipped: were 248 and more taken, the first letter would tell
      const letter = byte < 248 ? formatKey("live", bytes).charAt(8) : "skipped";
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.get("skipped")).toBe(8);
    counts.delete("skipped");
    expect(counts.size).toBe(62);
    expect(new Set(counts.values())).toEqual(new Set([4]));
    const skipping = new Uint8Array(KEY_RANDOM_BYTES).fill(248);
    skipping.fill(1, 30, 60);
    expect(formatKey("live", skipping).slice(8, 38)).toBe("1".repeat(30));
  });

  it("are never made of too little randomness", () => {
    const tooLittle = new RangeError("a key needs 64 random bytes");
    expect(() => formatKey("live", new Uint8Array(29))).toThrow(tooLittle);
    expect(() => formatKey("live", new Uint8Array(64).fill(255))).toThrow(tooLittle);
  });

  it("show eight characters of themselves and no more", () => {
    const text = formatKey("live", new Uint8Array(64).fill(10));
    expect(keyPreview(text)).toEqual({ prefix: "pk_live_AAAA", last4: text.slice(-4) });
  });
});
