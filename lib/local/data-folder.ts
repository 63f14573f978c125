import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { tryLock } from "./file-lock.ts";

// Where the local stack keeps its things. One process at a time may use a folder: two engines on one
// file would destroy it.

export type DataFolder = {
  /** Path of a file in the folder; null when nothing is kept. */
  file(name: string): string | null;
  release(): void;
};

/** `:memory:` keeps nothing. @throws Error when another process uses the folder, or nothing can be kept there. */
export function openDataFolder(location: string): DataFolder {
  if (location === ":memory:") return { file: () => null, release: () => {} };
  const folder = resolve(location);
  try {
    makeFolder(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data folder ${folder} cannot be made: ${reason}. Set LOCAL_DATA to another folder.`,
    );
  }
  const unlock = tryLock(join(folder, "lock"));
  const named = join(folder, "pid");
  if (unlock === null) {
    const holder = readHolder(named);
    throw new Error(
      `The data folder ${folder} is in use by ${holder === null ? "another process" : `process ${holder}`}. Stop it, or set LOCAL_DATA to another folder.`,
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
function readHolder(file: string): number | null {
  try {
    return Number(readFileSync(file, "utf8")) || null;
  } catch {
    return null;
  }
}

// `/_local/` shows keys and moves clocks, so only this machine's own programs and pages may ask it. A web
// page elsewhere can reach a loopback port by rebinding its own domain; its Host or Origin gives it away.

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Why a request to a helper is refused, or null. Header names in lower case. */
export function foreignRequest(headers: {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}): string | null {
  const { host, origin } = headers;
  if (!LOOPBACK.has(URL.parse(`http://${host ?? ""}`)?.hostname ?? "")) {
    return "Local helpers answer to 127.0.0.1 and localhost only.";
  }
  if (origin !== undefined && !LOOPBACK.has(URL.parse(origin)?.hostname ?? "")) {
    return "Local helpers do not answer pages of other origins.";
  }
  return null;
}
