import * as fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import { referenceDay } from "../../lib/providers/input/pasted-text.ts";
import { parseTime, requireInstant } from "../../lib/providers/reading/dates.ts";

const US = ["M/d/yyyy, h:mm:ss a", "LLL d, yyyy, h:mm a"];

describe("a time without a zone", () => {
  test("is Addis Ababa time", () => {
    expect(parseTime("20-05-2026 19:29:00", ["dd-MM-yyyy HH:mm:ss"])).toEqual({
      at: Date.UTC(2026, 4, 20, 16, 29),
      dateOnly: false,
    });
  });

  test.each([
    ["5/20/2026, 7:29:00 PM", Date.UTC(2026, 4, 20, 16, 29)],
    ["05/20/2026, 07:29:00\u202fpm", Date.UTC(2026, 4, 20, 16, 29)],
    ["Aug 16, 2026, 6:35 PM", Date.UTC(2026, 7, 16, 15, 35)],
    ["1/2/2026, 12:00:00 AM", Date.UTC(2026, 0, 1, 21)],
  ])("%s is read month first", (text, at) => {
    expect(parseTime(text, US)?.at).toBe(at);
  });

  test.each([
    "20/5/2026, 7:29:00 PM",
    "5/20/2026, 13:29:00 PM",
    "5/20/2026, 0:29:00 AM",
    "5/20/2026 7:29:00 PM",
    "2/30/2026, 7:29:00 PM",
    "5/20/1926, 7:29:00 PM",
    "Agu 16, 2026, 6:35 PM",
    "5/20/2026, 7:29:00 PM and more",
    "",
  ])("%j is not read", (text) => {
    expect(parseTime(text, US)).toBeNull();
  });

  test("that two formats read differently is not read", () => {
    expect(parseTime("02/03/2026", ["dd/MM/yyyy", "MM/dd/yyyy"])).toBeNull();
    expect(parseTime("03/03/2026", ["dd/MM/yyyy", "MM/dd/yyyy"])).not.toBeNull();
  });

  test("that shows only the day is marked as a day", () => {
    expect(parseTime("2026-05-19", ["yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd"])).toEqual({
      at: Date.UTC(2026, 4, 18, 21),
      dateOnly: true,
    });
  });

  test("an instant needs its zone", () => {
    expect(requireInstant("2026-05-20T16:29:00.5Z").at).toBe(Date.UTC(2026, 4, 20, 16, 29, 0, 500));
    expect(() => requireInstant("2026-05-20T16:29:00")).toThrow();
    expect(() => requireInstant("2026-02-30T16:29:00Z")).toThrow();
  });

  test("round-trips through each format to its own precision", () => {
    const seconds = fc.integer({ min: Date.UTC(2020, 0) / 1000, max: Date.UTC(2035, 0) / 1000 });
    const format = fc.constantFrom(
      "dd-MM-yyyy HH:mm:ss",
      "M/d/yyyy, h:mm:ss a",
      "yyyy-MM-dd hh:mm:ss a",
    );
    void fc.assert(
      fc.property(seconds, format, (second, shape) => {
        const moment = DateTime.fromSeconds(second, {
          zone: "Africa/Addis_Ababa",
          locale: "en-US",
        });
        expect(parseTime(moment.toFormat(shape), [shape])?.at).toBe(second * 1000);
      }),
    );
  });
});

describe("the day that a reference carries", () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00+03:00`);

  test.each([
    ["CA1XXXXXXX", "2025-01-01"],
    ["DEKXXXXXXX", "2026-05-20"],
    ["DLVXXXXXXX", "2026-12-31"],
  ])("%s is %s", (reference, date) => {
    expect(referenceDay(reference, { yearOfA: 2023 })).toBe(day(date));
  });

  test.each([
    "DM1XXXXXXX",
    "DBVXXXXXXX",
    "DA0XXXXXXX",
    "DAWXXXXXXX",
    "1A1XXXXXXX",
    "TESTOK1234",
    "",
  ])("%j carries none", (reference) => {
    expect(referenceDay(reference, { yearOfA: 2023 })).toBeNull();
  });

  test("counts the days of the year", () => {
    expect(referenceDay("FT26001XXXXX", { ordinalAt: 2 })).toBe(day("2026-01-01"));
    expect(referenceDay("FT28366XXXXX", { ordinalAt: 2 })).toBe(day("2028-12-31"));
    expect(referenceDay("FT26366XXXXX", { ordinalAt: 2 })).toBeNull();
    expect(referenceDay("FTABCDEXXXXX", { ordinalAt: 2 })).toBeNull();
  });
});
