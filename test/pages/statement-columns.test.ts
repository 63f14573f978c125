import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import {
  headerKey,
  isEnough,
  recognizeColumns,
  roleOf,
} from "../../web/dashboard/src/statements/columns.ts";
import { readFile } from "../../web/dashboard/src/statements/file.ts";
import { accountsIn } from "../../web/dashboard/src/statements/heads.ts";
import type { Grid } from "../../web/dashboard/src/statements/table.ts";
import { pdfOf } from "../providers/fixtures/pdf.ts";
import { workbook } from "../support/file-encoders.ts";

describe("the name of a column", () => {
  it.each([
    ["Credit (ETB)", "credit", true],
    ["Credit(ETB)amount", "credit", true],
    [`Date of ${"x".repeat(32)}`, "date", false],
    ["የግብይት ቀን", "date", true],
    ["የቀኑ ቀሪ ሒሳብ", "balance", false],
    ["Value Date", "valueDate", true],
    ["Dr. Amount", "debit", true],
    ["Cr. Amount in birr", "credit", true],
    ["Transaction Status", "status", true],
    ["Debit/Credit Amount", "amount", false],
    ["Deposit type", "direction", false],
    ["Out amount", "debit", false],
    ["Trans. amount in", "credit", false],
    ["Credit Balance", "balance", false],
    ["Credit Account Amount", "amount", false],
    ["Sent Amount", "debit", false],
    ["Received Amount", "credit", false],
    ["Debited/Credited transaction amount", "amount", false],
    ["Sent/Received Amount", "amount", false],
    ["In/Out Amount", "amount", false],
    ["Out/In Amount", "amount", false],
    ["Amount (In/Out)", "amount", false],
    ["Amount (Out/In)", "amount", false],
    ["Amount in Birr", "amount", true],
    ["Withdrawals or deposits", "amount", false],
    ["Debit or credit reference", "reference", false],
    ["Your transaction date today", "date", false],
    ["Amount of running balance", "balance", false],
    ["The description of what was paid for it.", "text", false],
  ])("says what it holds: %s", (name, role, isWhole) => {
    expect(roleOf(name)).toEqual({ role, isWhole });
  });

  it.each([
    "",
    "(ETB)",
    "Branch",
    "Daterange",
    "crates",
    "DR of it",
    "FCY Amount",
    "Equivalent currency",
    "Credit count",
    "Date and all that is known of it today, or so",
  ])("says nothing by a part of a word, two letters or a whole sentence: %s", (name) => {
    expect(roleOf(name)).toBeNull();
  });
});

describe("the columns of a statement", () => {
  const recognize = (...grid: Grid) => recognizeColumns(grid);

  it("are those of the row that names most of them, as far down as the sixtieth", () => {
    const names = ["Date", "Description", "Credit", "Debit"];
    expect(recognize(["Date", "Amount", "Branch"], [], names)).toStrictEqual({
      headerRow: 2,
      roles: { 0: "date", 1: "text", 2: "credit", 3: "debit" },
      dateOrder: null,
    });
    expect(recognize(names, ["Date", "Amount", "Branch"])?.headerRow).toBe(0);
    const preamble = Array.from({ length: 59 }, () => ["Dear customer"]);
    expect(recognize(...preamble, names)?.headerRow).toBe(59);
    expect(recognize(...preamble, ["Dear customer"], names)).toBeNull();
  });

  it("have each role once, by the whole name before a part of one, and text as often as it is named", () => {
    const { roles } =
      recognize(["Posting date of it", "Date", "Amount", "Details", "Reason", 7]) ?? {};
    expect(roles).toStrictEqual({ 1: "date", 2: "amount", 3: "text", 4: "text" });
    expect(recognize(["Date", "Date", "Amount", "Amount"])?.roles).toEqual({
      0: "date",
      2: "amount",
    });
  });

  const day = "2026-11-02";
  it.each([
    [
      ["Value Date", "Credit", "Debit"],
      [day, "", "5.00"],
    ],
    [
      ["Value Date", "Credit", "Date"],
      [day, "5.00", ""],
    ],
    [
      ["Date", "", "Amount"],
      [day, "", "5.00"],
    ],
  ])("are those with bookings below them, whatever a summary names above: %s", (names, row) => {
    const summary = ["Date", "Amount", "Reference", "Balance", "Status"];
    const halves = [
      ["Total", "9.00"],
      ["Sum", "9.00"],
      ["2026-11-30", ""],
      [day, ""],
    ];
    expect(recognize(summary, ...halves, names, row)?.headerRow).toBe(5);
  });

  it("have an amount of their own beside one side only", () => {
    const amounts = ["Credit", "Debit"].map(
      (side) => recognize(["Date", side, "Amount"])?.roles[2],
    );
    expect(amounts).toEqual(["amount", "amount"]);
  });

  it("are enough with a day, and with an amount or what was paid in", () => {
    expect(isEnough({ 0: "date", 1: "amount" })).toBe(true);
    expect(isEnough({ 0: "valueDate", 1: "credit" })).toBe(true);
    expect(isEnough({ 0: "amount", 1: "credit" })).toBe(false);
    expect(isEnough({ 0: "date", 1: "debit", 2: "balance" })).toBe(false);
  });

  it("are remembered by all names in their row", () => {
    expect(headerKey([["x"], ["Date ", null, "Amount (ETB)"]], 1)).toBe("date||amount etb");
    expect(headerKey([], 3)).toBe("");
  });

  it("have account numbers above them, where a word names them, each once and without spaces", () => {
    const grid: Grid = [
      ["Account No: 1000 2003 0040 1"],
      ["Branch 123456789012"],
      ["Wallet", null, "2519****0001", "Phone"],
      ["ስልክ", "+251 911 000 000"],
      ["A/C 1000-2003-0040-1"],
      ["Account of 12 34"],
      ["Shortcode", "700123456"],
      ["Account 9999999999999"],
    ];
    const numbers = ["1000200300401", "2519****0001", "+251911000000", "700123456"];
    expect(accountsIn(grid, 7)).toEqual(numbers);
  });
});

describe("a file of a statement", () => {
  const TEXT = "Date,Description,Amount\nሀ,é,5\n";
  const GRID = [["Date", "Description", "Amount"], ["ሀ", "é", "5"], [""]];
  const read = async (bytes: Uint8Array) =>
    (await readFile(new Blob([new Uint8Array(bytes)]))).grid;
  const utf16 = (text: string, isLittle: boolean) =>
    Uint8Array.from(
      [...text].flatMap((sign) => {
        const code = sign.charCodeAt(0);
        const [high, low] = [code >> 8, code & 0xff];
        return isLittle ? [low, high] : [high, low];
      }),
    );

  it.each([
    ["UTF-8", strToU8(TEXT)],
    ["UTF-8 with a mark", strToU8(`\ufeff${TEXT}`)],
    ["UTF-16, little end first", utf16(`\ufeff${TEXT}`, true)],
    ["UTF-16, big end first", utf16(`\ufeff${TEXT}`, false)],
    ["UTF-16 without a mark, little end first", utf16(TEXT, true)],
    ["UTF-16 without a mark, big end first", utf16(TEXT, false)],
  ])("is read in its encoding: %s", async (_, bytes) => {
    expect(await read(bytes)).toEqual(GRID);
  });

  it("that is no UTF-8 is read in the code page of old exports", async () => {
    const bytes = Uint8Array.from([...strToU8("Date,caf"), 0xe9, ...strToU8(",5")]);
    expect(await read(bytes)).toEqual([["Date", "café", "5"]]);
  });

  it.each([
    [
      "separators",
      strToU8("Date;Text;Amount\n1;2,5;3"),
      [
        ["Date", "Text", "Amount"],
        ["1", "2,5", "3"],
      ],
    ],
    [
      "zeros that a formula keeps",
      strToU8('Date, ="00123" ,a=1\n1,=,= ='),
      [
        ["Date", "00123", "a=1"],
        ["1", "=", "= ="],
      ],
    ],
  ])("keeps its cells: %s", async (_, bytes, grid) => {
    expect(await read(bytes)).toEqual(grid);
  });

  it.each([
    ["a page after white space", "\n\n <!DOCTYPE html><p>", "web_page", undefined],
    ["XML", '<?xml version="1.0"?><Workbook/>', "web_page", undefined],
    ["a formula in the third line", "a,b\n1,2\n3,==SUM(A1)", "formulas", 3],
    ["a formula after spaces", "a,b\n1, = -1", "formulas", 2],
    ["a quoted value that goes on", 'a,b\n1,="1"&B1&""', "formulas", 2],
    ["a formula in brackets", "a,b\n1,= (A1)", "formulas", 2],
    ["a formula that compares", 'a,b\n1,=A1="5"', "formulas", 2],
    ["a quote that nothing closes", 'a,b\n1,2\n3,"4', "unclosed_quote", 3],
  ])("is refused, with its line: %s", async (_, text, fault, line) => {
    await expect(read(strToU8(text))).rejects.toMatchObject({ fault, ...(line && { line }) });
  });

  it("names a page in the middle of a cell, and is one all the same", async () => {
    expect(await read(strToU8("Date,<html>\n1,2"))).toEqual([
      ["Date", "<html>"],
      ["1", "2"],
    ]);
  });

  it.each([
    ["a password", [...strToU8("EncryptedPackage")].flatMap((byte) => [byte, 0]), "password"],
    ["nothing that we read", [1, 2, 3], "old_excel"],
  ])("in the old container is refused with %s", async (_, rest, fault) => {
    const bytes = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...rest]);
    await expect(read(bytes)).rejects.toMatchObject({ fault });
  });

  it.each<[string, Record<string, string>, string]>([
    ["an unreadable workbook", { "xl/workbook.xml": "x" }, "broken"],
    ["a sheet of macros", { "xl/workbook.xml": "x", "xl/macrosheets/sheet1.xml": "x" }, "macros"],
    ["a control", { "xl/workbook.xml": "x", "xl/activeX/activeX1.bin": "x" }, "macros"],
    ["an embedded file", { "xl/workbook.xml": "x", "xl/embeddings/a.docx": "x" }, "macros"],
    [
      "a formula",
      { "xl/workbook.xml": "x", "xl/worksheets/sheet2.xml": "<c><x:f>A1</x:f></c>" },
      "formulas",
    ],
    [
      "a shared formula",
      { "xl/workbook.xml": "x", "xl/worksheets/sheet2.xml": '<f t="s"/>' },
      "formulas",
    ],
    [
      "an empty formula",
      { "xl/workbook.xml": "x", "xl/worksheets/sheet2.xml": "<f/>" },
      "formulas",
    ],
    [
      "the error of a formula",
      { "xl/workbook.xml": "x", "xl/worksheets/sheet2.xml": '<c r="A1" t="e"><v>#REF!</v></c>' },
      "formulas",
    ],
    [
      "a word like a formula",
      { "xl/workbook.xml": "x", "xl/worksheets/sheet2.xml": "<font/>" },
      "broken",
    ],
    [
      "a formula that is no sheet",
      { "xl/workbook.xml": "x", "xl/worksheets/_rels/s.xml": "<f>" },
      "broken",
    ],
  ])("with %s is refused", async (_, parts, fault) => {
    const named = Object.entries(parts).map(([name, text]) => [name, strToU8(text)]);
    await expect(read(zipSync(Object.fromEntries(named)))).rejects.toMatchObject({ fault });
  });

  it("is that of its sheet with the most rows, and empty without a row", async () => {
    const rows = (count: number) => Array.from({ length: count }, () => ["Date"]);
    const lengths = [
      workbook(rows(1), { second: rows(3) }),
      workbook(rows(3), { second: rows(1) }),
    ];
    for (const bytes of lengths) expect(await read(bytes)).toHaveLength(3);
    await expect(read(workbook([]))).rejects.toMatchObject({ fault: "empty" });
  });

  it.each([
    [500, "broken"],
    [501, "zip_bomb"],
  ])("of %i parts is refused: %s", async (count, fault) => {
    const parts = Array.from({ length: count - 1 }, (_, index) => [`p${index}`, new Uint8Array(1)]);
    const bytes = zipSync({ ...Object.fromEntries(parts), "xl/workbook.xml": new Uint8Array(1) });
    await expect(read(bytes)).rejects.toMatchObject({ fault });
  });

  it("with a cell so far from the others that the cells between don't fit into memory is refused", async () => {
    const parts = unzipSync(workbook([["Date"]]));
    const path = "xl/worksheets/sheet1.xml";
    const xml = strFromU8(parts[path] as Uint8Array).replace("A1", "XFD1048576");
    const bytes = zipSync({ ...parts, [path]: strToU8(xml) });
    await expect(read(bytes)).rejects.toMatchObject({ fault: "zip_bomb" });
  });

  it("with more columns than a spreadsheet can have is refused", async () => {
    const line = (count: number) => read(strToU8(`Date${",x".repeat(count - 1)}`));
    await expect(line(16_385)).rejects.toMatchObject({ fault: "unknown_kind" });
    expect(await line(16_384)).toHaveLength(1);
  });

  it("may have sheets and cells with and without addresses", async () => {
    const rows = [
      ["Date", null, "Credit", "Balance"],
      ["2026-11-16", null, 15, 20],
    ];
    const parts = unzipSync(workbook(rows, { second: rows }));
    const path = "xl/worksheets/sheet2.xml";
    const xml = strFromU8(parts[path] as Uint8Array).replaceAll(/(<c) r="[AD][12]"/g, "$1");
    const grid = await read(zipSync({ ...parts, [path]: strToU8(xml) }));
    expect(grid).toEqual([...rows, ...rows]);
  });

  it("may have bookings and no names of columns, and titles above those of its later sheets", async () => {
    const bookings = [
      ["2026-11-16", "5.00"],
      ["2026-11-17", "6.00"],
    ];
    expect(await read(workbook(bookings))).toEqual(bookings);
    const sheet = [["Invented Bank"], ["Date", "Credit"], ...bookings];
    expect(await read(workbook(sheet, { second: sheet }))).toEqual([...sheet, ...sheet.slice(1)]);
  });

  it("is read by the names of its columns where other signs stand in more of its lines", async () => {
    const lines = [
      "Date;Credit;Description",
      "02.11.2026;1500,75;One",
      "03.11.2026;20,50;Two, more",
    ];
    const letter = Array.from({ length: 8 }, () => "Dear customer, thank you, and goodbye");
    expect((await read(strToU8([...letter, ...lines].join("\n")))).slice(8)).toEqual(
      lines.map((line) => line.split(";")),
    );
  });

  it("of 5 MB is read", async () => {
    const file = { size: 5 * 1024 * 1024, arrayBuffer: async () => strToU8("Date").buffer };
    expect((await readFile(file as Blob)).grid).toEqual([["Date"]]);
  });
});

describe("a file without a zero byte", () => {
  it.each([
    ["little", [0xff, 0xfe, 0x08, 0x12, 0x10, 0x12, 0x18, 0x12]],
    ["big", [0xfe, 0xff, 0x12, 0x08, 0x12, 0x10, 0x12, 0x18]],
  ])("is read as UTF-16 by its mark, %s end first", async (_, bytes) => {
    const read = await readFile(new Blob([Uint8Array.from(bytes)]));
    expect(read).toEqual({ grid: [["ለሐመ"]], kind: "csv" });
  });

  it("is of the code page where only half of a mark begins it", async () => {
    const text = async (...bytes: readonly number[]) =>
      (await readFile(new Blob([Uint8Array.from(bytes)]))).grid;
    expect(await text(0xff, 0x41)).toEqual([["ÿA"]]);
    expect(await text(0xfe, 0x41)).toEqual([["þA"]]);
    expect(await text(0x41, 0xfe)).toEqual([["Aþ"]]);
    expect(await text(0x41, 0xff)).toEqual([["Aÿ"]]);
  });

  it("says its kind, and is not empty where each row has an empty cell", async () => {
    expect((await readFile(new Blob([workbook([["Date"]])] as never))).kind).toBe("xlsx");
    const pdf = new Blob([new Uint8Array(await pdfOf([["Date", 40, 40]]))]);
    expect((await readFile(pdf)).kind).toBe("pdf");
    const half = await readFile(new Blob([",a\n,b"]));
    expect(half.grid).toEqual([
      ["", "a"],
      ["", "b"],
    ]);
  });
});
