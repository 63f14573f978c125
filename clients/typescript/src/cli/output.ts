import type { Context } from "./context.ts";
import type { FirstItems } from "./first-items.ts";

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
