// Moves the clock as if time had passed: jumps to the next due message or schedule, waits until the stack is
// idle, and repeats, so that six hours of retries happen at their own times.
import type { Activity } from "./activity.ts";
import type { Clock } from "./clock.ts";
import type { Schedules } from "./events/schedules.ts";

export type TimeTravel = {
  /** Seconds ≥ 0. One at a time: a second call waits for the first. */
  advance(seconds: number): Promise<{ readonly now: string; readonly steps: number }>;
  /** Waits until nothing runs; false if that is not so after the real milliseconds. */
  settle(timeoutMilliseconds?: number): Promise<boolean>;
};

/** Real milliseconds that one step may take. */
const SETTLE_MILLISECONDS = 30_000;
/** A move runs due schedules at most this often. */
const SCHEDULE_STEPS = 24;

export function createTimeTravel(options: {
  readonly clock: Clock;
  readonly activity: Activity;
  readonly schedules: Schedules;
  /** When the next message of a queue with a reader becomes visible. */
  readonly nextMessageAt: () => Promise<number | null>;
  /** Makes every source look for work. */
  readonly pokeAll: () => void;
}): TimeTravel {
  const { clock, activity, schedules, nextMessageAt, pokeAll } = options;
  const settle = (timeoutMilliseconds = SETTLE_MILLISECONDS) => {
    pokeAll();
    return activity.idle(timeoutMilliseconds);
  };
  const travel = async (seconds: number) => {
    const start = clock.now();
    const target = start + seconds * 1000;
    const spacing = (seconds * 1000) / SCHEDULE_STEPS;
    let schedulesFrom = start + spacing;
    let steps = 0;
    await settle();
    while (true) {
      const now = clock.now();
      const message = await nextMessageAt();
      const schedule = schedules.nextDueAt();
      const instants = [
        target,
        ...(message === null ? [] : [message + 1]),
        ...(schedule === null ? [] : [Math.max(schedule, schedulesFrom)]),
      ];
      const next = Math.min(...instants);
      clock.shift(Math.max(0, next - now));
      if (clock.now() >= schedulesFrom || next >= target) {
        schedules.runDue();
        schedulesFrom = clock.now() + spacing;
      }
      await settle();
      steps += 1;
      if (next >= target) return { now: new Date(clock.now()).toISOString(), steps };
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    settle,
    advance(seconds) {
      const turn = last.then(() => travel(seconds));
      last = turn.catch(() => {});
      return turn;
    },
  };
}
