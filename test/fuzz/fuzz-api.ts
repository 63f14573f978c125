import { commandOptions } from "../../bin/command-options.ts";
import { startLocal } from "../support/running-stack.ts";
import { fuzz, type Report } from "./campaign.ts";
import { FUZZ_CONFIG } from "./config.ts";

// `npm run fuzz:api`: sends good and bad requests with every kind of credential to every operation of a local stack, and checks
// each response against the published contract.
//   --requests 100000
//   --seed 42          repeats a run

const values = commandOptions(import.meta.filename, {
  requests: { type: "string", default: "100000" },
  seed: { type: "string" },
});
const requests = Number(values.requests);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
if (!(Number.isSafeInteger(requests) && requests > 0) || !Number.isSafeInteger(seed)) {
  console.error("--requests must be a positive whole number and --seed a whole number.");
  process.exit(2);
}

const stack = await startLocal({ seed: true, config: FUZZ_CONFIG });
console.log(`Fuzzing ${stack.url}: ${requests} requests, --seed ${seed}.`);
const started = performance.now();
const report = await fuzz(stack, { seed, requests, say: console.log });
const seconds = Math.round((performance.now() - started) / 1000);
print(report);
// Also checks every event against its published schema.
await stack.close();
console.log(`${report.requests} requests in ${seconds} s, ${report.findings.length} faults.`);
process.exit(report.findings.length > 0 ? 1 : 0);

function print({ statuses, refusedThoughAllowed }: Report): void {
  for (const [name, counts] of [...statuses].sort()) {
    const shown = [...counts].sort(([a], [b]) => a - b);
    console.log(`${name}: ${shown.map(([status, count]) => `${status}×${count}`).join(" ")}`);
  }
  for (const [name, details] of [...refusedThoughAllowed].sort()) {
    console.log(`400 to what the schema allows, ${name}: ${[...details].join(" | ")}`);
  }
}
