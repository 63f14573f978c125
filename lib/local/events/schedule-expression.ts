// When a schedule is due: `rate(…)` and `cron(…)` of EventBridge, in UTC.

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};
const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const SEARCH_YEARS = 5;

/** The first due time after `last`, in ms. @throws Error where the expression is not understood. */
export function nextDue(expression: string, last: number): number {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  if (rate !== null) return last + Number(rate[1]) * (UNIT_MILLISECONDS[rate[2] ?? ""] ?? 0);
  const cron = /^cron\(([^)]*)\)$/.exec(expression);
  const fields = cron?.[1]?.trim().split(/\s+/) ?? [];
  if (fields.length !== 6) throw new Error(`the schedule ${expression} is not understood`);
  return nextCron(fields, last, expression);
}

function nextCron(fields: readonly string[], last: number, expression: string): number {
  const [minute = "", hour = "", day = "", month = "", weekday = "", year = ""] = fields;
  const at = new Date(last);
  at.setUTCSeconds(0, 0);
  at.setUTCMinutes(at.getUTCMinutes() + 1);
  const limit = last + SEARCH_YEARS * 366 * 86_400_000;
  while (at.getTime() < limit) {
    const fits =
      matches(month, at.getUTCMonth() + 1, MONTHS, 1) &&
      matches(year, at.getUTCFullYear(), [], 0) &&
      matches(day, at.getUTCDate(), [], 1) &&
      // Days of the week count from 1 = Sunday.
      matches(weekday, at.getUTCDay() + 1, DAYS, 1);
    if (!fits) {
      at.setUTCHours(24, 0, 0, 0);
    } else if (!matches(hour, at.getUTCHours(), [], 0)) {
      at.setUTCHours(at.getUTCHours() + 1, 0, 0, 0);
    } else if (!matches(minute, at.getUTCMinutes(), [], 0)) {
      at.setUTCMinutes(at.getUTCMinutes() + 1);
    } else {
      return at.getTime();
    }
  }
  throw new Error(`the schedule ${expression} is never due`);
}

function matches(
  field: string,
  value: number,
  names: readonly string[],
  firstName: number,
): boolean {
  const number = (text: string) => {
    const index = names.indexOf(text.toUpperCase());
    const parsed = index >= 0 ? index + firstName : Number(text);
    if (!Number.isInteger(parsed)) throw new Error(`the schedule field ${field} is not supported`);
    return parsed;
  };
  return field.split(",").some((part) => {
    if (part === "*" || part === "?") return true;
    const [range = "", step] = part.split("/");
    const [from = "", to] = range.split("-");
    const start = range === "*" ? firstName : number(from);
    const end =
      to !== undefined ? number(to) : step !== undefined ? Number.POSITIVE_INFINITY : start;
    return value >= start && value <= end && (value - start) % Number(step ?? 1) === 0;
  });
}
