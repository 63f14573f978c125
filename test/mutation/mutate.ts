import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { AREAS, REQUIRED } from "./areas.ts";
import { REASONS } from "./reasons.ts";
import { scoreOf } from "./survivors.ts";

// npm run mutate                    every area; only mutants whose code or tests have changed
// npm run mutate -- claims credits  these areas
// npm run mutate -- --report        what the last runs said, without running anything

const args = process.argv.slice(2);
const reportsOnly = args.includes("--report");
const named = args.filter((arg) => !arg.startsWith("--"));
const tools = join(import.meta.dirname, "stryker");
if (!reportsOnly && !existsSync(join(tools, "node_modules"))) {
  const { status } = spawnSync("npm", ["ci", "--no-audit"], { cwd: tools, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
let failed = false;
for (const name of Object.keys(AREAS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  if (!reportsOnly) {
    const script = join(import.meta.dirname, "run-area.ts");
    const { status } = spawnSync(process.execPath, [script, name], { stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  } else if (!existsSync(join(import.meta.dirname, "../../dist/mutation", `${name}.json`))) {
    console.log(`${name}: never run`);
    continue;
  }
  const { killed, alive, withReason, idle, percent } = scoreOf(name, REASONS);
  const counts = `${killed} killed, ${alive.length} alive, ${withReason} with a reason`;
  console.log(`${name}: ${percent.toFixed(1)} % (${counts}; ${REQUIRED} % required)`);
  for (const { file, lineNumber, mutator, line, replacement } of alive) {
    console.log(`  ${file}:${lineNumber} ${mutator}: ${line}\n    → ${replacement.slice(0, 160)}`);
  }
  for (const { file, line } of idle)
    console.log(`  no longer needed: the reason for ${file}: ${line}`);
  failed ||= percent < REQUIRED || idle.length > 0;
}
process.exit(failed ? 1 : 0);
