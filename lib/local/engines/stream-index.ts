// The embedded engine finds the end of a stream by reading all its records, at every write: after 5,000 records
// a write takes five times as long as at first. It keeps them in a SQLite file, to which we add the indexes that
// it lacks. Without a file, where there is no room for one in memory, everything works, only slower.
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY_FOLDER = "/dev/shm";
/** Containers often have 64 MB, which a long run of tests would fill. */
const LEAST_FREE_BYTES = 1024 ** 3;

/** Before the number of the process that made a folder. */
const PREFIX = "checkout-verification-";

/**
 * A new in-memory folder for a temporary database; null where there is none, or too little room. Removes the folders of
 * processes that were killed before they could.
 *
 * @param parent for tests
 */
export function memoryFolder(parent = MEMORY_FOLDER): string | null {
  if (!existsSync(parent)) return null;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(PREFIX) && hasEnded(Number.parseInt(name.slice(PREFIX.length), 10))) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < LEAST_FREE_BYTES) return null;
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

/** Whether no process has this number. One of another user counts as running. */
function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Adds the indexes to the file of a running engine. */
export async function indexStreams(file: string): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    database.exec(`
      CREATE INDEX IF NOT EXISTS _stream_records_by_sequence
        ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
      CREATE INDEX IF NOT EXISTS _stream_records_by_shard
        ON _stream_records (table_name, shard_id, sequence_number);
    `);
  } finally {
    database.close();
  }
}
