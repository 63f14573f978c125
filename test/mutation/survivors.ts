import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Reason } from "./reason.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What Stryker's incremental file says of one mutant (mutation-testing-report-schema). */
interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  /** In a constant of a module, which is evaluated before a mutant is switched on: no test can see it. */
  readonly static?: boolean;
  readonly location: { readonly start: { readonly line: number } };
}

export interface Survivor {
  readonly file: string;
  readonly line: string;
  readonly lineNumber: number;
  readonly mutator: string;
  readonly replacement: string;
}

export interface Score {
  readonly killed: number;
  /** Survivors without a reason. */
  readonly alive: readonly Survivor[];
  readonly withReason: number;
  /** Reasons that no survivor needs any more. */
  readonly idle: readonly Reason[];
  /** Killed of all those without a reason, 0..100. */
  readonly percent: number;
}

const DEAD = new Set(["Killed", "Timeout"]);
const ALIVE = new Set(["Survived", "NoCoverage"]);

/** A mutant may end the process that tries it. More of them than this part mean that the tests themselves did not run. */
const MOST_ERRORS = 0.02;

/** What became of the mutants of an area, by the file of its last run. @throws Error if too many were not tried at all */
export function scoreOf(area: string, reasons: readonly Reason[]): Score {
  const text = readFileSync(join(ROOT, "dist/mutation", `${area}.json`), "utf8");
  const report = JSON.parse(text) as {
    readonly files: Readonly<
      Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>
    >;
  };
  const mutants = Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    return mutants
      .filter((mutant) => mutant.static !== true)
      .map((mutant) => ({ mutant, survivor: survivorOf(file, lines, mutant) }));
  });
  const survivors = mutants
    .filter(({ mutant }) => ALIVE.has(mutant.status))
    .map(({ survivor }) => survivor);
  const killed = mutants.filter(({ mutant }) => DEAD.has(mutant.status)).length;
  const untried = mutants.filter(
    ({ mutant: { status } }) => !DEAD.has(status) && !ALIVE.has(status) && status !== "Ignored",
  ).length;
  if (untried > MOST_ERRORS * mutants.length)
    throw new Error(`${untried} of ${mutants.length} mutants of ${area} ended with an error.`);
  const alive = survivors.filter((one) => !reasons.some((reason) => fits(reason, one)));
  const files = new Set(Object.keys(report.files));
  // A busy machine stops a mutant now and then that would have survived.
  const perhapsAlive = mutants
    .filter(({ mutant }) => !["Killed", "Ignored"].includes(mutant.status))
    .map(({ survivor }) => survivor);
  return {
    killed,
    alive,
    withReason: survivors.length - alive.length,
    idle: reasons.filter(
      (reason) => files.has(reason.file) && !perhapsAlive.some((one) => fits(reason, one)),
    ),
    percent: (100 * killed) / Math.max(1, killed + alive.length),
  };
}

function survivorOf(file: string, lines: readonly string[], mutant: Mutant): Survivor {
  const { line: lineNumber } = mutant.location.start;
  return {
    file,
    lineNumber,
    line: lines[lineNumber - 1]?.trim() ?? "",
    mutator: mutant.mutatorName,
    replacement: mutant.replacement ?? "",
  };
}

function fits(reason: Reason, survivor: Survivor): boolean {
  return (
    reason.file === survivor.file &&
    reason.mutator === survivor.mutator &&
    reason.line === survivor.line &&
    (reason.replacement ?? survivor.replacement) === survivor.replacement
  );
}
