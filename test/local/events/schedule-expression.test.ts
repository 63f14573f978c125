import { describe, expect, it } from "vitest";
import { nextDue } from "../../../lib/local/events/schedule-expression.ts";

const next = (expression: string, last: string) =>
  new Date(nextDue(expression, Date.parse(last))).toISOString();

describe("a schedule is due", () => {
  it.each([
    ["rate(1 minute)", "2026-03-01T00:00:30Z", "2026-03-01T00:01:30.000Z"],
    ["rate(6 hours)", "2026-03-01T20:00:00Z", "2026-03-02T02:00:00.000Z"],
    ["cron(0 3 * * ? *)", "2026-03-01T03:00:00Z", "2026-03-02T03:00:00.000Z"],
    ["cron(0/15 * * * ? *)", "2026-03-01T03:44:59Z", "2026-03-01T03:45:00.000Z"],
    ["cron(30 8 ? * MON-FRI *)", "2026-03-06T09:00:00Z", "2026-03-09T08:30:00.000Z"],
    ["cron(0 0 1 JAN ? *)", "2026-03-01T00:00:00Z", "2027-01-01T00:00:00.000Z"],
    ["cron(5,10 12 29 2 ? *)", "2026-03-01T00:00:00Z", "2028-02-29T12:05:00.000Z"],
  ])("%s after %s", (expression, last, expected) => {
    expect(next(expression, last)).toBe(expected);
  });

  it.each(["rate(0)", "every day", "cron(0 3 * *)", "cron(0 3 L * ? *)"])(
    "never, if it is %s: that is an error",
    (expression) => {
      expect(() => nextDue(expression, 0)).toThrow("schedule");
    },
  );
});
