// When a schedule is due. The service has only rates, so a `cron(…)` is refused.

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** The first due time after `last`, in ms. @throws Error for anything but `rate({1 or more} {minute, hour or day}s)` */
export function nextDue(expression: string, last: number): number {
  const [, count, unit = ""] = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const milliseconds = UNIT_MILLISECONDS[unit];
  if (milliseconds === undefined) {
    throw new Error(
      `the schedule ${expression} is not supported: only rates are, as rate(5 minutes)`,
    );
  }
  return last + Number(count) * milliseconds;
}
