import { withoutFormulaQuote } from "../../../../../lib/contract/csv.ts";

/** Positions of the amount and of its currency among the columns of the service's CSV. */
const AMOUNT = 4;
const CURRENCY = 5;
const MONEY = "#,##0.00";

/**
 * Writes the entries of CSV files with the same header into one workbook, with amounts as numbers. Their sum is in the last row,
 * or in one row for each currency. The libraries are loaded on first use.
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
  const bold = header.map((value) => ({ value, fontWeight: "bold" as const }));
  const body = rows.map((row) =>
    row.map((value, column) =>
      column === AMOUNT ? { value: Number(value), type: Number, format: MONEY } : plain(value),
    ),
  );
  const totals = [...sumsOf(rows)].map(([currency, sum]) =>
    header.map((_, column) => {
      if (column === CURRENCY) return currency;
      return column === AMOUNT
        ? { value: sum, type: Number, format: MONEY, fontWeight: "bold" as const }
        : null;
    }),
  );
  const columns = header.map((name) => ({ width: Math.max(12, name.length + 4) }));
  return write([bold, ...body, ...totals], { columns }).toBlob();
}

/** The sum of each currency. */
function sumsOf(rows: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const thousandths = new Map<string, number>();
  for (const { [AMOUNT]: amount, [CURRENCY]: currency = "" } of rows) {
    // In whole numbers, because sums of decimals are not exact.
    const added = Math.round(Number(amount) * 1000);
    thousandths.set(currency, (thousandths.get(currency) ?? 0) + added);
  }
  return new Map([...thousandths].map(([currency, sum]) => [currency, sum / 1000]));
}

/** As text: a spreadsheet must take none for a formula or a number. */
function plain(value: string | undefined): string | null {
  return value === undefined || value === "" ? null : withoutFormulaQuote(value);
}
