import { readFileSync } from "node:fs";
import { join } from "node:path";

/** How `check-commands.ts` runs a documented command. */
export interface CommandRun {
  /** The shortest form that does everything the command does. */
  readonly args: readonly string[];
  /** Its exit code; 0 unless given. */
  readonly exit?: number;
}

/** Every `npm run` command of the README; `null` where another check runs it, or none can. */
export const COMMAND_RUNS: Readonly<Record<string, CommandRun | null>> = {
  // The service of the commands that need one.
  start: null,
  // The gate runs these.
  test: null,
  check: null,
  "test:commands": { args: [] },
  "check:commands": null,
  demo: { args: [] },
  format: { args: [] },
  hooks: { args: [] },
  // These fetch their tools from npm or PyPI, or take as long as they measure.
  lock: null,
  "check:schemathesis": null,
  "check:python-client": null,
  "bench:soak": null,
  generate: { args: [] },
  build: { args: ["--", "--sizes"] },
  synth: { args: [] },
  sam: { args: [] },
  smoke: {
    args: [
      ...["--", "--url", "{service}", "--phone", "0911555001"],
      ...[
        "--code-command",
        "curl -s '{service}/_local/sms/?phone=0911555001' | grep -oE '\\b[0-9]{6}\\b' | tail -1",
      ],
    ],
  },
  "deploy:emulated": { args: [] },
  "fuzz:api": { args: ["--", "--requests", "300", "--seed", "1"] },
  "fuzz:receipts": { args: ["--", "--seconds", "2", "--seed", "1"] },
  "clients:check": { args: [] },
  "contract:release": { args: [] },
  // Between two releases something is missing: the changelog's version.
  "release:check": { args: [], exit: 1 },
  mutate: { args: ["--", "claims"] },
  // The whole model takes 20 minutes; one planted fault shows that it runs.
  model: { args: ["--", "--only", "PlantedClaim"] },
  bench: { args: ["--", "--only", "P2"] },
  screenshots: { args: [] },
  simulate: { args: ["--", "--seed", "1", "--steps", "300"] },
  "restore-drill": { args: [] },
  checkout: { args: ["--", "--help"] },
  cli: { args: ["--", "--help"] },
  // Says that it needs the name of a table.
  "check-table": { args: [], exit: 2 },
};

/** Names of the `npm` commands in the README's table, in its order. */
export function documentedCommands(): readonly string[] {
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  return [...readme.matchAll(/^\| `npm (?:run (?:-s )?)?([\w:-]+)/gm)].map(([, name]) =>
    String(name),
  );
}
