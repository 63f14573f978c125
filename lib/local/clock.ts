import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { MACHINE_TIME } from "../pipeline/machine-time.ts";
import type { Schedules } from "./events/schedules.ts";
import type { Activity } from "./log-sink.ts";

// The movable clock: real time plus an offset in shared memory, so that the threads of functions
// see a move at once. The offset is kept on disk, because rows and messages written under a
// moved clock would otherwise be in the future after a restart.

export type Clock = {
  /** Milliseconds since the epoch on the moved clock. */
  now(): number;
  /** Moves the clock forward, by at least 0 milliseconds. */
  shift(milliseconds: number): void;
  /** One 64-bit integer: the offset in milliseconds. For `patchDate` in worker threads. */
  readonly shared: SharedArrayBuffer;
};

/** `file` keeps the offset over restarts; null keeps nothing. */
export function createClock(file: string | null): Clock {
  const shared = new SharedArrayBuffer(8);
  const offset = new BigInt64Array(shared);
  Atomics.store(offset, 0, BigInt(file === null ? 0 : readOffset(file)));
  return {
    shared,
    now: () => Date.now() + Number(Atomics.load(offset, 0)),
    shift(milliseconds) {
      if (!(milliseconds >= 0)) throw new RangeError("the clock moves forward only");
      const next = Number(Atomics.load(offset, 0)) + Math.round(milliseconds);
      if (file !== null) writeOffset(file, next);
      Atomics.store(offset, 0, BigInt(next));
    },
  };
}

function readOffset(file: string): number {
  try {
    const value = Number(readFileSync(file, "utf8"));
    return Number.isFinite(value) ? value : 0;
  } catch {
    return 0;
  }
}

function writeOffset(file: string, value: number): void {
  writeFileSync(`${file}.new`, String(value));
  renameSync(`${file}.new`, file);
}

// Moves the clock as if time had passed: jumps to the next due message or schedule, waits until the stack is
// idle, and repeats, so that six hours of retries happen at their own times.

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

// Moves `Date` in a worker thread by the shared offset. Timers still run in real time. The machine's own
// time stays readable, because the servers that take our webhooks check signatures by it.

/** Replaces the global `Date`, for good, in the thread that calls it. @returns moves it by a clock's shared offset */
export function patchDate(): (shared: SharedArrayBuffer) => void {
  let offset: BigInt64Array<ArrayBufferLike> = new BigInt64Array(new SharedArrayBuffer(8));
  const RealDate = Date;
  const realNow = RealDate.now.bind(RealDate);
  const now = () => realNow() + Number(Atomics.load(offset, 0));
  const Moved = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, property, receiver) =>
      property === "now" ? now : Reflect.get(target, property, receiver),
  });
  RealDate.prototype.constructor = Moved;
  globalThis.Date = Moved;
  Object.defineProperty(globalThis, MACHINE_TIME, { value: realNow });
  return (shared) => {
    offset = new BigInt64Array(shared);
  };
}
