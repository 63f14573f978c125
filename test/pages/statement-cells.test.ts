import { describe, expect, it } from "vitest";
import {
  dayIn,
  isEthiopian,
  isSwapped,
  orderIn,
  writtenDay,
} from "../../web/dashboard/src/statements/dates.ts";
import { decimalsIn, moneyOf, sideOf } from "../../web/dashboard/src/statements/money.ts";
import type { Cell } from "../../web/dashboard/src/statements/table.ts";

describe("a day in a statement", () => {
  it.each<[Cell, string]>([
    ["2026-11-16", "2026-11-16"],
    ["2026/1/6 10:15", "2026-01-06"],
    ["20261116", "2026-11-16"],
    ["16-Nov-2026", "2026-11-16"],
    ["16 november 26", "2026-11-16"],
    ["16Nov2026", "2026-11-16"],
    ["Mon, 16th Nov 2026", "2026-11-16"],
    ["Monday Nov 16, 2026", "2026-11-16"],
    ["Jan 6, 2026", "2026-01-06"],
    ["1 መስከረም 2019", "2026-09-11"],
    ["7 ኅዳር 2019", "2026-11-16"],
    ["5 ጳጉሜን 2018", "2026-09-10"],
    ["6 ጳጉሜን 2019", "2027-09-11"],
    [46342, "2026-11-16"],
    ["46342.75", "2026-11-16"],
    [35500, "1997-03-11"],
    [79999, "2119-01-10"],
    [new Date("2026-11-16T00:00:00Z"), "2026-11-16"],
  ])("is read in each of its forms: %s", (cell, day) => {
    expect(dayIn(writtenDay(cell), null, false)).toBe(day);
  });

  it.each<Cell>([
    ...[
      "",
      "abc",
      "Sale 2026-11-16",
      "Sale 16 Nov 2026",
      "2026-11-161",
      "120261116",
      "202611160",
      "Nov 2026",
    ],
    ...["2026-02-30", "2026-13-01", "31 Apr 2026", "Movember 3, 2026", "16 Foo 2026"],
    ...["6 ጳጉሜን 2018", "7 ጳጉሜን 2019", "31 ኅዳር 2019", "0 ኅዳር 2019", null, true],
    ...[35499, 80000, "1500.00", "1 16/11/2026", new Date(Number.NaN)],
  ])("is not guessed: %s", (cell) => {
    expect(dayIn(writtenDay(cell), "day first", false)).toBeNull();
  });

  it("in numbers is read in the order of its column", () => {
    const [sixth, other] = [writtenDay("6/11/2026"), writtenDay("6.11.26 08:30")];
    for (const day of [sixth, other]) {
      expect(dayIn(day, "day first", false)).toBe("2026-11-06");
      expect(dayIn(day, "month first", false)).toBe("2026-06-11");
      expect(dayIn(day, null, false)).toBeNull();
    }
    expect(dayIn(writtenDay("13/13/2026"), "day first", false)).toBeNull();
    expect(dayIn(writtenDay("6/13/2018"), "day first", true)).toBeNull();
    expect(dayIn(writtenDay("5/13/2018"), "day first", true)).toBe("2026-09-10");
    // A spreadsheet takes it for a Gregorian date.
    expect(dayIn(writtenDay(new Date("2018-11-05")), null, true)).toBe("2026-07-12");
  });

  it.each([
    [["16/11/2026", "1/2/2026"], "day first"],
    [["1/2/2026", "11/16/2026"], "month first"],
    [["16/11/2026", "11/16/2026"], "both"],
    [["12/12/2026", "1/2/2026"], "either"],
    [["2026-11-16", "", "16 Nov 2026"], "not needed"],
    [["5/13/2018", "30/12/2018"], "day first"],
    [["5/13/2018"], "either"],
  ])("shows the order of its column by a number above its months: %s", (cells, order) => {
    const days = cells.map(writtenDay);
    expect(orderIn(days, isEthiopian(days, 2026))).toBe(order);
  });

  it.each([
    [["1/2/2017", "2019-03-07"], true],
    [["1/2/2016", "1/2/2019"], false],
    [["1/2/2019", "1/2/2020"], false],
    [["1/2/2019", ""], true],
    [["46342", "1/2/2019"], false],
    [[""], false],
  ])("is Ethiopian where every year is seven to nine behind: %s", (cells, ethiopian) => {
    expect(isEthiopian(cells.map(writtenDay), 2026)).toBe(ethiopian);
  });
});

describe("an amount in a statement", () => {
  it.each([
    ["1,500.00", 150_000],
    ["1.500,00", 150_000],
    ["1 500,5", 150_050],
    ["1,500", 150_000],
    ["(575.00)", -57_500],
    ["575.00-", -57_500],
    ["-0.05", -5],
    ["ETB 12", 1_200],
    ["ብር 1,000.10", 100_010],
    ["12,34,567.00", 123_456_700],
    ["1500.0000", 150_000],
    ["1,500.000", 150_000],
    ["12345.670", 1_234_567],
    ["0.500", 50],
    [".5", 50],
    ["1'500.00", 150_000],
    ["+ 1,500.00", 150_000],
    ["ETB -5.00", -500],
  ])("is read as it was meant: %s", (text, minor) => {
    expect(moneyOf(text, 2)?.minor).toBe(minor);
  });

  it.each([
    ...[
      "abc",
      "12.345.6x",
      "",
      "1e5",
      "=5",
      "2026-11-16",
      "1,2,3",
      "1,500,5",
      "1500,000.00",
      "12 34",
    ],
    ...[
      "DR 5.00",
      "5.00 CR 6.00",
      "(500",
      "500)",
      "1.2345",
      "0.125",
      "1,,500",
      "5.",
      "12345678901234",
    ],
  ])("is not guessed: %s", (text) => {
    expect(moneyOf(text, 2)).toBeNull();
  });
});

describe("what is known of an amount beside its number", () => {
  it.each([
    ["5.00 CR", "in"],
    ["5.00cr.", "in"],
    ["5.00 Dr", "out"],
    ["5.00DR.", "out"],
    ["5.00 CR ETB", "in"],
    ["5.00", null],
    ["-5.00", null],
  ])("is the side that it says: %s", (text, side) => {
    expect(moneyOf(text, 2)?.side).toBe(side);
  });

  it.each([
    ["12.345.678", "1.500"],
    ["1.234.567", "1.500"],
  ])(
    "is that a point divides thousands where another amount of its column shows it: %s",
    (...cells) => {
      const decimals = decimalsIn(cells);
      expect(decimals).toBeNull();
      expect(moneyOf("1.500", 2, decimals)?.minor).toBe(150_000);
    },
  );

  it("is no mark of decimals where the amount can't be read", () => {
    expect(decimalsIn(["0.125", "1.500"])).toEqual({ marks: ".", most: 0 });
    expect(decimalsIn(["1 234.567.890", "1.500"])).toEqual({ marks: ".", most: 0 });
    expect(decimalsIn(["1.500.00"])).toBeNull();
    expect(decimalsIn(["12.34.567"])).toBeNull();
  });

  it.each([
    ["+", "in"],
    ["–", "out"],
    ["Cr", "in"],
    ["Debit note", "out"],
    ["ገቢ", "in"],
    ["ወጪ", "out"],
    ["in", "in"],
    ["Out", "out"],
    ["In-house transfer", null],
    ["Without", null],
    ["", null],
  ])("is the side of a word or a sign: %s", (text, side) => {
    expect(sideOf(text)).toBe(side);
  });
});

describe("the edges of cells", () => {
  const day = (text: string, ethiopian = false) => dayIn(writtenDay(text), "day first", ethiopian);
  it.each([
    ["Jan 16, 2026 10:15", "2026-01-16"],
    ["Jan6, 2026", "2026-01-06"],
    ["16 Nov 2026 10:15", "2026-11-16"],
    ["the Jan 6, 2026", null],
    ["Jan 6, 20261", null],
    ["16 Nov 20261", null],
    ["16 Mon Nov 2026", null],
  ])("have a day or none: %s", (text, expected) => {
    expect(day(text)).toBe(expected);
  });

  it("have no Ethiopian day of a month or a date that does not exist", () => {
    for (const text of ["5/0/2018", "5/14/2018", "0/5/2018", "31/5/2018"])
      expect([text, day(text, true)]).toEqual([text, null]);
    expect(isEthiopian([writtenDay("43000")], 2026)).toBe(true);
  });

  it("have no day where the month of its name, or its time in UTC, lacks it", () => {
    for (const text of ["31 ኅዳር 2019", "16 Foo 2026", "2026-13-45T10:00Z"])
      expect([text, writtenDay(text)]).toEqual([text, null]);
  });

  it("have no Ethiopian year where a month's name shows the Gregorian one", () => {
    expect(isEthiopian(["7 ኅዳር 2012", "1/2/2019"].map(writtenDay), 2026)).toBe(false);
  });

  it("have a day taken for the month only where no date and no text speaks against it", () => {
    const [fourth, twelfth, last] = ["04", "12", "20"].map((day) => new Date(`2026-03-${day}`));
    const swapped = (...cells: readonly (Cell | undefined)[]) => isSwapped(cells);
    expect(swapped(fourth, twelfth, "13/03/2026", "03/13/2026", "", 5, null, "2026-01-05")).toBe(
      true,
    );
    expect(swapped(fourth, last, "13/03/2026")).toBe(false);
    expect(swapped(fourth, "13/03/2026", "03/04/2026")).toBe(false);
    for (const text of ["12/03/2026", "03/12/2026"]) expect(swapped(fourth, text)).toBe(false);
  });

  it.each([
    ["5 Br.", 500],
    ["Br 5", 500],
    ["1234567890123", 123_456_789_012_300],
  ])("have an amount: %s", (text, minor) => {
    expect(moneyOf(text, 2)?.minor).toBe(minor);
  });
});
