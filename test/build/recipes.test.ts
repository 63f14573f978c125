import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

interface Step {
  readonly recipe: string;
  readonly kind: "add" | "append" | "diff";
  readonly path: string;
  readonly text: string;
}

/** The steps of CONTRIBUTING.md: fenced blocks that name a file. */
function stepsOf(document: string): Step[] {
  const steps: Step[] = [];
  for (const section of document.split(/^### /m).slice(1)) {
    const recipe = section.split("\n", 1)[0] ?? "";
    for (const [, info, text] of section.matchAll(/^```(\w+ \w* ?\S+\.\w+)\n(.*?)^```$/gms)) {
      const words = (info ?? "").split(" ");
      const kind = words[0] === "diff" ? "diff" : words[1];
      if (kind !== "add" && kind !== "append" && kind !== "diff") continue;
      steps.push({ recipe, kind, path: words.at(-1) ?? "", text: text ?? "" });
    }
  }
  return steps;
}

/** The lines of a diff without the added or without the removed ones. */
function side(diff: string, left: "+" | "-"): string {
  return diff
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith(left))
    .map((line) => `${line.slice(1)}\n`)
    .join("");
}

/** @throws Error where the file does not hold the diff's old lines exactly once */
function follow(copy: string, { kind, path, text }: Step): void {
  const file = join(copy, path);
  if (kind === "add") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
    return;
  }
  const before = readFileSync(file, "utf8");
  if (kind === "append") {
    writeFileSync(file, before + text);
    return;
  }
  const pieces = before.split(side(text, "+"));
  if (pieces.length !== 2) throw new Error(`${path} does not hold these lines once:\n${text}`);
  writeFileSync(file, pieces.join(side(text, "-")));
}

const steps = stepsOf(readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8"));
let copy: string;

const run = (command: string, ...args: string[]) => {
  try {
    return execFileSync(command, args, { cwd: copy, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
  }
};

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "recipes-"));
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" });
  for (const path of tracked.split("\0").filter((name) => name !== "" && !name.endsWith(".png"))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path));
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe("the recipes of CONTRIBUTING.md", () => {
  it("name the files of an endpoint, an error code, an event, a bank and a view", () => {
    expect([...new Set(steps.map(({ recipe }) => recipe))]).toEqual([
      "Add an endpoint",
      "Add an error code",
      "Add an event",
      "Add a bank",
      "Add a dashboard view",
    ]);
  });

  it("compile, generate and pass the tests that derive from the tables", () => {
    for (const step of steps) follow(copy, step);
    run(process.execPath, "bin/generate.ts");
    run("npm", "run", "-s", "tsc", "--", "-p", ".");
    run("npm", "run", "-s", "tsc", "--", "-p", "web");
    run(
      process.execPath,
      "node_modules/vitest/vitest.mjs",
      "run",
      "--maxWorkers=1",
      "test/structure/imports.test.ts",
      "test/structure/tables-and-functions.test.ts",
      "test/structure/generated-files.test.ts",
      "test/structure/dashboard-texts.test.ts",
      "test/contract/openapi.test.ts",
      "test/contract/postman.test.ts",
      "test/providers/account-rules.test.ts",
      // Not the mutations: the recipe's bank has no receipts.
      "test/providers/conformance/conformance.test.ts",
    );
    expect(readFileSync(join(copy, "docs/openapi.json"), "utf8")).toContain("server-time");
  }, 900_000);
});
