import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { openDataFolder } from "../../lib/local/data-folder.ts";
import { createCheckpoints } from "../../lib/local/events/stream-source.ts";
import { createLogSink } from "../../lib/local/log-sink.ts";

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

  it("is named where it cannot be written", () => {
    const folder = join(parent, "locked");
    mkdirSync(join(folder, "lock"), { recursive: true });
    expect(() => openDataFolder(folder)).toThrow(
      `The data folder ${folder} cannot be written: unable to open database file`,
    );
  });

  it("ends nothing where logs and checkpoints cannot be written to it, and says so once", () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const logs = createLogSink(join(parent, "logs"), Date.now);
    rmSync(join(parent, "logs"), { recursive: true });
    const checkpoints = createCheckpoints(join(parent, "gone", "checkpoints.json"));
    for (const line of ["one", "two"]) {
      logs.write("hello", `${line}\n`);
      checkpoints.set("schedule sweep", line);
    }
    expect(logs.lines.map(({ line }) => line)).toEqual(["one", "two"]);
    expect(checkpoints.get("schedule sweep")).toBe("two");
    expect(said.mock.calls).toEqual([
      [expect.stringContaining("The functions' log cannot be written: ENOENT")],
      [expect.stringContaining("How far streams and schedules are cannot be written: ENOENT")],
    ]);
    said.mockRestore();
  });

  // Node's own recursive `mkdir` never returns there.
  it.runIf(existsSync("/proc/self"))("is refused where no folder can be made", () =>
    expect(() => openDataFolder("/proc/checkout/data")).toThrow("cannot be made: ENOENT"),
  );
});
