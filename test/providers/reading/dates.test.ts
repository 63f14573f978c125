import { Settings } from "luxon";
import { afterEach, describe, expect, test } from "vitest";
import { parseTime, requireInstant, requireTime } from "../../../lib/providers/reading/dates.ts";
import { Unreadable } from "../../../lib/providers/reading/unreadable.ts";

const DAY = ["yyyy-MM-dd"];

describe("a shown time", () => {
  const locale = Settings.defaultLocale;
  afterEach(() => {
    Settings.defaultLocale = locale;
  });

  test("is refused unless a format fits", () => {
    expect(requireTime("2026-05-20", DAY)).toEqual({
      at: Date.UTC(2026, 4, 19, 21),
      dateOnly: true,
    });
    expect(() => requireTime("20.05.2026", DAY)).toThrow(Unreadable);
    expect(() => requireTime("", DAY)).toThrow(Unreadable);
  });

  test.each([
    ["2014-12-31", false],
    ["2015-01-01", true],
    ["2100-12-31", true],
    ["2101-01-01", false],
  ])("of %s is within the years of the service: %s", (text, within) => {
    expect(parseTime(text, DAY) !== null).toBe(within);
    const instant = `${text}T12:00:00Z`;
    if (within)
      expect(requireInstant(instant)).toEqual({ at: Date.parse(instant), dateOnly: false });
    else expect(() => requireInstant(instant)).toThrow(Unreadable);
  });

  test.each([" 2026-05-20 10:00 ", "2026-05-20 \u00a0\u202f 10:00", "2026-05-20\n10:00"])(
    "is read whatever its white space: %j",
    (text) => {
      expect(parseTime(text, ["yyyy-MM-dd HH:mm"])?.at).toBe(Date.UTC(2026, 4, 20, 7));
    },
  );

  test("has at most forty characters", () => {
    const shown = (words: string) => parseTime(`${words}2026-05-20`, [`'${words}'yyyy-MM-dd`]);
    expect(shown("x".repeat(30))).not.toBeNull();
    expect(shown("x".repeat(31))).toBeNull();
  });

  test("is a day where only the words of its format name an hour", () => {
    const read = (text: string, format: string) => parseTime(text, [format])?.dateOnly;
    expect(read("hour 2026-05-20", "'hour' yyyy-MM-dd")).toBe(true);
    expect(read("on 2026-05-20", "'on' yyyy-MM-dd")).toBe(true);
    expect(read("on 2026-05-20 at 1", "'on' yyyy-MM-dd 'at' H")).toBe(false);
    expect(read("on 2026-05-20 at 1 PM", "'on' yyyy-MM-dd 'at' h a")).toBe(false);
  });

  test("has its month in English wherever the service runs", () => {
    Settings.defaultLocale = "fr-FR";
    expect(parseTime("Aug 16, 2026", ["LLL d, yyyy"])).not.toBeNull();
    expect(parseTime("août 16, 2026", ["LLL d, yyyy"])).toBeNull();
  });
});

describe("an instant", () => {
  test("keeps its zone", () => {
    expect(requireInstant("2026-05-20T16:29:00+03:00").at).toBe(Date.UTC(2026, 4, 20, 13, 29));
  });

  test.each([
    "",
    "2026-05-20",
    "2026-05-20T16:29:00",
    "2026-05-20T16:29Z",
    "2026-05-20 16:29:00Z",
    "2026-05-20T25:29:00Z",
    "2026-02-30T16:29:00Z",
    "x2026-05-20T16:29:00Z",
    "2026-05-20T16:29:00Zx",
  ])("is not guessed from %j", (text) => {
    expect(() => requireInstant(text)).toThrow(Unreadable);
  });
});
