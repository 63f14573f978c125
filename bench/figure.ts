import { loadavg } from "node:os";

/** A figure of the table: what was measured, how, and the rows of it. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  /** What was run: counts, what it is held against, and what it leaves out. */
  readonly how: string;
  readonly rows: readonly Row[];
  /** Everything behind the rows that is worth keeping. */
  readonly details?: unknown;
}

export type Row = Readonly<Record<string, string | number>>;

export interface BenchOptions {
  /** The counts that the figures are defined with; without it, reduced ones. */
  readonly full: boolean;
  /** How many checkouts P4 fills the table with, rising; its own counts without it. */
  readonly items?: readonly number[];
  /** Hears how far it is. */
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

/** How busy the machine was with other things, for whoever reads the figures later. */
export function machineLoad(): number {
  return round(loadavg()[0] ?? 0, 1);
}
