import type { ServiceSample } from "./burst-service.ts";

/** One payment: when its reference was accepted, and when its webhook arrived (ms from the start). */
export interface Wait {
  readonly from: number;
  readonly until: number | null;
}

export interface Taken extends ServiceSample {
  /** ms from the start. */
  readonly at: number;
  readonly payments: number;
}

/** Growth that a flat line may show, as a part of its middle; 10 minutes of noise stay under it. */
const FLAT = 0.15;

/** Why the service is not flat; empty where it is. The first third is warm-up. */
export function unevenness(samples: readonly Taken[]): readonly string[] {
  const late = samples.slice(Math.floor(samples.length / 3));
  const middle = Math.floor(late.length / 2);
  const [before, after] = [late.slice(0, middle), late.slice(middle)];
  if (before.length === 0 || after.length === 0) return ["too few samples"];
  const growth = (of: (sample: Taken) => number, middleOf = mean) =>
    middleOf(after.map(of)) / middleOf(before.map(of)) - 1;
  const measures = {
    "resident memory": growth(({ rssMegabytes }) => rssMegabytes),
    // A burst's connections stay open for a minute; what is left between bursts would be a leak.
    "handles between bursts": growth(({ handles }) => handles, lowerQuartile),
    "items per payment": growth(({ items, payments }) => items / Math.max(1, payments)),
  };
  return Object.entries(measures)
    .filter(([, grown]) => grown > FLAT)
    .map(([what, grown]) => `${what} grew by ${Math.round(grown * 100)} %`);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function lowerQuartile(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 4)] ?? 0;
}

/** How many payments wait for their webhook at `at`, and for how long the oldest has (s). */
export function waitingAt(
  waits: readonly Wait[],
  at: number,
): { depth: number; ageSeconds: number } {
  const open = waits.filter(({ from, until }) => from <= at && (until === null || until > at));
  const oldest = Math.min(at, ...open.map(({ from }) => from));
  return { depth: open.length, ageSeconds: (at - oldest) / 1000 };
}
