import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseBehavior, type TlaValue } from "./tla-values.ts";
import { modelHash, runTlc } from "./tlc.ts";
import { COMPARED, type Step, TRACE_FILE, type TraceFile } from "./trace-file.ts";

/** Behaviors of how many steps are recorded. */
const BEHAVIORS = 8;
const STEPS = 80;

/** Lets TLC's simulator walk through the model and writes where it went. */
export async function recordTraces(seed: number): Promise<TraceFile> {
  const folder = mkdtempSync(join(tmpdir(), "traces-"));
  const walk = `file=${join(folder, "t")},num=${BEHAVIORS}`;
  const args = ["-simulate", walk, "-depth", String(STEPS), "-seed", String(seed)];
  const { code, output } = await runTlc("Traces.tla", [...args, "-config", "Traces.cfg"]);
  if (code !== 0) throw new Error(`TLC: ${output.slice(-2000)}`);
  const behaviors = readdirSync(folder)
    .sort()
    .map((name) => {
      const states = parseBehavior(readFileSync(join(folder, name), "utf8"));
      return states.map((state, index) => stepOf(states[index - 1], state));
    });
  const file: TraceFile = { model: modelHash(), seed, behaviors };
  const lines = behaviors.map(
    (steps) => `[\n${steps.map((step) => JSON.stringify(step)).join(",\n")}]`,
  );
  const text = `{"model":"${file.model}","seed":${seed},"behaviors":[${lines.join(",\n")}]}\n`;
  writeFileSync(TRACE_FILE, text);
  return file;
}

type State = Readonly<Record<string, TlaValue>>;

function stepOf(before: State = {}, after: State): Step {
  const changed: Record<string, TlaValue> = {};
  for (const name of COMPARED) {
    const [was, is] = [flat(before[name]), flat(after[name])];
    for (const [key, value] of Object.entries(is)) {
      if (JSON.stringify(was[key]) !== JSON.stringify(value)) changed[`${name}${key}`] = value;
    }
  }
  return { act: after.act as readonly TlaValue[], changed };
}

/** Functions of functions by path, such as `/c1/r1`, down to the first record or plain value. */
function flat(value: TlaValue | undefined, path = ""): Record<string, TlaValue> {
  if (value === undefined) return {};
  if (typeof value !== "object" || Array.isArray(value) || "st" in value) return { [path]: value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flat(inner, `${path}/${key}`)),
  );
}
