// The movable clock: real time plus an offset in shared memory, so that worker threads (functions and the
// queue engine) see a move at once. The offset is kept on disk, because rows and messages written under a
// moved clock would otherwise be in the future after a restart.
import { readFileSync, renameSync, writeFileSync } from "node:fs";

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
