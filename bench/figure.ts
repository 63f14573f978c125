import { cpus, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** A figure: what was measured, how, and its rows. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  /** What was run: counts, what it is compared with, and what it leaves out. */
  readonly how: string;
  readonly rows: readonly Row[];
  /** Raw data behind the rows. */
  readonly details?: unknown;
}

export type Row = Readonly<Record<string, string | number>>;

export interface BenchOptions {
  /** The counts that the figures are defined with; without it, reduced ones. */
  readonly full: boolean;
  /** Numbers of checkouts that P4 fills the table with, ascending. */
  readonly items?: readonly number[];
  /** Prints progress. */
  readonly say: (line: string) => void;
}

export function printFigure({ id, title, how, rows }: Figure): void {
  console.log(`\n${id}  ${title}\n    ${how}`);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((name) => String(row[name] ?? "")))];
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((line) => line[index]?.length ?? 0)),
  );
  for (const line of cells) {
    const padded = line.map((cell, index) =>
      index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
    );
    console.log(`    ${padded.join("  ")}`);
  }
}

/** Of a list that may be in any order; 0 for an empty one. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

const SAMPLE_MS = 1_000;

/** Part of all processors, 0 to 1, that other programs used during one second in which the bench waited. */
export async function busyPart(): Promise<number> {
  const before = processorTimes();
  await pause(SAMPLE_MS);
  const after = processorTimes();
  return round(1 - (after.idle - before.idle) / Math.max(1, after.all - before.all), 2);
}

function processorTimes() {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (pick: (one: (typeof times)[number]) => number) =>
    times.reduce((total, one) => total + pick(one), 0);
  return {
    idle: sum(({ idle }) => idle),
    all: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq),
  };
}

/** Load average of the last minute, the bench's own work included. */
export function machineLoad(): number {
  return round(loadavg()[0] ?? 0, 1);
}
