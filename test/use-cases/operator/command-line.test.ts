import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const CLI = join(import.meta.dirname, "../../../bin/cli.ts");
const ON_A_TABLE = ["--account", "acc_1", "--note", "x", "--table", "a-table-that-nobody-reads"];

it.each([
  [2, "Unknown option '--acount'", ["credits", "show", "--acount", "acc_1"]],
  [1, "--credits must be", ["credits", "grant", "--credits", "0x10", ...ON_A_TABLE]],
  [1, "--credits must be", ["credits", "grant", "--credits", "1e6", ...ON_A_TABLE]],
  [1, "--credits must be", ["credits", "adjust", "--credits", " ", ...ON_A_TABLE]],
] as const)("ends with %i and says %s, without a stack trace, for %j", (expected, text, args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: expected, stdout: "" });
  expect(stderr).toContain(text);
  expect(stderr).not.toContain("    at ");
});
