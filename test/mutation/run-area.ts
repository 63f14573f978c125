import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AREAS } from "./areas.ts";

// node test/mutation/run-area.ts claims
// node test/mutation/run-area.ts claims lib/store/claims.ts   these files only; the others keep their results

const [name = "", ...files] = process.argv.slice(2);
const area = AREAS[name];
if (area === undefined) {
  console.error(`There is no area ${name}. Areas: ${Object.keys(AREAS).join(", ")}.`);
  process.exit(2);
}

/** What other commands leave behind, such as `.emulator`, whose links to folders the sandbox cannot copy. */
function ignoredByGit(): readonly string[] {
  return readFileSync(join(import.meta.dirname, "../../.gitignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && line !== "node_modules/");
}

const sharesThread = area.sharesThread === true;
process.env.MUTATION_TESTS = area.tests.join(" ");
process.env.MUTATION_ISOLATE = String(!sharesThread);

// Installed apart from the other packages, by `mutate.ts`.
const tools = createRequire(join(import.meta.dirname, "stryker", "package.json"));
const { Stryker } = (await import(pathToFileURL(tools.resolve("@stryker-mutator/core")).href)) as {
  Stryker: new (options: object) => { runMutationTest(): Promise<unknown> };
};
await new Stryker({
  mutate: files.length > 0 ? files : [...area.mutate],
  testRunner: "vitest",
  vitest: {
    configFile: "test/mutation/vitest.config.ts",
    pool: sharesThread ? "threads" : "forks",
    related: false,
  },
  plugins: [
    pathToFileURL(tools.resolve("@stryker-mutator/vitest-runner")).href,
    join(import.meta.dirname, "words-plugin.ts"),
  ],
  ignorers: ["words"],
  coverageAnalysis: "perTest",
  // A constant of a module is evaluated once: each of its mutants would need every test.
  ignoreStatic: true,
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? Math.min(4, availableParallelism())),
  // Far more than any test takes: on a busy machine a mutant that is only slow must not pass for a dead one.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 30,
  tempDirName: "dist/mutation/sandbox",
  // Nothing in `tsconfig.json` points outside the sandbox, and TypeScript 7 has no interface to rewrite it with.
  tsconfigFile: "none",
  ignorePatterns: [...ignoredByGit(), "docs/screenshots", "bench", "examples"],
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: {
    allowColor: false,
    allowEmojis: false,
    logTests: false,
    reportTests: false,
    reportMutants: false,
    reportScoreTable: true,
    skipFull: false,
  },
  // Keeps what became of each mutant for the next run, and for `survivors.ts`.
  incremental: true,
  incrementalFile: `dist/mutation/${name}.json`,
  allowConsoleColors: false,
  disableTypeChecks: false,
}).runMutationTest();
