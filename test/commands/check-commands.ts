// `npm run check:commands`: runs every command of the README in a new clone, in the README's order and then backward, so
// that each runs both before and after every other one. About 25 minutes. Commands whose engine is missing skip.
//   --only build,mutate   these commands
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { commandOptions, namesOf } from "../../bin/command-options.ts";
import { COMMAND_RUNS, type CommandRun, documentedCommands } from "./documented.ts";

const ROOT = join(import.meta.dirname, "../..");
const LONGEST_MS = 20 * 60_000;
const LAST_LINES = 12;

const values = commandOptions(import.meta.filename, { only: { type: "string" } });
const only = namesOf(values.only, documentedCommands());
const runs = documentedCommands().flatMap((name): [string, CommandRun][] => {
  const run = COMMAND_RUNS[name];
  return run && only.includes(name) ? [[name, run]] : [];
});

const folder = mkdtempSync(join(tmpdir(), "check-commands-"));
const clone = join(folder, "checkout");
spawnSync("git", ["clone", "--quiet", ROOT, clone], { stdio: "inherit" });
cpSync(join(ROOT, "node_modules"), join(clone, "node_modules"), { recursive: true });
let failures = 0;
const service = await startService();
try {
  for (const [name, run] of [...runs, ...runs.toReversed()]) {
    if (!runCommand(name, run, service)) failures += 1;
  }
} finally {
  const ended = once(service.process, "exit");
  // As Ctrl-C does it: npm does not pass the signal on.
  process.kill(-Number(service.process.pid), "SIGINT");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? "every command ran" : `${failures} runs failed`);
process.exit(failures === 0 ? 0 : 1);

interface Service {
  readonly process: ChildProcess;
  readonly url: string;
  readonly testKey: string;
}

/** `npm start` in the clone, on any free port. */
async function startService(): Promise<Service> {
  const child = spawn("npm", ["start"], {
    cwd: clone,
    env: { ...process.env, PORT: "0", LOCAL_DATA: ":memory:" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  for await (const line of createInterface(child.stdout)) {
    const url = /^ready (http\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    const seed = (await (await fetch(`${url}/_local/seed/`)).json()) as { test_key: string };
    return { process: child, url, testKey: seed.test_key };
  }
  throw new Error("npm start ended before it was ready");
}

function runCommand(name: string, run: CommandRun, { url, testKey }: Service): boolean {
  const args = run.args.map((arg) => arg.replace("{service}", url));
  const at = performance.now();
  const { status, stdout, stderr } = spawnSync("npm", ["run", "-s", name, ...args], {
    cwd: clone,
    env: { ...process.env, PORT: new URL(url).port, SMOKE_KEY: testKey },
    encoding: "utf8",
    timeout: LONGEST_MS,
    maxBuffer: 256 * 1024 * 1024,
  });
  const seconds = Math.round((performance.now() - at) / 1000);
  const isFine = status === (run.exit ?? 0);
  console.log(`${isFine ? "ran   " : "FAILED"} npm run ${name} ${args.join(" ")} (${seconds} s)`);
  if (!isFine) {
    console.log(`  exit ${status}`);
    console.log(`${stdout}\n${stderr}`.trim().split("\n").slice(-LAST_LINES).join("\n"));
  }
  return isFine;
}
