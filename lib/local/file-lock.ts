import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

// Locks between processes of this machine. Node has none of the operating system's, but SQLite does: the system gives the lock
// up when its process ends in any way, so nobody has to judge whether a holder is still alive, which two could do at once.

/** SQLite's result code for a database that another connection has locked. */
const SQLITE_BUSY = 5;
const POLL_MILLISECONDS = 50;

/**
 * Takes the lock of a file, which is made where it is missing and stays there: to delete it would let another process lock a
 * new file beside a holder of the old one.
 *
 * @returns what gives the lock up; null while another process, or another caller in this one, holds it
 */
export function tryLock(file: string): (() => void) | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return () => database.close();
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
    await pause(POLL_MILLISECONDS);
    release = tryLock(file);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
