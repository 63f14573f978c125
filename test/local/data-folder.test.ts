import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openDataFolder } from "../../lib/local/data-folder.ts";

const parent = mkdtempSync(join(tmpdir(), "data-folder-"));
afterAll(() => rmSync(parent, { recursive: true }));

describe("the local stack's data folder", () => {
  it("is made with the folders above it, for this user alone", () => {
    const folder = join(parent, "one", "two");
    const opened = openDataFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(existsSync(join(folder, "pid"))).toBe(true);
    opened.release();
    expect(existsSync(join(folder, "pid"))).toBe(false);
  });

  it("is used once at a time, and again after a process that was killed in it", () => {
    const folder = join(parent, "shared");
    const first = openDataFolder(folder);
    expect(() => openDataFolder(folder)).toThrow(`is in use by process ${process.pid}`);
    first.release();
    // The number of a process that runs, but not in this folder.
    writeFileSync(join(folder, "pid"), String(process.ppid));
    openDataFolder(folder).release();
  });

  it("is refused with its reason where a file is in the way", () => {
    writeFileSync(join(parent, "file"), "");
    const folder = join(parent, "file", "below");
    expect(() => openDataFolder(folder)).toThrow(
      `The data folder ${folder} cannot be made: EEXIST`,
    );
  });

  // Node's own recursive `mkdir` never returns there.
  it.runIf(existsSync("/proc/self"))("is refused where no folder can be made", () =>
    expect(() => openDataFolder("/proc/checkout/data")).toThrow("cannot be made: ENOENT"),
  );
});
