import type { Context } from "./context.ts";

/** Prints one object: complete as JSON, or the named fields as text. */
export function printObject(context: Context, object: object, fields: readonly string[]): void {
  if (context.json) {
    context.print(JSON.stringify(object, null, 2));
    return;
  }
  const width = Math.max(...fields.map((field) => field.length));
  for (const field of fields) {
    const value = (object as Record<string, unknown>)[field];
    if (value !== undefined && value !== null) {
      context.print(`${field.padEnd(width)}  ${String(value)}`);
    }
  }
}

/** Prints a list: as a JSON array, or the named fields as a table. Notes whether it goes on. */
export function printItems(
  context: Context,
  { items, more }: FirstItems<object>,
  fields: readonly string[],
): void {
  if (context.json) context.print(JSON.stringify(items, null, 2));
  else printTable(context, items, fields);
  if (more) context.note("More follow: pass a higher --limit.");
}

function printTable(context: Context, items: readonly object[], fields: readonly string[]): void {
  const rows = items.map((item) =>
    fields.map((field) => String((item as Record<string, unknown>)[field] ?? "")),
  );
  const widths = fields.map((_, column) =>
    Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows) {
    context.print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
  if (items.length === 0) context.note("Nothing found.");
}

/** Items between two reports in a log. */
const REPORT_EVERY = 50;

/**
 * Returns a function that reports how many of `total` items are done, on the standard error stream: on one line
 * that it rewrites, or in a log after every 50th item.
 *
 * @param rewrites false if other output appears meanwhile; default: true in a terminal
 */
export function progressOf(
  context: Context,
  verb: string,
  total: number,
  rewrites: boolean = process.stderr.isTTY,
) {
  return (done: number): void => {
    const text = `${verb} ${done} of ${total}`;
    if (rewrites) process.stderr.write(`\r${text}${done === total ? "\n" : ""}`);
    else if (done === total || done % REPORT_EVERY === 0) context.note(text);
  };
}

/** The beginning of a list. */
export interface FirstItems<Item> {
  readonly items: readonly Item[];
  /** The list goes on after these items. */
  readonly more: boolean;
}

/** Size of the pages to read for `limit` items: one more shows whether the list goes on. */
export const pageFor = (limit: number): number => Math.min(100, limit + 1);

/** The first `limit` items of a list, from as many pages as hold them. */
export async function firstItems<Item>(
  list: AsyncIterable<Item>,
  limit: number,
): Promise<FirstItems<Item>> {
  const items: Item[] = [];
  for await (const item of list) {
    if (items.length >= limit) return { items, more: true };
    items.push(item);
  }
  return { items, more: false };
}
