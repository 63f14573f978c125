import { ACCOUNT, type Place } from "../assembly/intrinsics.ts";
import type { DeployedSchedule } from "../assembly/rules.ts";
import type { Activity } from "../log-sink.ts";
import { type Deliver, targetInput } from "./bus.ts";
import type { Checkpoints } from "./stream-source.ts";

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

// Runs schedules on the movable clock. Keeps the time of the last run, so that an hourly schedule does not run at
// every start of the stack.

export type Schedules = {
  /** When the next one is due, in ms on the moved clock; null without any. */
  nextDueAt(): number | null;
  /** Runs each due schedule once, however often it was due. */
  runDue(): void;
  /** Runs one and waits. False where no schedule has the name. @throws what its target throws. */
  run(name: string): Promise<boolean>;
  /** Watches the clock from now on. */
  start(): void;
  close(): void;
};

const WATCH_MILLISECONDS = 250;

export function createSchedules(options: {
  readonly schedules: readonly DeployedSchedule[];
  readonly place: Place;
  readonly activity: Activity;
  readonly checkpoints: Checkpoints;
  readonly deliver: Deliver;
  readonly now: () => number;
}): Schedules {
  const { schedules, place, activity, checkpoints, deliver, now } = options;
  const running = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const lastRun = (schedule: DeployedSchedule): number => {
    const kept = checkpoints.get(`schedule ${schedule.name}`);
    // A time to come is of a machine's clock that was ahead: until then, the schedule would not run.
    if (kept !== null && Number(kept) <= now()) return Number(kept);
    checkpoints.set(`schedule ${schedule.name}`, String(now()));
    return now();
  };
  const dueAt = (schedule: DeployedSchedule) => nextDue(schedule.expression, lastRun(schedule));
  for (const schedule of schedules) dueAt(schedule);

  const start = async (schedule: DeployedSchedule) => {
    const event = {
      version: "0",
      id: crypto.randomUUID(),
      "detail-type": "Scheduled Event",
      source: "aws.events",
      account: ACCOUNT,
      time: new Date(now()).toISOString().replace(/\.\d{3}Z$/, "Z"),
      region: place.region,
      resources: [`arn:aws:events:${place.region}:${ACCOUNT}:rule/${schedule.name}`],
      detail: {},
    };
    for (const target of schedule.targets) await deliver(target, [targetInput(target, event)]);
  };
  const runDue = () => {
    for (const schedule of schedules) {
      if (dueAt(schedule) > now() || running.has(schedule.name)) continue;
      checkpoints.set(`schedule ${schedule.name}`, String(now()));
      running.add(schedule.name);
      const end = activity.begin();
      void start(schedule)
        .catch((error: unknown) =>
          console.error(`the schedule ${schedule.name} failed: ${String(error)}`),
        )
        .finally(() => {
          running.delete(schedule.name);
          end();
        });
    }
  };
  return {
    nextDueAt: () => (schedules.length === 0 ? null : Math.min(...schedules.map(dueAt))),
    runDue,
    async run(name) {
      const schedule = schedules.find(
        (candidate) => candidate.name === name || candidate.name.endsWith(`-${name}`),
      );
      if (schedule === undefined) return false;
      const end = activity.begin();
      try {
        await start(schedule);
      } finally {
        end();
      }
      return true;
    },
    start() {
      timer = setInterval(runDue, WATCH_MILLISECONDS);
      timer.unref();
    },
    close: () => clearInterval(timer),
  };
}
