import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { recognizeColumns } from "../../web/dashboard/src/statements/columns.ts";
import { completenessOf, joined, periodIn } from "../../web/dashboard/src/statements/complete.ts";
import { readFile } from "../../web/dashboard/src/statements/file.ts";
import { accountsIn } from "../../web/dashboard/src/statements/heads.ts";
import { readRows, rowAboveBookings } from "../../web/dashboard/src/statements/rows.ts";
import type { Mapping } from "../../web/dashboard/src/statements/table.ts";
import { workbook } from "../support/file-encoders.ts";
import {
  ambiguousSpecimen,
  badSpecimens,
  bookingsFrom,
  makeSpecimens,
} from "../support/statement-specimens.ts";

const FIRST = "2026-11-16";
const SPECIMENS = makeSpecimens(FIRST);
const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

async function read(bytes: Uint8Array, dateOrder: Mapping["dateOrder"] = null) {
  const { grid } = await readFile(blob(bytes));
  const mapping = recognizeColumns(grid);
  if (mapping === null) throw new Error("no columns");
  return { grid, mapping, ...readRows(grid, { ...mapping, dateOrder }, 2, 2026) };
}

describe("a bank's statement", () => {
  it("has at least twelve shapes", () => {
    expect(SPECIMENS.length).toBeGreaterThanOrEqual(12);
  });

  it.each(SPECIMENS.map((one) => [one.name, one] as const))("is read: %s", async (_, specimen) => {
    const { rows, bad, order } = await read(specimen.bytes);
    expect(bad).toEqual([]);
    expect(order).not.toBe("either");
    const sorted = rows.toSorted((a, b) => a.date.localeCompare(b.date) || b.amount - a.amount);
    const wanted = bookingsFrom(FIRST).toSorted(
      (a, b) => a.day.localeCompare(b.day) || Math.abs(b.amount) - Math.abs(a.amount),
    );
    expect(sorted.map(({ date, amount }) => [date, amount])).toEqual(
      wanted.map(({ day, amount }) => [day, Math.abs(amount)]),
    );
    const total = (some: readonly { direction: string; amount: number }[]) =>
      some.reduce((sum, one) => sum + (one.direction === "in" ? 1 : -1) * one.amount, 0);
    expect(total(rows)).toBe(wanted.reduce((sum, one) => sum + one.amount, 0));
    for (const { reference } of wanted) {
      expect(
        rows.some((row) => `${row.reference} ${row.text}`.includes(reference)),
        reference,
      ).toBe(true);
    }
    expect(rows.filter(({ text }) => /reversal|ተመላሽ/i.test(text))).toMatchObject([
      { direction: "out" },
    ]);
  });

  it("is read from a workbook whose cells have no addresses: each is the next one of its row", async () => {
    const empty = Array.from({ length: 26 }, () => "");
    const rows = [
      ["Date", "Reference", "Credit", ...empty, "Narrative"],
      ["2026-11-16", "FT26320AAAA1", 1500, ...empty, "from far right"],
      ["2026-11-17", "FT26321AAAA2", 20.5, ...empty, "again"],
    ];
    const addressed = (await readFile(blob(workbook(rows)))).grid;
    const parts = unzipSync(workbook(rows, { keepEmpty: true }));
    const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"] as Uint8Array);
    for (const removed of [/(<c) r="[^"]*"/g, /(<c) r="B[^"]*"/g, /(<(?:c|row)) r="[^"]*"/g]) {
      const bare = strToU8(sheet.replace(removed, "$1"));
      const bytes = zipSync({ ...parts, "xl/worksheets/sheet1.xml": bare });
      expect((await readFile(blob(bytes))).grid).toEqual(addressed);
    }
  });

  it("is read from a workbook with many columns and an empty row at the end of the sheet", async () => {
    const parts = unzipSync(workbook([["Date"], [FIRST]]));
    const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"] as Uint8Array);
    const wide = sheet.replace("</row>", '<c r="CZ1"><v>5</v></c></row>');
    const grid = async (xml: string) => {
      const bytes = zipSync({ ...parts, "xl/worksheets/sheet1.xml": strToU8(xml) });
      return (await readFile(blob(bytes))).grid;
    };
    const far = wide.replace("</sheetData>", '<row r="1048576"/></sheetData>');
    expect(await grid(far)).toEqual(await grid(wide));
    expect((await grid(wide)).map((cells) => cells.length)).toEqual([104, 1]);
  });

  it("is the sheet with the most rows, unless another one has bookings in other columns", async () => {
    const rows = ["16", "17", "18"].map((day) => [`2026-11-${day}`, "One", 5]);
    const known = [["Date", "Details", "Credit"], ...rows];
    const grid = async (largest: typeof known, second: typeof known) =>
      (await readFile(blob(workbook(largest, { second })))).grid;
    const several = { fault: "several_sheets" };
    const [head, one = [], two = []] = [["Date", "Amount", "Details"], ...rows];
    const turned = [one, two].map(([day = "", text = "", amount = ""]) => [day, amount, text]);
    const [names = []] = known;
    await expect(grid(known, [head ?? [], ...turned])).rejects.toMatchObject(several);
    expect(await grid(known, [head ?? [], ...turned.slice(1)])).toEqual(known);
    const unknown = [["Guyyaa", "Ibsa", "Hanga"], ...rows];
    expect(await grid(unknown, [names, one])).toEqual(unknown);
    await expect(grid(unknown, [names, one, two])).rejects.toMatchObject(several);
  });

  it("is divided as its rows are, not by commas in the names of its columns", async () => {
    const names = "Date, time;Amount, ETB;Reference";
    const rows = ["2026-11-16 10:00;5.00;FT1", "2026-11-17 10:00;6.00;FT2", ""];
    expect((await read(strToU8([names, ...rows].join("\n")))).rows).toMatchObject([
      { amount: 500, reference: "FT1" },
      { amount: 600, reference: "FT2" },
    ]);
  });

  it("is damaged where its last row is the shortest, and not with one row or words at its end", async () => {
    const file = (...lines: readonly string[]) =>
      read(strToU8(["Date,Details,Credit,Debit", ...lines].join("\n")));
    const paid = ["16", "17", "18"].map((day) => `2026-11-${day},One,5.00,`);
    await expect(file(...paid, "2026-11-19,One,5")).rejects.toMatchObject({ fault: "broken" });
    expect((await file(...paid, "End")).rows).toHaveLength(3);
    expect((await file("2026-11-16,One,5.00")).rows).toHaveLength(1);
  });

  it("is read without the thousands of empty cells that spreadsheets write at the end of rows", async () => {
    const wide = (text: string) => text + ",".repeat(16_000);
    const lines = ["Date,Reference,Credit,Narrative", "2026-11-16,FT26320AAAA1,15.00,", ""];
    const { grid } = await readFile(blob(strToU8(lines.map(wide).join("\r\n"))));
    expect(grid.map((cells) => cells.length)).toEqual([4, 3, 1]);
    expect((await read(strToU8(lines.map(wide).join("\r\n")))).rows).toMatchObject([
      { reference: "FT26320AAAA1", amount: 1_500 },
    ]);
  });

  it("asks for the order of day and month only where no row shows it, and then once for all", async () => {
    const { bytes } = ambiguousSpecimen("2026-11-02");
    const asked = await read(bytes);
    expect(asked.order).toBe("either");
    expect(asked.rows).toEqual([]);
    const answered = await read(bytes, "day first");
    expect(answered.bad).toEqual([]);
    expect(answered.rows[0]?.date).toBe("2026-11-02");
    expect((await read(bytes, "month first")).rows[0]?.date).toBe("2026-02-11");
  });

  it.each([
    ["a customer's words about a sum or an end", "Closing sale, total amount 2 chairs"],
    ["a payer whose name begins like a sum", "Total Kazanchis PLC"],
    ["an opening fee", "Account opening"],
  ])("keeps a booking with %s", async (_, text) => {
    const { rows } = await read(
      strToU8(`Date,Description,Credit,Debit\n2026-11-16,"${text}",5.00,\n`),
    );
    expect(rows).toMatchObject([{ amount: 500, text }]);
  });

  it.each([
    "Opening Balance",
    "Opening Bal.",
    "Closing balance as of 16 Nov",
    "Balance B/F",
    "Grand total",
    "ጠቅላላ ድምር",
  ])("leaves out a dated row that is no booking: %s", async (text) => {
    const { rows, bad } = await read(
      strToU8(`Date,Description,Credit,Debit\n2026-11-16,${text},5.00,\n`),
    );
    expect([rows, bad]).toEqual([[], []]);
  });

  it("names its columns on each page, and loses no day by that", async () => {
    const header = "Date,Description,Credit,Debit\n";
    const { rows, bad } = await read(
      strToU8(`${header}2026-11-16,One,5.00,\n${header}2026-11-17,Two,6.00,\n`),
    );
    expect(bad).toEqual([]);
    expect(rows).toMatchObject([{ amount: 500 }, { amount: 600 }]);
  });

  it.each([
    ["+", "-"],
    ["Credited", "Debited"],
    ["Receive Money", "Send Money"],
    ["Incoming", "Outgoing"],
  ])("says the direction by %s and %s", async (credit, debit) => {
    const { rows, bad } = await read(
      strToU8(`Date,Type,Amount\n2026-11-16,${credit},5.00\n2026-11-16,${debit},6.00\n`),
    );
    expect(bad).toEqual([]);
    expect(rows.map(({ direction }) => direction)).toEqual(["in", "out"]);
  });

  it("without names of columns loses no booking", async () => {
    const { grid } = await readFile(blob(strToU8("2026-11-16,One,5.00\n2026-11-17,Two,6.00\n")));
    expect(recognizeColumns(grid)).toBeNull();
    const roles = { 0: "date", 1: "text", 2: "amount" } as const;
    const headerRow = rowAboveBookings(grid);
    const { rows } = readRows(grid, { headerRow, roles, dateOrder: null }, 2, 2026);
    expect(rows).toMatchObject([{ amount: 500 }, { amount: 600 }]);
    expect(periodIn(grid, headerRow, rows)).toBeNull();
  });

  it("with names that nobody knows has them above its bookings", async () => {
    const file = "Maamila 1000\n\nGuyyaa,Ibsa,Hanga\n2026-11-16,One,5.00\n";
    expect(rowAboveBookings((await readFile(blob(strToU8(file)))).grid)).toBe(2);
  });

  it("shows the number of its account above the columns", async () => {
    const [first] = SPECIMENS;
    const { grid, mapping } = await read(first?.bytes ?? new Uint8Array());
    expect(accountsIn(grid, mapping.headerRow)).toEqual(["1000200300401"]);
  });

  it.each(badSpecimens().map((one) => [one.name, one] as const))(
    "is refused with a reason: %s",
    async (_, { bytes, fault }) => {
      await expect(readFile(blob(bytes))).rejects.toMatchObject({ fault });
    },
  );
});

describe("a file beyond the limits", () => {
  it("of 200 MB is refused before a byte of it is read", async () => {
    const arrayBuffer = vi.fn();
    const huge = { size: 200 * 1024 * 1024, arrayBuffer } as unknown as Blob;
    await expect(readFile(huge)).rejects.toMatchObject({ fault: "too_large" });
    expect(arrayBuffer).not.toHaveBeenCalled();
  });
});

describe("an unreadable cell", () => {
  const rowsOf = async (csv: string) => {
    const { rows, bad } = await read(strToU8(csv));
    return { rows, bad };
  };

  it("makes an unreadable row, never a row that is left out", async () => {
    const { rows, bad } = await rowsOf(
      [
        "Date,Description,Credit,Debit",
        "soon,One,5.00,",
        "2026-11-16,Two,5.x,",
        "2026-11-17,Three,,6.x",
        "2026-11-18,Four,5.00,6.00",
        "2026-11-19,Five,7.00,-",
        "2026-11-20,Six,,8.00",
        "",
      ].join("\n"),
    );
    expect(bad).toEqual([
      { line: 2, why: "date", date: null },
      { line: 3, why: "amount", date: "2026-11-16" },
      { line: 4, why: "amount", date: "2026-11-17" },
      { line: 5, why: "both amounts", date: "2026-11-18" },
    ]);
    expect(rows.map(({ amount, direction }) => [amount, direction])).toEqual([
      [700, "in"],
      [800, "out"],
    ]);
  });

  it("of the amount or the direction is not guessed from the other one", async () => {
    const { rows, bad } = await rowsOf(
      [
        "Date,Description,Type,Amount",
        "2026-11-16,One,Credit,5.x",
        "2026-11-17,Two,perhaps,6.00",
        "2026-11-18,Three,Debit,7.00",
        "2026-11-19,Four,perhaps,-8.00",
        "2026-11-20,Five,Credit,0.00",
        "",
      ].join("\n"),
    );
    expect(bad.map(({ line, why }) => [line, why])).toEqual([
      [2, "amount"],
      [3, "amount"],
    ]);
    expect(rows.map(({ amount, direction }) => [amount, direction])).toEqual([
      [700, "out"],
      [800, "out"],
    ]);
  });
});

describe("the days that a statement covers", () => {
  const [withPeriod, , withBalance] = SPECIMENS;

  it("are those of its period if every balance follows from the one before", async () => {
    const { grid, mapping, rows, bad } = await read(withPeriod?.bytes ?? new Uint8Array());
    const period = periodIn(grid, mapping.headerRow, rows);
    expect(period).toEqual({ from: FIRST, to: "2026-11-21" });
    expect(completenessOf(rows, bad, period)).toMatchObject({
      sure: [{ from: FIRST, to: "2026-11-21" }],
      doubtful: [],
      isUnbroken: true,
    });
  });

  it("leave out the first and the last one without a period", async () => {
    const { rows, bad } = await read(withBalance?.bytes ?? new Uint8Array());
    expect(completenessOf(rows, bad, null)).toMatchObject({
      sure: [{ from: "2026-11-17", to: "2026-11-19" }],
      doubtful: [
        { from: FIRST, to: FIRST },
        { from: "2026-11-20", to: "2026-11-20" },
      ],
    });
  });

  it("leave out days where the balance jumps, days without rows, and all days if a row has none", async () => {
    const { rows } = await read(withBalance?.bytes ?? new Uint8Array());
    const torn = rows.filter((_, index) => index !== 3);
    const { jumps, sure } = completenessOf(torn, [], null);
    expect(jumps).toHaveLength(1);
    expect(sure.some(({ from, to }) => from <= "2026-11-17" && to >= "2026-11-17")).toBe(false);
    const without = rows.map((row) => ({ ...row, balance: null }));
    expect(completenessOf(without, [], null).sure).toEqual([
      { from: "2026-11-17", to: "2026-11-18" },
    ]);
    const lost = { line: 9, why: "date", date: null } as const;
    expect(completenessOf(rows, [lost], null).sure).toEqual([]);
  });

  it("are joined to the fewest ranges, also across the end of a month", () => {
    const days = (from: string, to = from) => ({ from, to });
    expect(joined([])).toEqual([]);
    expect(
      joined([
        ...[days("2026-12-01"), days("2026-11-29", "2026-11-30")],
        ...[days("2026-11-30", "2026-12-01"), days("2026-12-03")],
      ]),
    ).toEqual([days("2026-11-29", "2026-12-01"), days("2026-12-03")]);
  });

  it("are none without rows", () => {
    const none = { sure: [], doubtful: [], jumps: [], isUnbroken: null };
    expect(completenessOf([], [], { from: FIRST, to: FIRST })).toEqual(none);
  });

  it("follow from balances in either order, and from none that a row lacks", () => {
    const row = (line: number, balance: number | null, date = `2026-11-${line + 10}`) => ({
      ...{ line, date, amount: 100, direction: "in", reference: null, text: "", balance },
    });
    const rows = [row(1, 100), row(2, 200), row(3, 300)] as never;
    const upward = completenessOf(rows, [], null);
    expect([upward.isUnbroken, upward.jumps]).toEqual([true, []]);
    const latestFirst = [row(1, 300, "2026-11-13"), row(2, 200), row(3, 100, "2026-11-11")];
    expect(completenessOf(latestFirst as never, [], null).isUnbroken).toBe(true);
    const lacking = [row(1, 100), row(2, null), row(3, 300)] as never;
    expect(completenessOf(lacking, [], null).isUnbroken).toBeNull();
    expect(completenessOf([row(1, 100)] as never, [], null).isUnbroken).toBeNull();
  });

  it("are not bounded by a period that its rows leave, or that has one end", () => {
    const rows = [{ date: "2026-11-16" }, { date: "2026-11-18" }] as never;
    const period = (...lines: readonly string[]) =>
      periodIn([...lines.map((text) => [text]), ["Date"]], lines.length, rows);
    const whole = { from: "2026-11-16", to: "2026-11-18" };
    expect(period("Statement period: 16 Nov 2026 to 18 Nov 2026")).toEqual(whole);
    expect(period("Period 16/11/2026 - 18/11/2026", "Period 16/11/2026 - 18/11/2026")).toEqual(
      whole,
    );
    expect(period("Period 2026-11-16 - 2026-11-17")).toBeNull();
    expect(period("Period 2026-11-17 - 2026-11-18")).toBeNull();
    expect(period("Period 2026-11-16")).toBeNull();
  });
});

it("a customer's reason such as Total is no sum of other rows where the row has a reference", async () => {
  const lines = [
    "Date,Reference,Reason,Debit,Credit,Balance",
    "2026-11-01,,Opening balance,,,20.00",
    "2026-11-02,FT26306A1B2C,Total,,1500.00,1520.00",
    "2026-11-02,FT26306D3E4F,b/f,5.75,,1514.25",
    "2026-11-02,,Total,,1500.00,1514.25",
  ];
  const { rows, bad } = await read(strToU8(lines.join("\n")));
  expect(rows.map(({ reference, direction }) => [reference, direction])).toEqual([
    ["FT26306A1B2C", "in"],
    ["FT26306D3E4F", "out"],
  ]);
  expect(bad).toEqual([]);
});
