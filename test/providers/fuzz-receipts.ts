import * as fc from "fast-check";
import { commandOptions } from "../../bin/command-options.ts";
import { cases, checkCase } from "./conformance/mutations.ts";

// `npm run fuzz:receipts`: changes recorded receipts of every bank at random; none may verify a payment that it doesn't show.
//   --seconds 600   instead of 60
//   --seed 42       repeats a run

const values = commandOptions(import.meta.filename, {
  seconds: { type: "string", default: "60" },
  seed: { type: "string" },
});
const seconds = Number(values.seconds);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
if (!(seconds > 0) || !Number.isSafeInteger(seed)) {
  console.error("--seconds must be a positive number and --seed a whole number.");
  process.exit(2);
}

console.log(`Fuzzing receipts for ${seconds} s with --seed ${seed}.`);
const result = await fc.check(
  fc.asyncProperty(cases, (fuzzed) => checkCase(fuzzed)),
  {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1000,
    markInterruptAsFailure: false,
    seed,
  },
);
if (result.failed) {
  console.error(await fc.asyncDefaultReportMessage(result));
  process.exit(1);
}
console.log(`${result.numRuns} cases; no payment verified that must not.`);
