import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

/** Where the local stack keeps its things. One process at a time may use it: two engines on one file would destroy it. */
export type DataFolder = {
  /** Path of a file in the folder; null when nothing is kept. */
  file(name: string): string | null;
  release(): void;
};

/** `:memory:` keeps nothing. @throws Error when another process uses the folder, or nothing can be kept there. */
export function openDataFolder(location: string): DataFolder {
  if (location === ":memory:") return { file: () => null, release: () => {} };
  const folder = resolve(location);
  const trying = <T>(what: string, step: () => T): T => {
    try {
      return step();
    } catch (error) {
      throw new Error(
        `The data folder ${folder} cannot be ${what}: ${reasonOf(error)}. Set LOCAL_DATA to another folder.`,
      );
    }
  };
  trying("made", () => makeFolder(folder));
  const unlock = trying("written", () => tryLock(join(folder, "lock")));
  const named = join(folder, "pid");
  if (unlock === null) {
    throw new Error(
      `The data folder ${folder} is in use by ${holderOf(named)}. Stop it, or set LOCAL_DATA to another folder.`,
    );
  }
  writeFileSync(named, String(process.pid));
  return {
    file: (name) => join(folder, name),
    release: () => {
      rmSync(named, { force: true });
      unlock();
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Runs writes that the stack can do without. Where they fail, as on a full disk, it says so once, until one succeeds again,
 * and goes on.
 */
export function optionalWrites(what: string): (write: () => void) => void {
  let failing = false;
  return (write) => {
    try {
      write();
      failing = false;
    } catch (error) {
      if (!failing) console.error(`${what} cannot be written: ${reasonOf(error)}`);
      failing = true;
    }
  };
}

/** Not by `recursive`, with which Node never ends below `/proc`. @throws Error where no folder can be */
function makeFolder(folder: string): void {
  const exists = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (exists()) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!exists()) throw error;
  }
}

/** Who wrote the file; only for people, because a process that was killed leaves its number. */
function holderOf(file: string): string {
  try {
    return `process ${readFileSync(file, "utf8")}`;
  } catch {
    return "another process";
  }
}

// Locks between processes of this machine. Node has none of the operating system's, but SQLite does: the system gives the lock
// up when its process ends in any way, so nobody has to judge whether a holder is still alive, which two could do at once.

/** SQLite's result code for a database that another connection has locked. */
const SQLITE_BUSY = 5;

/** What holds the locks. Kept here, because the collection of a connection that nobody refers to any more closes it. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock of a file, which is made where it is missing and stays there: to delete it would let another process lock a
 * new file beside a holder of the old one. The lock is held until it is given up or the process ends, also where the caller keeps
 * nothing of it.
 *
 * @returns what gives the lock up; null while another process, or another caller in this one, holds it
 */
export function tryLock(file: string): (() => void) | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    held.add(database);
    return () => {
      held.delete(database);
      database.close();
    };
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

/** Runs `work` while no other caller, in this process or another one, does so under the same file. */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  let release = tryLock(file);
  while (release === null) {
    await pause(50);
    release = tryLock(file);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
