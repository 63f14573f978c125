import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tryLock, withFileLock } from "../../lib/local/data-folder.ts";

let folder = "";
const started: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "file-lock-"));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const MODULE = JSON.stringify(join(import.meta.dirname, "..", "..", "lib/local/data-folder.ts"));

/** Starts another process that runs this program with `file`, the lock, and `count`, a file with a number. */
function run(program: string): ChildProcess {
  const text = `import { tryLock } from ${MODULE};
import { readFileSync, writeFileSync } from "node:fs";
const [file, count] = process.argv.slice(1);
${program}`;
  const options = [
    "--expose-gc",
    "--disable-warning=ExperimentalWarning",
    "--input-type=module",
    "-e",
    text,
  ];
  const child = spawn(process.execPath, [...options, join(folder, "lock"), join(folder, "count")], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  started.push(child);
  return child;
}

/** Tries until it has the lock, adds one with time for another process to read the same number, and is killed as its holder. */
const ADD_AND_DIE = `console.log("ready");
process.stdin.once("data", () => {
  while (tryLock(file) === null);
  const read = Number(readFileSync(count, "utf8"));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  writeFileSync(count, String(read + 1));
  process.kill(process.pid, "SIGKILL");
});`;

/** Tries to take the lock again after the memory of everything that nobody refers to is collected. */
const FORGET_AND_TRY = `tryLock(file);
gc();
console.log(tryLock(file) === null ? "held" : "lost");`;

describe("the lock of a file", () => {
  it("that a killed holder leaves goes to one process at a time, however many try to take it over", async () => {
    const count = join(folder, "count");
    writeFileSync(count, "0");
    const processes = Array.from({ length: 10 }, () => run(ADD_AND_DIE));
    await Promise.all(processes.map(({ stdout }) => stdout && once(stdout, "data")));
    const ends = processes.map((child) => once(child, "exit"));
    for (const { stdin } of processes) stdin?.write("go");
    expect((await Promise.all(ends)).map(([, signal]) => signal)).toEqual(
      processes.map(() => "SIGKILL"),
    );
    expect(readFileSync(count, "utf8")).toBe("10");
  });

  it("is held until the end of its process where the caller forgets what gives it up", async () => {
    const { stdout } = run(FORGET_AND_TRY);
    const [answer] = stdout === null ? [] : await once(stdout, "data");
    expect(String(answer).trim()).toBe("held");
  });

  it("is also held against other callers in the same process, until its work has ended or failed", async () => {
    const file = join(folder, "lock");
    await withFileLock(file, async () => expect(tryLock(file)).toBeNull());
    await expect(withFileLock(file, () => Promise.reject(new Error("failed")))).rejects.toThrow(
      "failed",
    );
    const release = tryLock(file);
    expect(release).not.toBeNull();
    release?.();
  });

  it("is refused with the reason where no file can be", () => {
    expect(() => tryLock(join(folder, "missing", "lock"))).toThrow("unable to open");
  });
});
