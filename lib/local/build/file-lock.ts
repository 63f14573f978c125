import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

const POLL_MILLISECONDS = 50;

/** Runs `work` while no other process does so under the same lock file; a dead holder's lock is taken. */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!take(file)) await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    const handle = openSync(file, "wx");
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch {
    const holder = read(file);
    if (holder !== null && !isRunning(holder)) rmSync(file, { force: true });
    return false;
  }
}

function read(file: string): number | null {
  try {
    return Number(readFileSync(file, "utf8")) || null;
  } catch {
    return null;
  }
}

/** Whether a process with this id runs, under any user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
