import { describe, expect, it } from "vitest";
import { addDays, dayOf, localInstant, startOfDay } from "../../lib/contract/days.ts";

describe("days", () => {
  it("begin at midnight in Addis Ababa", () => {
    expect(dayOf(Date.parse("2026-11-20T20:59:59.999Z"))).toBe("2026-11-20");
    expect(dayOf(Date.parse("2026-11-20T21:00:00.000Z"))).toBe("2026-11-21");
    expect(startOfDay("2026-11-21")).toBe(Date.parse("2026-11-20T21:00:00.000Z"));
  });

  it("are counted over the ends of months and years", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  });

  it("of an instant are written with the offset, so that it stays exact", () => {
    const at = Date.parse("2026-11-20T21:04:05Z");
    expect(localInstant(at)).toBe("2026-11-21T00:04:05+03:00");
    expect(Date.parse(localInstant(at))).toBe(at);
  });
});
