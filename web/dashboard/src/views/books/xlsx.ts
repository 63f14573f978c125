import { withoutFormulaQuote } from "../../../../../lib/contract/csv.ts";

/** Position of the amount among the columns of the service's CSV. */
const AMOUNT = 4;
const MONEY = "#,##0.00";

/**
 * Writes the entries of CSV files with the same header into one workbook, with amounts as numbers and their sum in the last
 * row. The libraries are loaded on first use.
 */
export async function writeBooksXlsx(parts: readonly string[]): Promise<Blob> {
  const [{ default: papaparse }, { default: write }] = await Promise.all([
    import("papaparse"),
    import("write-excel-file/universal"),
  ]);
  const [header = [], ...rows] = parts.flatMap((csv, index) => {
    const { data } = papaparse.parse<string[]>(csv, { skipEmptyLines: true });
    return index === 0 ? data : data.slice(1);
  });
  // In minor units, because sums of decimals are not exact.
  const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[AMOUNT]) * 100), 0);
  const bold = header.map((value) => ({ value, fontWeight: "bold" as const }));
  const body = rows.map((row) =>
    row.map((value, column) =>
      column === AMOUNT ? { value: Number(value), type: Number, format: MONEY } : plain(value),
    ),
  );
  const total = header.map((_, column) =>
    column === AMOUNT
      ? { value: cents / 100, type: Number, format: MONEY, fontWeight: "bold" as const }
      : null,
  );
  const columns = header.map((name) => ({ width: Math.max(12, name.length + 4) }));
  return write([bold, ...body, total], { columns }).toBlob();
}

/** As text: a spreadsheet must take none for a formula or a number. */
function plain(value: string | undefined): string | null {
  return value === undefined || value === "" ? null : withoutFormulaQuote(value);
}
