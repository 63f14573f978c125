import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TlaValue } from "./tla-values.ts";
import { MODEL } from "./tlc.ts";

/** Behaviors of the model, recorded by `npm run model -- --record`. */
export interface TraceFile {
  /** Of the model that they are behaviors of. */
  readonly model: string;
  readonly seed: number;
  readonly behaviors: readonly (readonly Step[])[];
}

/** One step: its name with parameters, and what it changed, by path, e.g. `status/c1` or `att/c1/r1`. */
export interface Step {
  readonly act: readonly TlaValue[];
  readonly changed: Readonly<Record<string, TlaValue>>;
}

/** What the model and the table are compared by. */
export const COMPARED = [
  "status",
  "att",
  "pays",
  "claims",
  "balance",
  "captures",
  "events",
  "outbox",
  "dlv",
] as const;

export const TRACE_FILE = join(MODEL, "traces.json");

export function readTraces(): TraceFile {
  return JSON.parse(readFileSync(TRACE_FILE, "utf8")) as TraceFile;
}
