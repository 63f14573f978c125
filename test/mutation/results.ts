import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Area } from "./areas.ts";
import type { Score } from "./survivors.ts";

const ROOT = join(import.meta.dirname, "../..");
const FILE = join(import.meta.dirname, "results.json");

/** What the last run of an area said, small enough for the repository. */
const result = z.object({
  /** The commit on which it ran; the code may have had changes of its own. */
  commit: z.string(),
  date: z.iso.date(),
  killed: z.int(),
  alive: z.int(),
  withReason: z.int(),
  percent: z.number(),
  /** Hashes of the mutated files, by path. */
  files: z.record(z.string(), z.string()),
});
export type AreaResult = z.output<typeof result>;

const results = z.record(z.string(), result);

/** The results in the repository, by area. */
export function lastResults(): Readonly<Record<string, AreaResult>> {
  return existsSync(FILE) ? results.parse(JSON.parse(readFileSync(FILE, "utf8"))) : {};
}

/** Stores the result of a run of a whole area. */
export function saveResult(name: string, area: Area, score: Score): void {
  const { killed, alive, withReason, percent } = score;
  const all: Record<string, AreaResult> = {
    ...lastResults(),
    [name]: {
      commit: execFileSync("git", ["rev-parse", "--short=12", "HEAD"], {
        cwd: ROOT,
        encoding: "utf8",
      }).trim(),
      date: new Date().toISOString().slice(0, 10),
      ...{ killed, alive: alive.length, withReason, percent: Math.round(percent * 10) / 10 },
      files: hashesOf(area),
    },
  };
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
}

/** Files of an area that changed, came or went since its last result, sorted. */
export function changedSince({ files }: AreaResult, area: Area): readonly string[] {
  const now = hashesOf(area);
  const paths = new Set([...Object.keys(files), ...Object.keys(now)]);
  return [...paths].filter((path) => files[path] !== now[path]).toSorted();
}

function hashesOf({ mutate }: Area): Readonly<Record<string, string>> {
  const included = mutate.filter((glob) => !glob.startsWith("!"));
  const exclude = mutate.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const excluded = new Set(exclude.flatMap((glob) => globSync(glob, { cwd: ROOT })));
  const paths = included
    .flatMap((glob) => globSync(glob, { cwd: ROOT }))
    .filter((path) => !excluded.has(path))
    .toSorted();
  return Object.fromEntries(
    paths.map((path) => {
      const text = readFileSync(join(ROOT, path));
      return [path, createHash("sha256").update(text).digest("hex").slice(0, 12)];
    }),
  );
}
