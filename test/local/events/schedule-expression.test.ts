import { describe, expect, it } from "vitest";
import { nextDue } from "../../../lib/local/events/schedules.ts";

const next = (expression: string, last: string) =>
  new Date(nextDue(expression, Date.parse(last))).toISOString();

describe("a schedule is due", () => {
  it.each([
    ["rate(1 minute)", "2026-03-01T00:00:30Z", "2026-03-01T00:01:30.000Z"],
    ["rate(6 hours)", "2026-03-01T20:00:00Z", "2026-03-02T02:00:00.000Z"],
    ["rate(10 days)", "2026-03-01T20:00:00Z", "2026-03-11T20:00:00.000Z"],
  ])("%s after %s", (expression, last, expected) => {
    expect(next(expression, last)).toBe(expected);
  });

  it.each(["rate(0 minutes)", "rate(5 weeks)", "rate(5)", "every day", "cron(0 3 * * ? *)"])(
    "never, if it is %s: that is an error",
    (expression) => {
      expect(() => nextDue(expression, 0)).toThrow(`the schedule ${expression} is not supported`);
    },
  );
});
