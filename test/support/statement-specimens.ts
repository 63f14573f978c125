import { strToU8, zipSync } from "fflate";
import { addDays } from "../../lib/contract/days.ts";
import { workbook, type XlsxCell } from "./file-encoders.ts";

/** An invented statement in a shape that Ethiopian banks export, and what must be read of it. */
export interface StatementSpecimen {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What a member must be asked. */
  readonly asks?: "date order";
}

/** A file that can't be used, and why. */
export interface BadSpecimen {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly fault: string;
}

/** A transaction of the invented account; money in minor units, above 0 for money in. */
export interface Booking {
  readonly day: string;
  readonly amount: number;
  readonly text: string;
  readonly reference: string;
}

export const OPENING = 1_000_000;

/** The transactions that every specimen shows: payments, a charge, a reversal, and money from elsewhere. */
export function bookingsFrom(day: string): readonly Booking[] {
  return [
    { day, amount: 150_000, text: "Transfer from A*** T***", reference: "FT26310AAA11" },
    { day, amount: -575, text: "Service charge", reference: "FT26310CHG01" },
    {
      day: addDays(day, 1),
      amount: 98_000,
      text: "Transfer from H*** G***",
      reference: "FT26311BBB22",
    },
    {
      day: addDays(day, 1),
      amount: 42_050,
      text: "Cash deposit, “Bole”",
      reference: "FT26311CCC33",
    },
    {
      day: addDays(day, 2),
      amount: 70_000,
      text: "Transfer from S*** M***",
      reference: "FT26312DDD44",
    },
    {
      day: addDays(day, 2),
      amount: -70_000,
      text: "Reversal of transfer",
      reference: "FT26312DDD44",
    },
    {
      day: addDays(day, 4),
      amount: 1_250_000,
      text: "Transfer from K*** B***",
      reference: "FT26314EEE55",
    },
  ];
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const parts = (day: string) => day.split("-") as [string, string, string];
const dmy = (day: string, mark = "/") => parts(day).toReversed().join(mark);
const named = (day: string) => {
  const [year, month, date] = parts(day);
  return `${date}-${MONTHS[Number(month) - 1]}-${year}`;
};
const money = (minor: number) =>
  new Intl.NumberFormat("en", { minimumFractionDigits: 2 }).format(Math.abs(minor) / 100);
const signed = (minor: number) => (minor < 0 ? `-${money(minor)}` : money(minor));
const quoted = (cells: readonly string[], mark = ",") =>
  cells
    .map((cell) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(mark);
const lines = (rows: readonly (readonly string[])[], mark = ",") =>
  strToU8(`${rows.map((row) => quoted(row, mark)).join("\r\n")}\r\n`);

/** All specimens, for transactions from a day on. */
export function makeSpecimens(firstDay: string): readonly StatementSpecimen[] {
  const all = bookingsFrom(firstDay);
  const last = addDays(firstDay, 5);
  let balance = OPENING;
  const rows = all.map((one) => {
    balance += one.amount;
    return {
      ...one,
      balance,
      [one.amount > 0 ? "credit" : "debit"]: money(one.amount),
    } as Booking & {
      readonly balance: number;
      readonly credit?: string;
      readonly debit?: string;
    };
  });
  const debitCredit = (date: (day: string) => string) =>
    rows.map((row) => [
      ...[date(row.day), row.reference, row.text, row.debit ?? "", row.credit ?? ""],
      money(row.balance),
    ]);
  const preamble = [
    ["Commercial Bank of Invented Statements"],
    ["Account Number:", "1000200300401", "", "Currency:", "ETB"],
    ["Statement period", `From: ${dmy(firstDay)} To: ${dmy(last)}`],
    [],
  ];
  const names = ["Date", "Reference", "Narration", "Debit", "Credit", "Balance"];
  const sheet = (
    header: readonly string[],
    data: readonly (readonly XlsxCell[])[],
    more: object = {},
  ) => workbook([header, ...data], more);
  return [
    {
      name: "preamble, debit and credit, dd-MMM-yyyy.csv",
      bytes: lines([...preamble, names, ...debitCredit(named)]),
    },
    {
      name: "one signed amount, ISO dates, plain.csv",
      bytes: lines([
        ["Transaction Date", "Description", "Amount"],
        ...rows.map(({ day, text, reference, amount }) => [
          day,
          `${text} ${reference}\\BNK`,
          signed(amount),
        ]),
      ]),
    },
    {
      name: "semicolons, quotes, dd/MM/yyyy.csv",
      bytes: lines(
        [
          ["Posting Date", "Details", "Withdrawal", "Deposit", "Running Balance"],
          ...rows.map((row) => [
            dmy(row.day),
            `${row.text}; ${row.reference}`,
            row.debit ?? "",
            row.credit ?? "",
            money(row.balance),
          ]),
        ],
        ";",
      ),
    },
    {
      name: "UTF-16 with tabs.txt",
      bytes: utf16(quotedText([names, ...debitCredit((day) => day)], "\t")),
    },
    {
      name: "Amharic headers.csv",
      bytes: lines([
        ["የሂሳብ ቁጥር", "1000200300401"],
        ["ቀን", "የግብይት ቁጥር", "መግለጫ", "ወጪ", "ገቢ", "ቀሪ ሂሳብ"],
        ...debitCredit((day) => day).map((row) =>
          row.map((cell) => cell.replace("Reversal of transfer", "ተመላሽ የተደረገ ክፍያ")),
        ),
      ]),
    },
    {
      name: "DR and CR beside the amount, newest first.csv",
      bytes: lines([
        ["Value Date", "Trans Ref", "Remarks", "Amount (ETB)", "Book Balance"],
        ...rows
          .toReversed()
          .map((row) => [
            named(row.day),
            row.reference,
            row.text,
            `${money(row.amount)} ${row.amount > 0 ? "CR" : "DR"}`,
            money(row.balance),
          ]),
      ]),
    },
    {
      name: "a column for the direction, totals below.csv",
      bytes: lines([
        ["Txn Date", "D/C", "Amount", "Particulars", "Ref No"],
        ...rows.map((row) => [
          row.day.replaceAll("-", ""),
          row.amount > 0 ? "C" : "D",
          money(row.amount),
          row.text,
          row.reference,
        ]),
        ["Total", "", "1,680,625.00", "", ""],
      ]),
    },
    {
      name: "opening balance, wrapped texts, brackets.csv",
      bytes: lines([
        ["Date", "Description", "Amount", "Balance"],
        [firstDay, "Opening balance", "", money(OPENING)],
        ...rows.flatMap((row) => [
          [
            row.day,
            row.text,
            row.amount < 0 ? `(${money(row.amount)})` : money(row.amount),
            money(row.balance),
          ],
          ["", row.reference, "", ""],
        ]),
      ]),
    },
    {
      name: "merged title rows, Excel dates.xlsx",
      bytes: sheet(
        ["INVENTED BANK S.C.", "", "", ""],
        [
          ["Account: 1000200300401"],
          [],
          ["Date", "Narrative", "Debit", "Credit", "Balance"],
          ...rows.map((row) => [
            { day: row.day },
            `${row.text} ${row.reference}`,
            row.amount < 0 ? -row.amount / 100 : null,
            row.amount > 0 ? row.amount / 100 : null,
            row.balance / 100,
          ]),
        ],
        { merged: ["A1:E1", "A2:C2"] },
      ),
    },
    {
      name: "texts only, on the second sheet.xlsx",
      bytes: workbook([["Summary"], ["See next sheet"]], {
        second: [names, ...debitCredit(named)],
      }),
    },
    {
      name: "wallet, receipt numbers and times.xlsx",
      bytes: sheet(
        ["Receipt No.", "Completion Time", "Details", "Paid In", "Withdrawn", "Balance"],
        rows.map((row) => [
          row.reference,
          `${dmy(row.day, "-")} 14:03:22`,
          row.text,
          row.credit ?? "",
          row.debit ? `-${row.debit}` : "",
          money(row.balance),
        ]),
      ),
    },
    {
      name: "numbers kept as formulas of text, old code page.csv",
      bytes: latin(
        quotedText([
          names,
          ...debitCredit(named).map(([date, reference, ...rest]) => [
            String(date),
            `="${reference}"`,
            ...rest,
          ]),
        ]).replaceAll(/[“”]/g, "é"),
      ),
    },
    {
      name: "Ethiopian dates.csv",
      bytes: lines([
        ["ቀን", "ማጣቀሻ", "ዝርዝር", "ወጪ", "ገቢ"],
        ...rows.map((row) => [
          ethiopian(row.day),
          row.reference,
          row.text,
          row.debit ?? "",
          row.credit ?? "",
        ]),
      ]),
    },
  ];
}

/** The same days written so that no row shows which number is the month. `firstDay` must be before the 8th. */
export function ambiguousSpecimen(firstDay: string): StatementSpecimen {
  const rows = bookingsFrom(firstDay).map((row) => [
    dmy(row.day),
    row.text,
    row.reference,
    signed(row.amount),
  ]);
  return {
    name: "ambiguous dates.csv",
    bytes: lines([["Date", "Description", "Reference", "Amount"], ...rows]),
    asks: "date order",
  };
}

/** Files that can't be used. */
export function badSpecimens(): readonly BadSpecimen[] {
  const header = "Date,Description,Amount\r\n";
  return [
    { name: "huge.csv", bytes: new Uint8Array(6 * 1024 * 1024).fill(65), fault: "too_large" },
    { name: "empty.csv", bytes: new Uint8Array(0), fault: "empty" },
    { name: "blank.csv", bytes: strToU8("\r\n,,\r\n"), fault: "empty" },
    {
      name: "open quote.csv",
      bytes: strToU8(`${header}2026-11-01,"Transfer,100\r\n2026-11-02,x,5\r\n`),
      fault: "unclosed_quote",
    },
    { name: "formula.csv", bytes: strToU8(`${header}2026-11-01,x,=1+1\r\n`), fault: "formulas" },
    {
      name: "link.csv",
      bytes: strToU8(`${header}2026-11-01,"=HYPERLINK(""http://x"")",1\r\n`),
      fault: "formulas",
    },
    {
      name: "page.xls",
      bytes: strToU8("<html><table><tr><td>Date</td></tr></table></html>"),
      fault: "web_page",
    },
    {
      name: "old.xls",
      bytes: Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
      fault: "old_excel",
    },
    { name: "bomb.xlsx", bytes: bomb(), fault: "zip_bomb" },
    {
      name: "macros.xlsx",
      bytes: workbook([["Date"]], { extra: { "xl/vbaProject.bin": strToU8("x") } }),
      fault: "macros",
    },
    {
      name: "formulas.xlsx",
      bytes: workbook([["Date"], [{ formula: "A1+1" }]]),
      fault: "formulas",
    },
    {
      name: "not a workbook.xlsx",
      bytes: zipSync({ "hello.txt": strToU8("hello") }),
      fault: "unknown_kind",
    },
    { name: "damaged.xlsx", bytes: workbook([["Date"]]).slice(0, 200), fault: "broken" },
    {
      name: "picture.csv",
      bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 1, 0, 7, 9, 9, 9, 1, 5, 3, 2),
      fault: "unknown_kind",
    },
  ];
}

/** A workbook whose directory says that the sheet unpacks to 80 MB: really to pack so much takes most of a second. */
function bomb(): Uint8Array {
  const bytes = zipSync({
    "xl/workbook.xml": strToU8("<workbook/>"),
    "xl/worksheets/sheet1.xml": strToU8("<worksheet/>"),
  });
  const last = Buffer.from(bytes).lastIndexOf("PK\u0001\u0002");
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(last + 24, 80 * 1024 * 1024, true);
  return bytes;
}

/** A day in the Ethiopian calendar, written as in Amharic statements: `11/03/2019`. */
function ethiopian(day: string): string {
  const format = new Intl.DateTimeFormat("en-u-ca-ethiopic-nu-latn", {
    timeZone: "UTC",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const found = new Map(
    format.formatToParts(Date.parse(day)).map(({ type, value }) => [type, value]),
  );
  return `${found.get("year")}-${found.get("month")}-${found.get("day")}`;
}

function quotedText(rows: readonly (readonly string[])[], mark = ","): string {
  return `${rows.map((row) => quoted(row, mark)).join("\r\n")}\r\n`;
}

function utf16(text: string): Uint8Array {
  return Buffer.concat([Uint8Array.of(0xff, 0xfe), Buffer.from(text, "utf16le")]);
}

function latin(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}
