import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { memoryFolder } from "../../../lib/local/engines/stream-index.ts";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "memory-"));
});
afterEach(() => rmSync(parent, { recursive: true }));

function folderOf(pid: number | string): string {
  const folder = join(parent, `checkout-verification-${pid}-Ab1xYz`);
  mkdirSync(folder);
  writeFileSync(join(folder, "table.db"), "rows");
  return folder;
}

it("removes what killed processes left, and nothing of those that still run", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const running = folderOf(String(child.pid));
  const own = memoryFolder(parent);
  expect(own && basename(own)).toMatch(`checkout-verification-${process.pid}-`);
  expect(existsSync(running)).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  const others = [join(parent, "another-program"), join(parent, "checkout-verification-x")];
  for (const folder of others) mkdirSync(folder);
  const next = memoryFolder(parent);
  expect(existsSync(running)).toBe(false);
  for (const kept of [own, next, ...others]) expect(existsSync(String(kept))).toBe(true);
});
