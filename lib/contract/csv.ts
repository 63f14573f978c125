import { localInstant } from "./days.ts";

/** Cells as CSV (RFC 4180), the header first. */
export function csvOf(
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [header, ...rows].map(csvLine).join("");
}

/** One row with its line break. */
export function csvLine(row: readonly (string | number | null)[]): string {
  return `${row.map(cell).join(",")}\r\n`;
}

/** Some spreadsheets skip a line break at the start, or take full-width signs for ASCII. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell's text as it was: `csvOf` puts a quote before what a spreadsheet would take for a formula. */
export function withoutFormulaQuote(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

/** Customers write some of these texts: a spreadsheet must not take one for a formula. */
function cell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const plain = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/**
 * Objects of the API as CSV: nested fields as `key.name`, lists with spaces between their entries, times (`at`, `…_at`) by the
 * clock of Addis Ababa. Lists of objects have no place in a row and are left out.
 */
export function csvOfObjects(objects: readonly object[]): string {
  const rows = objects.map((each) => new Map(fieldsOf(each, "")));
  const header = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return csvOf(
    header,
    rows.map((row) => header.map((name) => row.get(name) ?? null)),
  );
}

type Field = [path: string, value: string | number | null];

function fieldsOf(value: object, prefix: string): Field[] {
  return Object.entries(value)
    .filter(([name]) => prefix + name !== "object")
    .flatMap(([name, field]: [string, unknown]): Field[] => {
      const path = prefix + name;
      if (Array.isArray(field)) return field.some(isObject) ? [] : [[path, field.join(" ")]];
      if (isObject(field)) return fieldsOf(field, `${path}.`);
      const isTime = typeof field === "string" && (name === "at" || name.endsWith("_at"));
      if (isTime) return [[path, localInstant(Date.parse(field))]];
      return [[path, typeof field === "number" || field === null ? field : String(field)]];
    });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
