import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SERVICE_VERSION } from "../../lib/contract/brand.ts";
import { CLIENT_SAMPLES } from "../../lib/pages/docs/clients.ts";
import { isInstalled } from "../support/released-bundles.ts";

const CLIENTS = join(import.meta.dirname, "..", "..", "clients");
const PYTHON = join(CLIENTS, "python");
const PHP = join(CLIENTS, "php");

/** What a checker prints where it finds something wrong; empty otherwise. */
function run(cwd: string, [command = "", ...args]: readonly string[]): string {
  try {
    execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    return "";
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}` || String(error);
  }
}

const CHECKS = [
  ["mypy, strictly", PYTHON, ["python3", "-m", "mypy"], ["python3", "-m", "mypy", "--version"]],
  [
    "mypy, strictly, where the documentation verifies a webhook",
    join(PYTHON, "src"),
    ["python3", "-m", "mypy", "--config-file=", "--strict", "-c", CLIENT_SAMPLES.python.verify],
    ["python3", "-m", "mypy", "--version"],
  ],
  ["ruff", PYTHON, ["python3", "-m", "ruff", "check", "."], ["python3", "-m", "ruff", "--version"]],
  [
    "the format of ruff",
    PYTHON,
    ["python3", "-m", "ruff", "format", "--check", "."],
    ["python3", "-m", "ruff", "--version"],
  ],
  [
    "composer",
    PHP,
    ["composer", "validate", "--strict", "--no-interaction"],
    ["composer", "--version"],
  ],
  ["PHPStan at level 9", PHP, ["phpstan", "analyse", "--no-progress"], ["phpstan", "--version"]],
] as const;

describe("the clients for Python and PHP", () => {
  it.each(CHECKS)("pass %s", (name, cwd, command, probe) => {
    if (!isInstalled(probe, { leftOut: `check of the clients by ${name}` })) return;
    expect(run(cwd, command)).toBe("");
  });

  it("have the version of the service", () => {
    const project = readFileSync(join(PYTHON, "pyproject.toml"), "utf8");
    const node = JSON.parse(readFileSync(join(CLIENTS, "typescript/package.json"), "utf8"));
    expect(/^version = "(.+)"$/m.exec(project)?.[1]).toBe(SERVICE_VERSION);
    expect(node.version).toBe(SERVICE_VERSION);
  });

  it("contain only PHP that parses", () => {
    if (!isInstalled(["php", "--version"], { leftOut: "syntax of the client for PHP" })) return;
    const files = readdirSync(PHP, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".php"),
    );
    expect(files.length).toBeGreaterThan(100);
    const check =
      "foreach (array_slice($argv, 1) as $file) token_get_all(file_get_contents($file), TOKEN_PARSE);";
    expect(run(PHP, ["php", "-r", check, ...files])).toBe("");
  });
});
