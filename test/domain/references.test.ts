import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PROVIDERS } from "../../lib/domain/provider.ts";
import {
  claimKey,
  claimKeysOf,
  claimKeysOfTyped,
  claimOf,
  comparableReference,
  isReference,
} from "../../lib/domain/receipt.ts";

const reference = fc.string({
  unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
  minLength: 4,
  maxLength: 20,
});

describe("the key of a claim", () => {
  it("ignores case, spaces, dashes and full-width letters", () => {
    fc.assert(
      fc.property(reference, fc.nat(), (text, at) => {
        const place = at % text.length;
        const spaced = `${text.slice(0, place)} -\u200b${text.slice(place)}\n`;
        const wide = text.replaceAll(/./g, (letter) =>
          String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
        );
        const keys = [text, text.toLowerCase(), spaced, wide].map((one) => claimKey("cbe", one));
        expect(new Set(keys)).toEqual(new Set([`cbe:${text}`]));
      }),
    );
  });

  it("differs for different references, and for different providers", () => {
    fc.assert(
      fc.property(reference, reference, (a, b) => {
        expect(claimKey("boa", a) === claimKey("boa", b)).toBe(a === b);
        expect(claimKey("boa", a)).not.toBe(claimKey("cbe", a));
      }),
    );
  });

  it("gives back its provider and its number", () => {
    const number = fc.string({ unit: "grapheme", maxLength: 30 }).filter(isReference);
    fc.assert(
      fc.property(fc.constantFrom(...PROVIDERS), number, (provider, text) => {
        const claim = { provider, reference: comparableReference(text) };
        expect(claimOf(claimKey(provider, text))).toEqual(claim);
      }),
    );
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), (text) => {
        fc.pre(isReference(text));
        const once = comparableReference(text);
        expect(comparableReference(once)).toBe(once);
      }),
    );
  });

  it("rejects empty, symbol-only and overlong texts", () => {
    for (const wrong of ["", " - ", "../", "A".repeat(129)]) {
      expect(isReference(wrong)).toBe(false);
      expect(() => claimKey("manual", wrong)).toThrow(new RangeError("not a reference"));
    }
  });

  it("has up to 128 letters and digits, with anything between them", () => {
    expect(isReference(`${"A".repeat(128)} - `)).toBe(true);
  });

  it("covers a typed reference at its bank, or at every bank if none was named", () => {
    expect(claimKeysOfTyped("cbe", "ft-1")).toEqual(["cbe:FT1"]);
    expect(claimKeysOfTyped("manual", "ft-1")).toEqual(PROVIDERS.map((bank) => `${bank}:FT1`));
  });

  it("covers a receipt and each alias once", () => {
    expect(
      claimKeysOf({
        provider: "telebirr",
        reference: "DFT0000001",
        aliases: [
          { provider: "cbe", reference: "ft26000aaaaa" },
          { provider: "telebirr", reference: "dft0000001" },
        ],
      }),
    ).toEqual(["telebirr:DFT0000001", "cbe:FT26000AAAAA"]);
  });
});
