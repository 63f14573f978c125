// The embedded engine finds the end of a stream by reading all its records, at every write: after 5,000 records
// a write takes five times as long as at first. It keeps them in a SQLite file, to which we add the indexes that
// it lacks. Without a file, where there is no room for one in memory, everything works, only slower. It keeps each record for
// ever, with the item before and after. We keep those out that no function wants: nine of ten.
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../build/build-cache.ts";

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
    const maker = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0;
    if (maker > 0 && !isRunning(maker)) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < LEAST_FREE_BYTES) return null;
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

/**
 * By the name of a table, the event filter patterns of the functions that read its stream. The stream of a table that is
 * missing keeps all records.
 */
export type StreamFilters = ReadonlyMap<string, readonly unknown[]>;

/** Adds the indexes to the file of a running engine, and what keeps records out that no function wants. */
export async function indexStreams(file: string, filters: StreamFilters): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    database.exec(`
      CREATE INDEX IF NOT EXISTS _stream_records_by_sequence
        ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
      CREATE INDEX IF NOT EXISTS _stream_records_by_shard
        ON _stream_records (table_name, shard_id, sequence_number);
      DROP TRIGGER IF EXISTS _stream_records_unwanted;
      ${unwantedTrigger(filters)}
    `);
  } finally {
    database.close();
  }
}

function unwantedTrigger(filters: StreamFilters): string {
  const unwanted = [...filters].map(
    ([table, patterns]) =>
      `NEW.table_name = ${quoted(table)} AND (${patterns.map(conditionOf).join(" OR ")}) IS NOT TRUE`,
  );
  if (unwanted.length === 0) return "";
  return `CREATE TRIGGER _stream_records_unwanted BEFORE INSERT ON _stream_records
    WHEN ${unwanted.join(" OR ")} BEGIN SELECT RAISE(IGNORE); END;`;
}

const IMAGES: Readonly<Record<string, string>> = { NewImage: "new_image", OldImage: "old_image" };

/**
 * SQL that holds for every record that the pattern matches, and for few others: it compares the record's kind and the texts
 * of its images. The reader of the stream compares the rest.
 */
function conditionOf(pattern: unknown): string {
  const terms = ["TRUE"];
  const compare = (part: unknown, path: readonly string[]) => {
    if (Array.isArray(part)) {
      const value = storedAt(path);
      if (value === null || !part.every((one) => typeof one === "string")) return;
      terms.push(`${value} IN (${part.map(quoted).join(", ")})`);
    } else if (typeof part === "object" && part !== null) {
      for (const [name, inner] of Object.entries(part)) compare(inner, [...path, name]);
    }
  };
  compare(pattern, []);
  return `(${terms.join(" AND ")})`;
}

/** Null: not a text that the engine keeps with a record. */
function storedAt(path: readonly string[]): string | null {
  if (path.join() === "eventName") return "NEW.event_name";
  const [dynamodb, image = "", attribute = "", ...type] = path;
  const column = IMAGES[image];
  const isText = dynamodb === "dynamodb" && type.join() === "S" && /^\w+$/.test(attribute);
  return isText && column !== undefined ? `json_extract(NEW.${column}, '$.${attribute}.S')` : null;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
