import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../../lib/contract/days.ts";
import { recognizeColumns } from "../../web/dashboard/src/statements/columns.ts";
import { readFile } from "../../web/dashboard/src/statements/file.ts";
import { readRows } from "../../web/dashboard/src/statements/rows.ts";
import am from "../../web/dashboard/src/texts/am.json" with { type: "json" };
import en from "../../web/dashboard/src/texts/en.json" with { type: "json" };
import { type Drawn, pdfOf } from "../providers/fixtures/pdf.ts";
import { readStatement, workbook } from "../support/file-encoders.ts";

interface Booking {
  readonly day: string;
  /** Minor units; money out is negative. */
  readonly amount: number;
  readonly balance: number;
  readonly text: string;
}

const bookings = fc
  .array(
    fc.record({
      days: fc.constantFrom(0, 0, 1, 2),
      amount: fc.oneof(fc.constantFrom(5_000, 150_000), fc.integer({ min: 1, max: 900_000_000 })),
      isOut: fc.boolean(),
      text: fc.constantFrom(
        ...["Transfer from A*** T***", "Cash, 12; Bole", "Closing sale", "Total Energies PLC"],
        ...["Opening stock", "ክፍያ ከአበበ", 'A "quoted" name'],
      ),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((some) => {
    let [day, balance] = ["2026-10-09", 1e11];
    return some.map(({ days, amount, isOut, text }): Booking => {
      [day, balance] = [addDays(day, days), balance + (isOut ? -amount : amount)];
      return { day, amount: isOut ? -amount : amount, balance, text };
    });
  });

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const day = (write: (year: string, month: string, date: string) => string) => (iso: string) => {
  const [year = "", month = "", date = ""] = iso.split("-");
  return write(year, month, date);
};
const dates = fc.constantFrom(
  day((year, month, date) => `${year}-${month}-${date}`),
  day((year, month, date) => `${date}/${month}/${year}`),
  day((year, month, date) => `${date}-${month}-${year} 23:41:05`),
  day((year, month, date) => `${Number(date)}.${Number(month)}.${year.slice(2)}`),
  day((year, month, date) => `${date}-${MONTHS[Number(month) - 1]}-${year}`),
  day((year, month, date) => `${MONTHS[Number(month) - 1]} ${Number(date)}, ${year}`),
  day((year, month, date) => year + month + date),
);

const money = (group: string, point: string, digits = 2) =>
  function write(minor: number): string {
    const whole = String(Math.floor(minor / 100)).replaceAll(/\B(?=(?:\d{3})+$)/g, group);
    return `${whole}${point}${String(minor % 100)
      .padStart(2, "0")
      .padEnd(digits, "0")}`;
  };
const amounts = fc.constantFrom(
  ...[money(",", "."), money("", "."), money(".", ","), money("\u00a0", "."), money("", ".", 4)],
  ...[money("", ".", 3), (minor: number) => `ETB ${money(",", ".")(minor)}`],
);

/** Columns of amounts: their names, and the cells of a booking. */
interface Sides {
  readonly names: readonly string[];
  /** Below `names` where these are in two lines. */
  readonly second?: readonly string[];
  readonly cells: (amount: number, write: (minor: number) => string) => readonly string[];
}

const twoColumns = (names: readonly string[], minus: string, none: string): Sides => ({
  names,
  cells: (amount, write) => (amount < 0 ? [minus + write(-amount), none] : [none, write(amount)]),
});
const oneColumn = (cells: Sides["cells"], names = ["Amount"]): Sides => ({ names, cells });
const marked =
  (out: string, into: string): Sides["cells"] =>
  (amount, write) => [amount < 0 ? out : into, write(Math.abs(amount))];
const sides = fc.constantFrom<Sides>(
  twoColumns(["Debit", "Credit"], "", ""),
  twoColumns(["Amount (Debit)", "Amount (Credit)"], "-", "0.00"),
  twoColumns(["Withdrawal", "Deposit"], "", "-"),
  twoColumns(["ወጪ", "ገቢ"], "-", ""),
  { ...twoColumns(["Amount", ""], "", ""), second: ["Debit", "Credit"] },
  oneColumn((amount, write) => [(amount < 0 ? "-" : "") + write(Math.abs(amount))]),
  oneColumn((amount, write) => [amount < 0 ? `(${write(-amount)})` : write(amount)]),
  oneColumn((amount, write) => [write(Math.abs(amount)) + (amount < 0 ? " DR" : " CR")]),
  oneColumn(marked("D", "C"), ["D/C", "Amount (ETB)"]),
  oneColumn((amount, write) => marked("Dr", "Cr")(amount, write).toReversed(), ["Amt", ""]),
);

const shape = fc.record({
  date: dates,
  write: amounts,
  sides,
  hasBalance: fc.boolean(),
  hasPreamble: fc.boolean(),
  hasSummary: fc.boolean(),
  hasTotal: fc.boolean(),
  isLatestFirst: fc.boolean(),
  separator: fc.constantFrom(",", ";", "\t", "|", "xlsx"),
});
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

function linesOf(all: readonly Booking[], shown: Shape): string[][] {
  const { date, write, hasBalance } = shown;
  const { names, second, cells } = shown.sides;
  const line = (head: readonly string[], middle: readonly string[], balance: string) => [
    ...head,
    ...middle,
    ...(hasBalance ? [balance] : []),
  ];
  const rows = all.map(({ day: iso, amount, balance, text }) =>
    line([date(iso), text], cells(amount, write), write(balance)),
  );
  const summary = ["Statement Date", "Opening Balance", "Total Debit", "Total Credit"];
  return [
    ...(shown.hasPreamble ? [["Invented Bank"], ["Account", "1000200300401"], []] : []),
    ...(shown.hasSummary ? [summary, ["30-Nov-2026", write(100), write(500), write(600)]] : []),
    line(["Date", "Description"], names, "Balance"),
    ...(second === undefined ? [] : [line(["", ""], second, "")]),
    ...(shown.isLatestFirst ? rows.toReversed() : rows),
    ...(shown.hasTotal
      ? [
          line(
            ["Total", ""],
            names.map(() => write(123_456)),
            "",
          ),
        ]
      : []),
  ];
}

function fileOf(lines: readonly (readonly string[])[], separator: string): Uint8Array {
  if (separator === "xlsx") return workbook(lines);
  const quoted = (cell: string) =>
    cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  const text = lines.map((line) => line.map(quoted).join(separator)).join("\r\n");
  return new TextEncoder().encode(text);
}

it("a statement of any usual shape is read as the bank wrote it, or says which rows it cannot read", async () => {
  await fc.assert(
    fc.asyncProperty(bookings, shape, async (all, shown) => {
      const bytes = fileOf(linesOf(all, shown), shown.separator);
      const { grid } = await readFile(new Blob([new Uint8Array(bytes)]));
      const mapping = recognizeColumns(grid);
      if (mapping === null) throw new Error("no columns");
      const { rows, bad } = readRows(grid, { ...mapping, dateOrder: "day first" }, 2, 2026);
      const left = all.map(({ day: iso, amount }) => `${iso} ${amount}`);
      for (const { date, direction, amount } of rows) {
        const at = left.indexOf(`${date} ${direction === "in" ? amount : -amount}`);
        expect(at).toBeGreaterThanOrEqual(0);
        left.splice(at, 1);
      }
      expect(bad.length).toBeGreaterThanOrEqual(left.length);
      // Only three decimals can mean two things.
      if (shown.write(1) !== "0.010") expect(left).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

describe("a statement as PDF", () => {
  it("is read where its text has columns", async () => {
    const columns = [40, 130, 330, 450] as const;
    const line = (y: number, cells: readonly string[]) =>
      cells.map((text, at): Drawn => [text, columns[at] ?? 0, y]);
    const bytes = await pdfOf([
      ["Account 1000200300401", 40, 40],
      ...line(80, ["Date", "Description", "Credit", "Debit"]),
      ...line(100, ["16/11/2026", "Transfer FT26320ABCDE", "1,500.00", ""]),
      ...line(120, ["17/11/2026", "Reversal FT26320ABCDE", "", "1,500.00"]),
    ]);
    const { rows, bad } = await readStatement(bytes);
    expect(bad).toEqual([]);
    expect(rows).toMatchObject([
      { date: "2026-11-16", amount: 150_000, direction: "in", text: "Transfer FT26320ABCDE" },
      { date: "2026-11-17", amount: 150_000, direction: "out" },
    ]);
  });

  /** Reads a line below the names: each cell at its place in points. */
  const pdf = async (...cells: readonly (readonly [text: string, x: number])[]) => {
    const names = [
      ["Date", 40],
      ["Description", 130],
      ["Credit", 330],
      ["Debit", 450],
    ] as const;
    const at =
      (y: number) =>
      ([text, x]: readonly [string, number]) =>
        [text, x, y] as const;
    const drawn = [...names.map(at(40)), ...cells.map(at(60))];
    return readStatement(await pdfOf([...drawn, ["23/11/2026", 40, 80], ["20.00", 330, 80]]));
  };
  const day = ["13/11/2026", 40] as const;

  it.each([
    ["in the column of the amounts, a little apart", [day, ["12", 325], ["500.00", 340]]],
    ["in that column, apart by more than a space", [day, ["1", 330], ["500.00", 341.8]]],
    ["written as one", [day, ["One", 130], ["12 500.00", 330]]],
    ["at the end of a text", [day, ["Table no. 4", 280], ["500.00", 332]]],
    ["at the end of a text, above the description", [day, ["Table 4", 150], ["500.00", 186]]],
    [
      "in a date",
      [
        ["13/11/2026", 40],
        ["500.00", 95],
      ],
    ],
  ] as const)(
    "has an unreadable row where a number may be joined with an amount: %s",
    async (_, cells) => {
      const { shown, bad } = await pdf(...cells);
      expect([shown, bad.length]).toEqual([["2026-11-23 in 2000"], 1]);
    },
  );

  it("is read where a text has numbers", async () => {
    const { shown, bad, rows } = await pdf(
      day,
      ["Table 4, 2 of 500.00 each", 130],
      ["1,000.00", 330],
    );
    expect([shown, bad]).toEqual([["2026-11-13 in 100000", "2026-11-23 in 2000"], []]);
    expect(rows).toMatchObject([{ text: "Table 4, 2 of 500.00 each" }, {}]);
  });

  it("is refused with the advice to export CSV or XLSX if it is a picture", async () => {
    await expect(readStatement(await pdfOf([]))).rejects.toMatchObject({ fault: "picture_pdf" });
    for (const texts of [en, am]) {
      expect(texts["books.faultPicturePdf"]).toMatch(/PDF.*CSV.*XLSX/);
    }
  });
});
