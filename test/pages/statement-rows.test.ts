import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { completenessOf, joined, periodIn } from "../../web/dashboard/src/statements/complete.ts";
import { readFile } from "../../web/dashboard/src/statements/file.ts";
import { readRows, rowAboveBookings } from "../../web/dashboard/src/statements/rows.ts";
import type {
  Cell,
  Grid,
  Mapping,
  ReadRow,
  Role,
} from "../../web/dashboard/src/statements/table.ts";
import { type Drawn, pdfOf } from "../providers/fixtures/pdf.ts";

/** Reads rows below one line of names, whose columns have these roles. */
function read(roles: readonly Role[], rows: Grid, more: Partial<Mapping> = {}, digits = 2) {
  const names = roles.map((_, column) => `Column ${column}`);
  const mapping = { headerRow: 0, roles: { ...roles }, dateOrder: null, ...more };
  return readRows([names, ...rows], mapping, digits, 2026);
}
const DAY = "2026-11-16";
const one = (roles: readonly Role[], cells: readonly Cell[]) => {
  const { rows, bad } = read(roles, [cells]);
  const [row] = rows;
  return row === undefined ? (bad[0]?.why ?? null) : `${row.direction} ${row.amount}`;
};

describe("a row of a statement", () => {
  const amount: readonly Role[] = ["date", "amount"];
  const typed: readonly Role[] = ["date", "direction", "amount"];
  const sides: readonly Role[] = ["date", "credit", "debit"];
  it.each<[readonly Role[], readonly Cell[], string | null]>([
    [amount, [DAY, "5.00"], "in 500"],
    [amount, [DAY, "-5.00"], "out 500"],
    [amount, [DAY, "5.00-"], "out 500"],
    [amount, [DAY, "−5.00"], "out 500"],
    [amount, [DAY, "5.00 CR"], "in 500"],
    [amount, [DAY, "5.00 Dr."], "out 500"],
    [amount, [DAY, "-5.00 DR"], "out 500"],
    [amount, [DAY, "5.00cr"], "in 500"],
    [amount, [DAY, "5.00DR"], "out 500"],
    [amount, [DAY, "xdr"], "amount"],
    [amount, [DAY, 5.005], "in 501"],
    [amount, [DAY, -5], "out 500"],
    [amount, [DAY, "0.00"], null],
    [amount, [DAY, ""], null],
    [amount, [DAY, "-"], null],
    [amount, [DAY, "***"], null],
    [amount, [DAY, "n/a"], "amount"],
    [amount, ["soon", "5.00"], "date"],
    [typed, [DAY, "CR", "5.00"], "in 500"],
    [typed, [DAY, "cr", "-5.00"], "out 500"],
    [typed, [DAY, "Dr.", "5.00"], "out 500"],
    [typed, [DAY, "DR", "-5.00"], "out 500"],
    [typed, [DAY, "C", "5.00 DR"], "out 500"],
    [typed, [DAY, "ገቢ", "5.00"], "in 500"],
    [typed, [DAY, "ወጪ", "5.00"], "out 500"],
    [typed, [DAY, "–", "5.00"], "out 500"],
    [sides, [DAY, "5.00", ""], "in 500"],
    [sides, [DAY, "", "5.00"], "out 500"],
    [sides, [DAY, "-5.00", ""], "out 500"],
    [sides, [DAY, "5.00", "0.00"], "in 500"],
    [sides, [DAY, "5.00", "5.00"], "both amounts"],
    [sides, [DAY, "5.00 CR", "0.00 CR"], "in 500"],
    [sides, [DAY, "0.00 DR", "5.00 DR"], "out 500"],
    [sides, [DAY, "5.00 DR", ""], "amount"],
    [sides, [DAY, "", "5.00 CR"], "amount"],
    [sides, [DAY, "5.00", "x"], "amount"],
    [sides, [DAY, "x", "5.00"], "amount"],
    [sides, [DAY, "", ""], null],
    [sides, [DAY, "0.00", "-"], null],
    [sides, [DAY, "5.00"], "in 500"],
  ])("of %s is read by its sign, its mark and its columns: %s", (roles, cells, expected) => {
    expect(one(roles, cells)).toBe(expected);
  });

  it.each([
    ...["Failed", "Cancelled", "Not completed", "PENDING", "Reversed", "ያልተሳካ", "ተሰርዟል"],
    ...["Processing", "In progress", "On hold", "Incomplete", "Initiated", "Returned", "Time-out"],
    ...["Denied", "Unauthorized", "Error: limit exceeded", "በሂደት ላይ"],
  ])("of a transaction that moved no money is left out: %s", (status) => {
    const roles: readonly Role[] = ["date", "amount", "status"];
    const rows = [
      [DAY, "5.00", status],
      [DAY, "6.00", "Completed"],
      [DAY, "7.00", ""],
      [DAY, "8.00", "ተጠናቋል"],
    ];
    const { rows: kept, bad } = read(roles, rows);
    expect(kept.map(({ amount }) => amount)).toEqual([600, 700, 800]);
    expect(bad).toEqual([]);
  });

  it("with a debit is money out by the sign that most debits have, and money back by the other one", () => {
    const directions = (...debits: readonly string[]) =>
      read(
        sides,
        debits.map((debit) => [DAY, "", debit]),
      ).rows.map(({ direction }) => direction);
    expect(directions("-5.00", "-6.00")).toEqual(["out", "out"]);
    expect(directions("-5.00", "6.00", "0.00")).toEqual(["in", "out"]);
    expect(directions("-5.00", "-6.00", "7.00")).toEqual(["out", "out", "in"]);
    expect(directions("-5.00", "0.00")).toEqual(["out"]);
  });

  it("of a type that says no direction goes by its sign, also where the type is text", () => {
    const { rows, bad } = read(typed, [
      [DAY, "Transfer", "5.00"],
      [DAY, "Fee", "-6.00"],
    ]);
    expect(bad).toEqual([]);
    expect(rows).toMatchObject([
      { direction: "in", amount: 500, text: "Transfer" },
      { direction: "out", amount: 600, text: "Fee" },
    ]);
  });

  it("has its line, its texts in one, its reference and its balance, in units of the currency", () => {
    const roles: readonly Role[] = ["date", "text", "amount", "reference", "text", "balance"];
    const cells = [DAY, " One ", "5.5", "FT1", "two\n three", "(7.25)"];
    const row = { line: 2, date: DAY, direction: "in", text: "One two three", reference: "FT1" };
    expect(read(roles, [cells]).rows).toEqual([{ ...row, amount: 550, balance: -725 }]);
    const plain = [[DAY, "", "5", "", "", ""]];
    const bare = { ...row, text: "", reference: null, balance: null };
    expect(read(roles, plain, {}, 0).rows).toEqual([{ ...bare, amount: 5 }]);
    expect(read(roles, [[DAY, "", "5.50"]], {}, 3).rows).toMatchObject([{ amount: 5_500 }]);
    const [, ...noReference] = roles.filter((role) => role !== "reference");
    expect(read(["date", ...noReference], [[DAY, "a", "5", "b", "9"]]).rows).toMatchObject([
      { reference: null, text: "a b", balance: 900 },
    ]);
  });

  it("goes on in lines without a day and an amount, as far as 200 characters", () => {
    const roles: readonly Role[] = ["date", "text", "amount"];
    const { rows, bad } = read(roles, [
      ["", "before all", ""],
      [DAY, "One", "5.00"],
      ["", "and more", ""],
      [null, null, null],
      ["2026-11-17", "no money", ""],
      ["", "still one", ""],
    ]);
    expect(bad).toEqual([]);
    expect(rows.map(({ text }) => text)).toEqual(["One and more still one"]);
    const texts = (text: string) => read(roles, [[DAY, text, "5.00"]]).rows.map((row) => row.text);
    expect(texts("x".repeat(200))).toEqual(["x".repeat(200)]);
    expect(texts("x".repeat(201))).toEqual(["x".repeat(200)]);
    expect(texts(`${"x".repeat(199)}😀y`)).toEqual(["x".repeat(199)]);
    expect(texts(`${"x".repeat(198)}😀y`)).toEqual([`${"x".repeat(198)}😀`]);
    expect(texts(`${"x".repeat(199)} y`)).toEqual(["x".repeat(199)]);
    expect(texts("a\u0001b\u007f")).toEqual(["a b"]);
    const longer = read(roles, [
      [DAY, "x".repeat(199), "5.00"],
      ["", "yz", ""],
    ]);
    expect(longer.rows.map(({ text }) => text.length)).toEqual([199]);
    const reference = read(["date", "reference", "amount"], [[DAY, "R".repeat(65), "5.00"]]);
    expect(reference.rows.map((row) => row.reference)).toEqual(["R".repeat(64)]);
  });

  it.each([
    ["Opening balance", null],
    ["Total debits", null],
    ["ጠቅላላ", null],
    ["Brought forward", null],
    ["Page total", null],
    ["Sum of all", "date"],
    ["A total of it", "date"],
  ])("without a day is left out where it sums or counts others: %s", (text, expected) => {
    expect(one(["date", "text", "amount"], ["", text, "5.00"])).toBe(expected);
  });

  it("that sums others is left out with an unreadable amount, and an opening one is not", () => {
    const bad = (text: string) => one(["date", "text", "amount"], ["", text, "5.x"]);
    expect([bad("Grand total"), bad("Opening balance")]).toEqual([null, "date"]);
  });

  it("has the day of its value where no other one is known, and its first column of a role", () => {
    const roles: readonly Role[] = ["valueDate", "amount"];
    expect(read(roles, [[DAY, "5"]]).rows).toMatchObject([{ date: DAY }]);
    const both: readonly Role[] = ["valueDate", "date", "amount", "amount"];
    expect(read(both, [["2026-11-15", DAY, "5", "6"]]).rows).toMatchObject([
      { date: DAY, amount: 500 },
    ]);
  });

  it("is read in the order of day and month that its column shows before the one that was said", () => {
    const order = (cells: readonly string[], dateOrder: Mapping["dateOrder"]) => {
      const all = read(
        ["date", "amount"],
        cells.map((cell) => [cell, "5"]),
        { dateOrder },
      );
      return [all.order, all.rows.map(({ date }) => date)];
    };
    const first = ["16/11/2026", "03/04/2026"];
    expect(order(first, "month first")).toEqual(["day first", [DAY, "2026-04-03"]]);
    const second = ["11/16/2026", "03/04/2026"];
    expect(order(second, "day first")).toEqual(["month first", [DAY, "2026-03-04"]]);
    expect(order(["03/04/2026"], "month first")).toEqual(["either", ["2026-03-04"]]);
    expect(order(["03/04/2026"], null)).toEqual(["either", []]);
    expect(read(["date", "amount"], [["07/03/2019", "5"]]).isEthiopian).toBe(true);
  });

  it("is the first below a line of names, or of none", () => {
    const rows = [["Bank"], ["Guyyaa", "Hanga"], [DAY, "5.00"]];
    expect(rowAboveBookings(rows)).toBe(1);
    expect(rowAboveBookings([[DAY], ...rows])).toBe(2);
    expect(rowAboveBookings([["x", "5.00"], ...rows])).toBe(2);
    expect(rowAboveBookings([[DAY, "5.00"]])).toBe(-1);
    expect(rowAboveBookings([["5.00", DAY]])).toBe(-1);
    expect(rowAboveBookings([["Bank"]])).toBe(0);
  });
});

describe("the days of a statement", () => {
  const row = (line: number, date: number, amount: number, balance: number | null): ReadRow => ({
    ...{ line, date: `2026-11-${date}`, amount: Math.abs(amount), text: "", reference: null },
    ...{ direction: amount < 0 ? "out" : "in", balance },
  });
  const day = (from: number, to = from) => ({ from: `2026-11-${from}`, to: `2026-11-${to}` });
  const down = [row(2, 12, 100, 100), row(3, 13, 30, 130), row(4, 15, -50, 80), row(5, 16, 7, 87)];

  it("are complete between the first and the last one where no balance jumps, in either order", () => {
    const expected = {
      ...{ sure: [day(13, 15)], doubtful: [day(12), day(16)], jumps: [], isUnbroken: true },
    };
    expect(completenessOf(down, [], null)).toEqual(expected);
    const up = down.toReversed().map((one, index) => ({ ...one, line: index + 2 }));
    expect(completenessOf(up, [], null)).toEqual(expected);
    expect(completenessOf(down.slice(0, 2), [], null).isUnbroken).toBe(true);
  });

  it("are complete where the days are latest first and the rows of a day oldest first, and the other way around", () => {
    const early = [row(0, 12, 100, 100), row(0, 12, 30, 130), row(0, 12, -50, 80)];
    const late = [row(0, 13, 7, 87), row(0, 13, 2, 89)];
    for (const days of [
      [late, early],
      [early.toReversed(), late.toReversed()],
    ]) {
      const rows = days.flat().map((one, index) => ({ ...one, line: index + 2 }));
      expect(completenessOf(rows, [], null)).toMatchObject({ jumps: [], isUnbroken: true });
    }
    const [first, ...rest] = early;
    const torn = [...late, ...(first ? [first] : []), ...rest.slice(1)];
    expect(completenessOf(torn, [], null).isUnbroken).toBe(false);
  });

  it("are those of a period, and of all rows where it is shorter", () => {
    const sure = (from: number, to: number) => completenessOf(down, [], day(from, to)).sure;
    expect(sure(10, 18)).toEqual([day(10, 18)]);
    expect(sure(13, 14)).toEqual([day(12, 16)]);
  });

  it("are without those of rows that can't be read, and of a jump of the balance", () => {
    const bad = [{ line: 9, why: "amount", date: "2026-11-13" } as const];
    expect(completenessOf(down, bad, null).sure).toEqual([day(14, 15)]);
    const torn = [...down.slice(0, 3), row(5, 16, 7, 90), row(6, 18, 1, 91), row(7, 19, 1, 92)];
    expect(completenessOf(torn, [], null)).toEqual({
      ...{ sure: [day(13), day(18)], doubtful: [day(12), day(14), day(17), day(19)] },
      ...{ jumps: [[4, 5]], isUnbroken: false },
    });
  });

  it("jump once in two rows, and say nothing where most balances do not follow", () => {
    const two = [row(2, 12, 100, 100), row(3, 13, 30, 140)];
    expect(completenessOf(two, [], null)).toMatchObject({ jumps: [[2, 3]], isUnbroken: false });
    const other = [...two, row(4, 14, 30, 500)];
    expect(completenessOf(other, [], null)).toMatchObject({ jumps: [], isUnbroken: null });
  });

  it("are at most 400 at a time", () => {
    const years = { from: "2024-01-01", to: "2026-01-01" };
    expect(joined([years])).toEqual([{ from: "2024-01-01", to: "2025-02-03" }]);
  });

  const period = (lines: Grid, rows: readonly ReadRow[] = down, below: Grid = []) =>
    periodIn([...lines, ["Date"], ...below], lines.length, rows);
  it.each<[string, Grid]>([
    ["in one cell", [["Statement from 12/11/2026 to 16/11/2026"]]],
    [
      "in cells of their own",
      [
        ["From", "12/11/2026"],
        ["To", "16/11/2026"],
      ],
    ],
    ["beside each other", [["From", "12/11/2026", "To", "16/11/2026"]]],
    ["with names of months", [["Period: 12 Nov, 2026 - 16 Nov, 2026"]]],
    ["in Amharic", [["ከ 12/11/2026 እስከ 16/11/2026"]]],
    ["below another date", [["Printed 01/12/2026"], ["Between 2026-11-12 and 2026-11-16"]]],
  ])("are bounded by the period above the columns: %s", (_, lines) => {
    expect(period(lines)).toEqual(day(12, 16));
  });

  it("are not bounded by dates below the columns, one date, or two readings of them", () => {
    const below = [["From 12/11/2026 to 16/11/2026"]];
    expect(period([], down, below)).toBeNull();
    expect(period([["Bank"]], down, below)).toBeNull();
    expect(period([["Period 2026-11-12"]], [])).toBeNull();
    expect(period([["Period 99/99/2026 - 2026-11-16"]], [])).toBeNull();
    const one = [{ ...row(2, 12, 1, null), date: "2026-02-02" }];
    expect(period([["Period 01/02/2026 - 03/02/2026"]], one)).toBeNull();
    expect(period([["Period 02/02/2026 - 02/03/2026"]], one)).toBeNull();
    expect(period([["Period 01/02/2026 - 02/02/2026"]], one)).toBeNull();
    expect(period([["Period 02/02/2026 - 02/02/2026"]], one)).toEqual({
      ...{ from: "2026-02-02", to: "2026-02-02" },
    });
  });
});

describe("the cells of a PDF", () => {
  const cells = async (...drawn: readonly Drawn[]) =>
    (await readFile(new Blob([new Uint8Array(await pdfOf(drawn))]))).grid;

  it("are pieces of one height with space between them, in the columns of the widest line", async () => {
    const grid = await cells(
      ["Credit", 300, 81],
      ["Date", 40, 80],
      ["Text", 130, 80],
      ["1,500.00", 290, 120],
      ["One", 128, 120],
      ["two", 148, 121],
      ["Balance", 310, 140],
      ["left", 20, 160],
      ["between both", 170, 160],
      ["right", 500, 160],
    );
    expect(grid).toEqual([
      ["Date", "Text", "Credit"],
      ["", "One two", "1,500.00"],
      ["", "", "Balance"],
      ["left", "between both", "right"],
    ]);
  });

  it("of one column are joined, and those of lines that are near stay apart", async () => {
    const grid = await cells(
      ...[["A", 40, 40] as const, ["B", 200, 40] as const],
      ...[["one", 30, 60] as const, ["two", 60, 60] as const],
      ["next", 40, 66],
    );
    expect(grid).toEqual([
      ["A", "B"],
      ["one two", ""],
      ["next", ""],
    ]);
  });

  it("of each page follow those of the one before", async () => {
    const bytes = await pdfOf([["Date", 40, 40]], 3);
    expect((await readFile(new Blob([new Uint8Array(bytes)]))).grid).toEqual([["Date"]]);
  });

  it("can't be read of a broken file", async () => {
    const broken = new Blob([strToU8("%PDF-1.7 and nothing else")]);
    await expect(readFile(broken)).rejects.toMatchObject({ fault: "broken" });
  });
});

describe("a word beside an amount", () => {
  it("says no direction with a sign before or behind it", () => {
    const rows = ["DR", "x-", "-x"].map((word) => [DAY, word, "5.00"]);
    const { bad } = read(["date", "direction", "amount"], rows);
    expect(bad.map(({ line }) => line)).toEqual([3, 4]);
  });

  it("stands below the names also where a number could be a day", () => {
    expect(rowAboveBookings([["x"], ["46342"], [DAY, "5.00"]])).toBe(1);
  });
});
