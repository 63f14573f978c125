import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId } from "../../lib/domain/ids.ts";
import {
  checkoutToken,
  normalizeReceiptCode,
  parseCheckoutToken,
  receiptCode,
} from "../../lib/domain/tokens.ts";

const secret = fc.uint8Array({ minLength: 16, maxLength: 64 });
const checkoutId = fc
  .uint8Array({ minLength: 10, maxLength: 10 })
  .map((random) => newId("co_", 1_800_000_000_000, random));

describe("the token of a pay page", () => {
  it("contains the checkout and the secret", () => {
    fc.assert(
      fc.property(checkoutId, secret, (id, bytes) => {
        const token = checkoutToken(id, bytes);
        expect(parseCheckoutToken(token)).toEqual({
          checkoutId: id,
          secret: Uint8Array.from(bytes),
        });
        expect(token).toMatch(/^[0-9a-z]+$/);
        expect(token).not.toBe(id);
      }),
    );
  });

  it("has one spelling: any other text is another token or invalid", () => {
    fc.assert(
      fc.property(
        checkoutId,
        secret,
        fc.nat(),
        fc.string({ maxLength: 3 }),
        (id, bytes, at, put) => {
          const token = checkoutToken(id, bytes);
          const place = at % token.length;
          const changed = token.slice(0, place) + put + token.slice(place + 1);
          fc.pre(changed !== token);
          const parsed = parseCheckoutToken(changed);
          expect(
            parsed === null || checkoutToken(parsed.checkoutId, parsed.secret) === changed,
          ).toBe(true);
          expect(parsed).not.toEqual({ checkoutId: id, secret: Uint8Array.from(bytes) });
        },
      ),
    );
  });

  it("holds 16 to 64 bytes of secret", () => {
    const id = newId("co_", 1, new Uint8Array(10));
    for (const length of [16, 32, 64]) {
      const bytes = new Uint8Array(length).fill(255);
      expect(parseCheckoutToken(checkoutToken(id, bytes))?.secret).toEqual(bytes);
    }
    expect(() => checkoutToken(id, new Uint8Array(65))).toThrow(RangeError);
  });

  it("is rejected with fewer than 128 secret bits, and for arbitrary text", () => {
    const id = newId("co_", 1, new Uint8Array(10));
    expect(() => checkoutToken(id, new Uint8Array(15))).toThrow(RangeError);
    expect(() => checkoutToken("att_x", new Uint8Array(16))).toThrow(RangeError);
    expect(parseCheckoutToken(id.slice(3))).toBeNull();
    expect(parseCheckoutToken(`${id.slice(3)}${"0".repeat(24)}`)).toBeNull();
    expect(parseCheckoutToken(`${id.slice(3)}${"0".repeat(10_000)}`)).toBeNull();
    fc.assert(fc.property(fc.string(), (text) => parseCheckoutToken(text) === null));
  });
});

describe("the code of a receipt", () => {
  it("is accepted in any spelling", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (random) => {
        const code = receiptCode(random);
        expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
        const typed = [
          code,
          code.toLowerCase(),
          code.replaceAll("-", ""),
          ` ${code.replaceAll("-", " ")}\n`,
          code.replaceAll("-", "–"),
          code.replaceAll("0", "o").replaceAll("1", "l"),
          code.replaceAll("0", "O").replaceAll("1", "I"),
        ];
        expect(new Set(typed.map(normalizeReceiptCode))).toEqual(new Set([code]));
      }),
    );
  });

  it("is rejected if malformed", () => {
    const wrong = ["", "7K3M", "7K3M-9QWX-0ABC-D5E", "7K3M-9QWX-0ABC-D5EFG", "UUUU-9QWX-0ABC-D5EF"];
    expect(wrong.map(normalizeReceiptCode)).toEqual(wrong.map(() => null));
    expect(normalizeReceiptCode(" ".repeat(100_000))).toBeNull();
    expect(() => receiptCode(new Uint8Array(9))).toThrow(RangeError);
  });
});
