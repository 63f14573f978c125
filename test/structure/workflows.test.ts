import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const TOOLS = join(ROOT, ".local", "bin");
const ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";
/** To optimize it would take longer than it runs. A test of the samples has parts of Go's library compiled the same way. */
const FLAGS = ["-gcflags=all=-N -l", "-ldflags=-s -w"];
const env = { ...process.env, PATH: `${process.env.PATH}${delimiter}${TOOLS}` };

const works = () => spawnSync("actionlint", ["-version"], { env }).status === 0;

/** Looks for actionlint, or builds it once where Go is installed. */
function hasActionlint(): boolean {
  if (works()) return true;
  mkdirSync(TOOLS, { recursive: true });
  const args = ["install", ...FLAGS, ACTIONLINT];
  spawnSync("go", args, { env: { ...env, GOBIN: TOOLS }, timeout: 120_000 });
  return works();
}

const names = readdirSync(join(ROOT, ".github", "workflows"));

describe("the workflows of GitHub", () => {
  test("have no finding of actionlint", { timeout: 180_000 }, (context) => {
    if (!hasActionlint()) return context.skip("actionlint needs Go or an installation of its own");
    const paths = names.map((name) => join(".github", "workflows", name));
    const { stdout } = spawnSync("actionlint", paths, { cwd: ROOT, env, encoding: "utf8" });
    expect(stdout).toBe("");
  });
});

describe("the commit hook", () => {
  const check = (subject: string) =>
    spawnSync(join(ROOT, ".githooks", "commit-msg"), ["-"], {
      input: `${subject}\n\nBody`,
    });

  test.each([
    "Reject lone surrogates in metadata",
    "Need an owner for a release",
    "Seed a merchant",
    "Bring the QR code back",
    "amend! Reject lone surrogates",
    "Merge branch 'a'",
    "A".repeat(72),
  ])("accepts %s", (subject) => expect(check(subject).status).toBe(0));

  test.each([
    "A".repeat(73),
    "reject lone surrogates",
    "Reject lone surrogates.",
    "Rejected lone surrogates",
    "Adds a field",
  ])("refuses %s", (subject) => expect(check(subject).status).toBe(1));
});
