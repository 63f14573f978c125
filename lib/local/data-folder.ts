// Where the local stack keeps its things. One process at a time may use a folder: two engines on one
// file would destroy it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isRunning } from "./build/build-cache.ts";

export type DataFolder = {
  /** Path of a file in the folder; null when nothing is kept. */
  file(name: string): string | null;
  release(): void;
};

/** `:memory:` keeps nothing. @throws Error when another process uses the folder. */
export function openDataFolder(location: string): DataFolder {
  if (location === ":memory:") return { file: () => null, release: () => {} };
  const folder = resolve(location);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, "pid");
  const holder = readHolder(lock);
  if (holder !== null && holder !== process.pid && isRunning(holder)) {
    throw new Error(
      `The data folder ${folder} is in use by process ${holder}. Stop it, or set LOCAL_DATA to another folder.`,
    );
  }
  writeFileSync(lock, String(process.pid));
  return {
    file: (name) => join(folder, name),
    release: () => rmSync(lock, { force: true }),
  };
}

function readHolder(lock: string): number | null {
  try {
    return Number(readFileSync(lock, "utf8")) || null;
  } catch {
    return null;
  }
}
