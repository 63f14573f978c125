import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRetryAfter } from "../../lib/domain/webhook-outcome.ts";

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

describe("parseRetryAfter", () => {
  test.each([
    ["0", 0],
    ["120", 120_000],
    [" 7 ", 7_000],
    ["007", 7_000],
    ["99999999999999999999999999", Number.MAX_SAFE_INTEGER],
    ["Fri, 20 Nov 2026 12:00:30 GMT", 30_000],
    ["Friday, 20-Nov-26 12:01:00 GMT", 60_000],
    ["Fri, 20 Nov 2026 23:59:60 GMT", 43_200_000],
    ["Friday, 20-Nov-76 12:00:00 GMT", Date.UTC(2076, 10, 20, 12) - NOW],
    ["Saturday, 20-Nov-77 12:00:00 GMT", 0],
    ["Fri Nov 20 12:02:00 2026", 120_000],
    ["Sun Nov  1 12:02:00 2026", 0],
    ["Thu, 19 Nov 2026 12:00:00 GMT", 0],
    ["Friday, 20-Nov-94 12:00:00 GMT", 0],
    ["Thu, 29 Feb 2028 00:00:00 GMT", Date.UTC(2028, 1, 29) - NOW],
  ])("reads %j as %d ms", (value, wait) => {
    expect(parseRetryAfter(value, NOW)).toBe(wait);
  });

  test.each([
    null,
    undefined,
    "",
    " ",
    "-1",
    "+5",
    "1.5",
    "1e9",
    "0x10",
    "NaN",
    "Infinity",
    "12, 13",
    "12 s",
    "٣",
    "2026-11-20T12:00:30Z",
    "Fri, 20 Nov 2026 12:00:30",
    "Fri, 20 Nov 2026 12:00:30 EST",
    "Fri, 31 Feb 2026 12:00:30 GMT",
    "Sun, 00 Nov 2026 12:00:30 GMT",
    "Fri, 99 Nov 2026 12:00:30 GMT",
    "Fri, 20 Foo 2026 12:00:30 GMT",
    "Fri, 20 Nov 2026 24:00:00 GMT",
    "Fri, 20 Nov 2026 12:60:00 GMT",
    "Fri, 20 Nov 2026 12:00:61 GMT",
  ])("ignores %j", (value) => {
    expect(parseRetryAfter(value, NOW)).toBeNull();
  });

  test("reads any number of digits, and ignores any other long text", () => {
    expect(parseRetryAfter("9".repeat(5_000), NOW)).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseRetryAfter("x".repeat(100_000), NOW)).toBeNull();
  });

  test("parses every HTTP date, to the second", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
        const wait = parseRetryAfter(new Date(seconds * 1000).toUTCString(), NOW);
        expect(wait).toBe(Math.max(0, seconds * 1000 - NOW));
      }),
    );
  });

  test("never throws and never returns a negative or unsafe number", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const wait = parseRetryAfter(text, NOW);
        expect(wait === null || (wait >= 0 && Number.isSafeInteger(wait))).toBe(true);
      }),
    );
  });
});
