import { describe, expect, it } from "vitest";
import {
  bankingDayAfter,
  dayAfter,
  daysBetween,
  firstPaidDay,
  isBankingDay,
  mayBeBooked,
} from "../../lib/domain/banking-days.ts";

describe("banking days", () => {
  it.each([
    ["2026-11-22", "a Sunday"],
    ["2026-01-07", "Genna"],
    ["2026-01-19", "Timket"],
    ["2028-01-20", "Timket in a leap year"],
    ["2026-03-02", "Adwa"],
    ["2026-09-11", "the New Year"],
    ["2027-09-12", "the New Year before a leap year"],
    ["2026-09-27", "Meskel"],
    ["2027-09-28", "Meskel before a leap year"],
    ["2026-04-10", "Good Friday"],
    ["2027-04-30", "Good Friday"],
    ["2026-03-20", "Eid al-Fitr"],
    ["2026-05-27", "Eid al-Adha"],
    ["2026-08-26", "Mawlid, if the moon is seen a day later"],
  ])("leave out %s, %s", (day) => {
    expect(isBankingDay(day)).toBe(false);
  });

  it("are Saturdays and plain weekdays", () => {
    expect(["2026-11-20", "2026-11-21", "2026-11-23"].map(isBankingDay)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("are counted from the day after", () => {
    expect(bankingDayAfter("2026-11-20")).toBe("2026-11-21");
    expect(bankingDayAfter("2026-11-21")).toBe("2026-11-23");
    expect(bankingDayAfter("2026-11-20", 2)).toBe("2026-11-23");
    expect(bankingDayAfter("2026-01-06")).toBe("2026-01-08");
  });

  it.each([
    ["a plain day", "2026-11-25", "2026-11-24"],
    ["a Monday", "2026-11-23", "2026-11-21"],
    ["the day after a holiday", "2026-01-08", "2026-01-06"],
  ])("decide how old a payment may be that is booked on %s", (_, booked, first) => {
    expect(firstPaidDay(booked)).toBe(first);
    expect(mayBeBooked(first, booked)).toBe(true);
    expect(mayBeBooked(dayAfter(first, -1), booked)).toBe(false);
    expect(mayBeBooked(dayAfter(booked, 1), booked)).toBe(true);
    expect(mayBeBooked(dayAfter(booked, 2), booked)).toBe(false);
  });
});

/** Days of a year without its Sundays on which banks are closed, `MM-DD`. */
function holidaysOf(year: number): readonly string[] {
  const length = daysBetween(`${year}-01-01`, `${year + 1}-01-01`);
  return Array.from({ length }, (_, at) => dayAfter(`${year}-01-01`, at))
    .filter((day) => new Date(day).getUTCDay() !== 0 && !isBankingDay(day))
    .map((day) => day.slice(5));
}

describe("the holidays of a year", () => {
  it("are those of the calendar before a leap year", () => {
    expect(holidaysOf(2023)).toEqual([
      ...["01-07", "01-19", "03-02", "04-14", "04-20", "04-21", "04-22", "05-01", "05-05"],
      ...["06-27", "06-28", "06-29", "09-12", "09-26", "09-27", "09-28"],
    ]);
  });

  it("are those of the calendar of a leap year", () => {
    expect(holidaysOf(2024)).toEqual([
      ...["01-20", "03-02", "04-09", "04-10", "04-11", "05-01", "05-03", "05-28"],
      ...["06-15", "06-17", "09-11", "09-14", "09-16", "09-27"],
    ]);
  });

  it("are those of the calendar after a leap year", () => {
    expect(holidaysOf(2025)).toEqual([
      ...["01-07", "03-29", "03-31", "04-18", "05-01", "05-05", "05-28"],
      ...["06-05", "06-06", "06-07", "09-03", "09-04", "09-05", "09-11", "09-27"],
    ]);
  });

  it("include Good Friday, two days before the Easter of the Orthodox churches", () => {
    const easters = [
      ...["2010-04-04", "2011-04-24", "2012-04-15", "2013-05-05", "2014-04-20", "2015-04-12"],
      ...["2016-05-01", "2017-04-16", "2018-04-08", "2019-04-28", "2020-04-19", "2021-05-02"],
      ...["2022-04-24", "2023-04-16", "2024-05-05", "2025-04-20", "2026-04-12", "2027-05-02"],
      ...["2028-04-16", "2029-04-08", "2030-04-28", "2031-04-13", "2032-05-02", "2033-04-24"],
    ];
    const fridays = easters.map((easter) => dayAfter(easter, -2));
    expect(fridays.filter(isBankingDay)).toEqual([]);
  });

  it("include the day after a feast on the last day of a year, and the day before one on the first", () => {
    expect(["2007-01-01", "1949-12-31"].map(isBankingDay)).toEqual([false, false]);
  });
});

describe("days", () => {
  it("are counted over months and leap days, in both directions", () => {
    expect(dayAfter("2024-02-28", 2)).toBe("2024-03-01");
    expect(dayAfter("2024-03-01", -2)).toBe("2024-02-28");
    expect(daysBetween("2024-02-28", "2024-03-01")).toBe(2);
    expect(daysBetween("2024-03-01", "2024-02-28")).toBe(-2);
  });
});
