import { describe, expect, it } from "vitest";
import { bankingDayAfter, isBankingDay } from "../../lib/domain/instant.ts";

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
});
