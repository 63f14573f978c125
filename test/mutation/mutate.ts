import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { endForHelp } from "../../bin/command-options.ts";
import { AREAS, REQUIRED } from "./areas.ts";
import { REASONS } from "./reasons.ts";
import { changedSince, lastResults, saveResult } from "./results.ts";
import { type Score, scoreOf } from "./survivors.ts";

// npm run mutate                    every area; only mutants whose code or tests have changed
// npm run mutate -- claims credits  these areas
// npm run mutate -- --report        the last results, and what has changed since; runs nothing
endForHelp(import.meta.filename);

const args = process.argv.slice(2);
const named = args.filter((arg) => arg !== "--report");
const unknown = named.filter((name) => AREAS[name] === undefined);
if (unknown.length > 0) {
  console.error(`No area: ${unknown.join(", ")}. Areas: ${Object.keys(AREAS).join(", ")}.`);
  process.exit(2);
}
const areas = Object.entries(AREAS).filter(([name]) => named.length === 0 || named.includes(name));
let failed = false;
if (args.includes("--report")) {
  for (const [name] of areas) report(name);
} else {
  installStryker();
  for (const [name, area] of areas) {
    const script = join(import.meta.dirname, "run-area.ts");
    const { status } = spawnSync(process.execPath, [script, name], { stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
    const score = scoreOf(name, REASONS);
    saveResult(name, area, score);
    report(name);
    printSurvivors(score);
    failed ||= score.idle.length > 0;
  }
}
process.exit(failed ? 1 : 0);

/** The tool has a lock file of its own, so that `npm ci` of the project does not install it. */
function installStryker(): void {
  const folder = join(import.meta.dirname, "stryker");
  if (existsSync(join(folder, "node_modules"))) return;
  const { status } = spawnSync("npm", ["ci", "--no-audit"], { cwd: folder, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function report(name: string): void {
  const area = AREAS[name];
  const result = lastResults()[name];
  if (area === undefined || result === undefined) {
    console.log(`${name}: never run`);
    return;
  }
  const { killed, alive, withReason, percent, commit, date } = result;
  const counts = `${killed} killed, ${alive} alive, ${withReason} with a reason`;
  console.log(`${name}: ${percent.toFixed(1)} % (${counts}; ${REQUIRED} % required)`);
  const changed = changedSince(result, area);
  const since = changed.length === 0 ? "unchanged since" : `changed since: ${changed.join(", ")}`;
  console.log(`  run on ${date} at ${commit}; ${since}`);
  failed ||= percent < REQUIRED;
}

function printSurvivors({ alive, idle }: Score): void {
  for (const { file, lineNumber, mutator, line, replacement } of alive) {
    console.log(`  ${file}:${lineNumber} ${mutator}: ${line}\n    → ${replacement.slice(0, 160)}`);
  }
  for (const { file, line } of idle)
    console.log(`  no longer needed: the reason for ${file}: ${line}`);
}
