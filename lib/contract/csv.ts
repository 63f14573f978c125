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

/** Customers write some of these texts: a spreadsheet must not take one for a formula. */
function cell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const plain = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
