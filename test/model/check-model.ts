import { commandOptions, namesOf, numberOf } from "../../bin/command-options.ts";
import { recordTraces } from "./record-traces.ts";
import { runTlc, whyNoTlc } from "./tlc.ts";

// `npm run model`: checks every configuration of the formal model exhaustively, and that planted faults are found.
//   --only A,B          these configurations
//   --record --seed 1   records new behaviors for the replay in `npm test` instead

const values = commandOptions(import.meta.filename, {
  record: { type: "boolean", default: false },
  seed: { type: "string", default: "1" },
  only: { type: "string" },
});
const missing = whyNoTlc();
if (missing !== null) {
  console.log(`skipped: ${missing}`);
  process.exit(0);
}
if (values.record) {
  const { behaviors } = await recordTraces(numberOf("seed", values.seed));
  console.log(`${behaviors.length} behaviors, ${behaviors.flat().length} steps.`);
  process.exit(0);
}

/** Configurations of `docs/model`, and what TLC must say of each; null: that nothing is wrong. */
const CHECKS: readonly (readonly [string, string | null])[] = [
  ["Settlement", null],
  ["Aliases", null],
  ["Delivery", null],
  ["PlantedClaim", "Invariant Safety is violated"],
  ["PlantedMove", "Invariant Safety is violated"],
  ["PlantedCredits", "Invariant Safety is violated"],
  ["PlantedLease", "Invariant Safety is violated"],
  ["PlantedOrphan", "Invariant Safety is violated"],
  ["PlantedOutbox", "Temporal properties were violated"],
  ["PlantedAgain", "MadeOnce is violated"],
  ["PlantedFound", "Temporal properties were violated"],
  ["PlantedGuard", "Temporal properties were violated"],
  ["PlantedLook", "Temporal properties were violated"],
  ["TypedAlias", "Invariant TransferPaysOnce is violated"],
];
const names = namesOf(
  values.only,
  CHECKS.map(([name]) => name),
);
let wrong = 0;
for (const [name, expected] of CHECKS) {
  if (!names.includes(name)) continue;
  const started = performance.now();
  const { code, output } = await runTlc("Settlement.tla", ["-config", `${name}.cfg`]);
  const isRight = expected === null ? code === 0 : output.includes(expected);
  const states = [...output.matchAll(/([\d,]+) distinct states found/g)].at(-1)?.[1] ?? "?";
  const seconds = Math.round((performance.now() - started) / 1000);
  const verdict = expected === null ? "holds" : `found: ${expected}`;
  console.log(`${name}: ${isRight ? verdict : "WRONG"}, ${states} states, ${seconds} s`);
  if (isRight) continue;
  wrong += 1;
  console.log(output.slice(-6000));
}
process.exit(wrong === 0 ? 0 : 1);
