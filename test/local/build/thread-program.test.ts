import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { threadProgram } from "../../../lib/local/build/build-cache.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** Names of the programs that run as children of this process. */
function children(): readonly string[] {
  return readdirSync("/proc/self/task").flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, "utf8")
      .split(" ")
      .filter(Boolean)
      .map((pid) => readFileSync(`/proc/${pid}/comm`, "utf8").trim()),
  );
}

it.runIf(existsSync("/proc/self/task"))("builds a program and leaves no process behind", () => {
  const folder = mkdtempSync(join(tmpdir(), "thread-program-"));
  const input = join(folder, "new-each-time");
  writeFileSync(input, folder);
  const program = threadProgram("lib/local/clock.ts", [relative(ROOT, input)]);
  try {
    expect(readFileSync(program, "utf8")).toContain("function patchDate");
    expect(children()).not.toContain("esbuild");
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(program);
  }
});
