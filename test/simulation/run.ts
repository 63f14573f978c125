import "./virtual-time.ts";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { serialize } from "node:v8";
import { commandOptions, numberOf } from "../../bin/command-options.ts";
import { type RecordedCall, record } from "./memory-table/recording.ts";
import { PLANTED, type PlantedFault, plant } from "./planted.ts";
import { play, type RoundResult, type Step, stepsOf, totals } from "./round.ts";
import { shrink } from "./shrink.ts";
import type { Simulation } from "./simulation.ts";
import { realNow } from "./virtual-time.ts";

// `npm run simulate`: random payments, crashes and faults on a virtual clock. Ends with 1 at the first broken promise, after
// shrinking its steps.
//   --seed 1 --minutes 10   for so long; or --steps 100000
//   --per-round 300         steps of a round; each round begins with an empty table
//   --replay FILE           runs the steps of a file, as a broken promise leaves them in --replay-file
//   --plant FAULT           breaks the service on purpose
//   --digest                prints a hash of all that is stored after each round: equal for equal seeds
//   --record FILE           writes the calls to the table with their answers (v8 format)
//   --no-shrink             prints a broken promise with all its steps
//   --verbose               prints what the functions log
const options = commandOptions(import.meta.filename, {
  seed: { type: "string", default: "1" },
  minutes: { type: "string" },
  steps: { type: "string" },
  "per-round": { type: "string", default: "300" },
  replay: { type: "string" },
  "replay-file": { type: "string", default: "simulation-replay.json" },
  plant: { type: "string" },
  digest: { type: "boolean", default: false },
  record: { type: "string" },
  "no-shrink": { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
});

const SHRINK_MS = 90_000;

const stdout = process.stdout.write.bind(process.stdout);
const print = (line: string) => void stdout(`${line}\n`);
// The functions log to stdout; a million steps make gigabytes of that.
if (!options.verbose) process.stdout.write = () => true;
// The service throws many errors on its way, e.g. for refused conditions; nobody reads their stacks.
if (!options.verbose) Error.stackTraceLimit = 0;

const planted = options.plant as PlantedFault | undefined;
if (planted !== undefined && !Object.hasOwn(PLANTED, planted)) {
  throw new Error(`--plant takes one of: ${Object.keys(PLANTED).join(", ")}`);
}

const calls: RecordedCall[] = [];

function run(steps: readonly Step[], isEnough?: () => boolean): Promise<RoundResult> {
  const spoil = (simulation: Simulation) => {
    if (planted !== undefined) plant(simulation, planted);
    if (options.record !== undefined) record(simulation.table, calls);
  };
  return play(steps, spoil, isEnough);
}

process.exitCode = options.replay === undefined ? await explore() : await replay(options.replay);

/** Rounds of new seeds until the time or the steps are used up. */
async function explore(): Promise<number> {
  const seed = numberOf("seed", options.seed);
  const perRound = numberOf("per-round", options["per-round"], 1);
  const most = numberOf("steps", options.steps ?? "Infinity", 1);
  const minutes = numberOf("minutes", options.minutes ?? (options.steps ? "Infinity" : "1"));
  const startedAt = realNow();
  const endsAt = startedAt + minutes * 60_000;
  let taken = 0;
  let reached = { verified: 0, posts: 0, events: 0 };
  for (let round = 0; realNow() < endsAt && taken < most; round++) {
    const steps = stepsOf(seed + round, Math.min(perRound, most - taken));
    const result = await run(steps);
    taken += result.steps;
    if (result.violation !== null) return await tell(seed + round, steps, result);
    const { simulation } = result;
    if (options.digest) print(`digest of ${seed + round}: ${digestOf(simulation)}`);
    reached = {
      verified: reached.verified + simulation.itemsOf("claim").length,
      posts: reached.posts + simulation.receivers.posts,
      events: reached.events + simulation.monitor.events.size,
    };
    if (round % 20 === 19) print(summary(taken, round + 1, reached, startedAt));
  }
  print(summary(taken, null, reached, startedAt));
  if (options.record !== undefined) writeFileSync(options.record, serialize(calls));
  return 0;
}

function summary(
  steps: number,
  rounds: number | null,
  { verified, posts, events }: { verified: number; posts: number; events: number },
  startedAt: number,
): string {
  const seconds = (realNow() - startedAt) / 1000;
  const { calls, crashes, faults } = totals;
  return [
    `${steps} steps${rounds === null ? "" : ` in ${rounds} rounds`}, ${seconds.toFixed(0)} s`,
    `${(steps / seconds).toFixed(0)} a second`,
    `${calls} calls, ${crashes} crashes, ${faults} faults`,
    `${verified} verified, ${events} events, ${posts} POSTs`,
    "no broken promise",
  ].join("; ");
}

/** Shrinks a failing round and says how to see it again. */
async function tell(
  seed: number,
  steps: readonly Step[],
  { violation, steps: taken }: RoundResult,
) {
  print(`seed ${seed}, step ${taken}: ${violation}`);
  if (options["no-shrink"]) return 1;
  const kind = kindOf(violation);
  const endsAt = realNow() + SHRINK_MS;
  const isOver = () => realNow() > endsAt;
  const fails = async (list: readonly Step[]) =>
    kindOf((await run(list, isOver)).violation) === kind;
  const few = await shrink(steps.slice(0, taken), fails, isOver);
  const shortest = await simplify(few, fails, isOver);
  const again = await run(shortest);
  print(`Shrunk to ${shortest.length} steps: ${again.violation}`);
  for (const { weather, does } of shortest) {
    print(`  ${weather}: ${does.filter((name) => name !== "nothing").join(" + ")}`);
  }
  const file = options["replay-file"];
  writeFileSync(file, `${JSON.stringify({ violation: again.violation, steps: shortest })}\n`);
  print(`Replay: npm run simulate -- --replay ${file}`);
  return 1;
}

/** Leaves out single actions, and the faults of each step, where the list still fails. */
async function simplify(
  list: readonly Step[],
  fails: (list: readonly Step[]) => Promise<boolean>,
  isOver: () => boolean,
): Promise<readonly Step[]> {
  let simplest = list;
  for (const index of list.keys()) {
    const step = list[index] as Step;
    const candidates = (now: Step): Step[] => [
      ...now.does.map((_, at) => ({ ...now, does: now.does.with(at, "nothing") })),
      { ...now, weather: "calm" as const },
    ];
    for (let at = 0; at <= step.does.length && !isOver(); at++) {
      const candidate = candidates(simplest[index] as Step)[at] as Step;
      const changed = simplest.with(index, candidate);
      if (await fails(changed)) simplest = changed;
    }
  }
  return simplest;
}

async function replay(file: string): Promise<number> {
  const { steps } = JSON.parse(readFileSync(file, "utf8")) as { steps: Step[] };
  const { violation, simulation } = await run(steps);
  for (const each of simulation.monitor.violations) print(each);
  print(
    violation === null
      ? "No broken promise."
      : `${simulation.monitor.violations.length} broken promises.`,
  );
  return violation === null ? 0 : 1;
}

/** Not of `serialize`: its bytes tell how V8 keeps a number at the moment, which its compiler changes. */
function digestOf({ table }: RoundResult["simulation"]): string {
  const text = JSON.stringify([...table.rows.items], (_, value: unknown) =>
    value instanceof Set ? [...value] : value,
  );
  return createHash("sha256").update(text).digest("hex");
}

/** A violation without its ids and numbers, so that a shorter list may break the same promise elsewhere. */
function kindOf(violation: string | null): string | null {
  return violation?.replaceAll(/[a-z]+_[0-9a-z]{26}|\d+/g, "#") ?? null;
}
