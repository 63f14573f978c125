import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "command-"));
const COMMAND = join(folder, "command.ts");
const MODULE = join(import.meta.dirname, "..", "..", "bin", "command-options.ts");

beforeAll(() =>
  writeFileSync(
    COMMAND,
    `import { commandOptions, namesOf, numberOf } from ${JSON.stringify(MODULE)};

// \`npm run work\`: works.
//   --seed 42   repeats a run

// How it works is nobody's business.
const { seed, only } = commandOptions(import.meta.filename, {
  seed: { type: "string", default: "1" },
  only: { type: "string" },
});
const parts = namesOf(only, ["first", "second"]);
console.log(\`worked with \${numberOf("seed", seed)} on \${parts}\`);
`,
  ),
);
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
};

const ROOT = join(import.meta.dirname, "..", "..");
const start = (...args: readonly string[]) => {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  return { status, stderr };
};

describe("the project's own commands", () => {
  it.each(["bin/demo.ts", "bin/release-check.ts", "bin/release-contract.ts"])(
    "refuse an option where they have none: %s",
    (file) =>
      expect(start(file, "--url", "https://pay.example")).toEqual({
        status: 2,
        stderr: expect.stringContaining("Unknown option '--url'"),
      }),
  );

  it("run no mutation for an option of the mutation tests that does not exist", () =>
    expect(start("test/mutation/mutate.ts", "--repotr")).toEqual({
      status: 2,
      stderr: expect.stringContaining("No area: --repotr."),
    }));

  it("explain themselves for --help, and do nothing else", () =>
    expect(run("--seed", "42", "--help")).toEqual({
      status: 0,
      stdout: "`npm run work`: works.\n  --seed 42   repeats a run\n",
      stderr: "",
    }));

  it("name an option that they do not have, and do nothing else", () => {
    const { status, stdout, stderr } = run("--sede", "42");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^Unknown option '--sede'.* --help shows the options\.\n$/);
  });

  it("get the options that they have", () => {
    expect(run("--seed=42").stdout).toBe("worked with 42 on first,second\n");
    expect(run("--only", "second").stdout).toBe("worked with 1 on second\n");
  });

  it.each([
    ["--seed", "4O2", "--seed must be a number from 0, not 4O2. --help shows the options.\n"],
    ["--seed", "", "--seed must be a number from 0, not . --help shows the options.\n"],
    ["--only", "first,thrid", "--only takes first, second, not thrid. --help shows the options.\n"],
  ])("do nothing for %s %s, which would check nothing and pass", (option, text, stderr) =>
    expect(run(option, text)).toEqual({ status: 2, stdout: "", stderr }),
  );
});
