import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { type BenchOptions, type Figure, median, round } from "./figure.ts";
import { processorShare } from "./process-cpu.ts";

/** MB of the function, and those at which Lambda gives one whole processor. */
const MEGABYTES = 512;
const WHOLE_PROCESSOR = 1769;
const RUNS_REDUCED = 5;
const RUNS_FULL = 21;
const GOAL_MS = 2_000;

const run = promisify(execFile);
const taken = z.object({ ms: z.number(), cpuMs: z.number(), peakMegabytes: z.number() });

/** P17: comparing a statement of 5,000 rows with 5,000 payments, on the part of a processor that Lambda gives with 512 MB. */
export async function statement({ full, say }: BenchOptions): Promise<Figure> {
  const share = processorShare();
  share?.set(MEGABYTES / WHOLE_PROCESSOR);
  try {
    const rows = [];
    for (const kind of ["month", "equal amounts", "no reference", "all missing"]) {
      say(`P17: ${kind}`);
      const runs = [];
      for (let count = 0; count < (full ? RUNS_FULL : RUNS_REDUCED); count += 1) {
        runs.push(await compareOnce(kind, share?.enter ?? ":"));
      }
      rows.push({
        statement: kind,
        "ms, median": round(median(runs.map(({ ms }) => ms)), 0),
        "ms, longest": round(Math.max(...runs.map(({ ms }) => ms)), 0),
        "CPU ms": round(median(runs.map(({ cpuMs }) => cpuMs)), 0),
        "peak MB": round(Math.max(...runs.map(({ peakMegabytes }) => peakMegabytes)), 0),
      });
    }
    const isMet = rows.every((row) => row["ms, median"] <= GOAL_MS);
    return {
      id: "P17",
      title: "comparing a statement of 5,000 rows with 5,000 payments",
      how: `compareStatement in a fresh process, first call, ${share === null ? "on a whole processor (no control groups here)" : `held to the part of a processor that Lambda gives with ${MEGABYTES} MB`}. Goal: ${GOAL_MS} ms, ${isMet ? "met" : "NOT MET"}.`,
      rows,
    };
  } finally {
    share?.remove();
  }
}

async function compareOnce(kind: string, enter: string): Promise<z.output<typeof taken>> {
  const child = join(import.meta.dirname, "statement-child.ts");
  const heap = [`--max-old-space-size=${Math.floor(MEGABYTES * 0.9)}`];
  const { stdout } = await run(
    "sh",
    ["-c", `${enter}; exec "$@"`, "-", process.execPath, ...heap, child, kind],
    { timeout: 120_000 },
  );
  return taken.parse(JSON.parse(stdout));
}
