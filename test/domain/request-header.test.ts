import { describe, expect, it } from "vitest";
import { HEADER_NAME, HEADER_VALUE } from "../../lib/domain/keys.ts";

const RESERVED = [
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
];

describe("the name of a configured header", () => {
  it.each(RESERVED)("is never %s, in any case: the HTTP client fails a request with it", (name) => {
    expect(HEADER_NAME.test(name)).toBe(false);
    expect(HEADER_NAME.test(name.toUpperCase())).toBe(false);
  });

  it.each(RESERVED)("may begin or end with %s", (name) => {
    expect(HEADER_NAME.test(`${name}-id`)).toBe(true);
    expect(HEADER_NAME.test(`x-${name}`)).toBe(true);
  });

  it.each(["expectation", "expec", "upgrades", "Authorization", "x-api-key", "X-2", "7", "-"])(
    "may be %s",
    (name) => expect(HEADER_NAME.test(name)).toBe(true),
  );

  it("has 1 to 60 characters", () => {
    expect(HEADER_NAME.test("")).toBe(false);
    expect(HEADER_NAME.test("a")).toBe(true);
    expect(HEADER_NAME.test("a".repeat(60))).toBe(true);
    expect(HEADER_NAME.test("a".repeat(61))).toBe(false);
  });

  it.each([" ", ":", "_", ".", "/", "\t", "\r", "\n", "\0", "é", "ሀ", "\u017f", "\u212a"])(
    "has no %j at its start, inside or at its end",
    (character) => {
      expect(HEADER_NAME.test(`${character}x-key`)).toBe(false);
      expect(HEADER_NAME.test(`x${character}key`)).toBe(false);
      expect(HEADER_NAME.test(`x-key${character}`)).toBe(false);
    },
  );
});

describe("the value of a configured header", () => {
  it("has 1 to 500 characters", () => {
    expect(HEADER_VALUE.test("")).toBe(false);
    expect(HEADER_VALUE.test("a")).toBe(true);
    expect(HEADER_VALUE.test("a".repeat(500))).toBe(true);
    expect(HEADER_VALUE.test("a".repeat(501))).toBe(false);
  });

  it("may have every printable ASCII character", () => {
    const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at));
    expect(HEADER_VALUE.test(printable.join(""))).toBe(true);
  });

  it.each(["\r", "\n", "\0", "\t", "\u001f", "\u007f", "\u0080", "é", "ሀ", "\u2028"])(
    "has no %j at its start, inside or at its end, so that it can't begin another header",
    (character) => {
      expect(HEADER_VALUE.test(`${character}value`)).toBe(false);
      expect(HEADER_VALUE.test(`val${character}ue`)).toBe(false);
      expect(HEADER_VALUE.test(`value${character}`)).toBe(false);
    },
  );
});
