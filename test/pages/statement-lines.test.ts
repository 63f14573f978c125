import { describe, expect, it } from "vitest";
import { readRows, rowAboveBookings } from "../../web/dashboard/src/statements/rows.ts";
import type { Cell, Grid, Mapping, Role } from "../../web/dashboard/src/statements/table.ts";

/** Reads rows below `Column 0`, `Column 1` and so on. A row has its columns' roles, or those of `only`. */
function read(roles: readonly Role[], rows: Grid, only?: Mapping["roles"]) {
  const names = roles.map((_, column) => `Column ${column}`);
  const mapping = { headerRow: 0, roles: only ?? { ...roles }, dateOrder: null };
  const { rows: kept, bad, order } = readRows([names, ...rows], mapping, 2, 2026);
  const found = kept.map(({ direction, amount }) => `${direction} ${amount}`);
  return { found, texts: kept.map(({ text }) => text), bad, why: bad.map(({ why }) => why), order };
}
const DAY = "2026-11-16";
const PAID: readonly Role[] = ["date", "text", "amount"];
const SIDES: readonly Role[] = ["date", "text", "credit", "debit"];
const BALANCED: readonly Role[] = ["date", "text", "amount", "balance"];

describe("the direction and the amount of a row", () => {
  it("are not those of a dated sum: a positive sum of negative debits makes no debit money in", () => {
    const rows = [
      [DAY, "One", "", "-5.00"],
      [DAY, "Total", "", "5.00"],
    ];
    expect(read(SIDES, rows)).toMatchObject({ found: ["out 500"], bad: [] });
  });

  it("come from the minus of most debits also where days stand in one of two columns", () => {
    const rows = [[DAY, "", "", "-5.00"]];
    expect(read(["date", "valueDate", "credit", "debit"], rows).found).toEqual(["out 500"]);
    expect(read(["valueDate", "text", "credit", "debit"], [[DAY, "", "", "-5.00"]]).found).toEqual([
      "out 500",
    ]);
  });

  it("are unknown without a plus where others have one, also behind the currency", () => {
    const two = (first: string) =>
      read(
        PAID,
        [first, "6.00"].map((one) => [DAY, "", one]),
      );
    expect(two("ETB +5.00")).toMatchObject({ found: ["in 500"], why: ["amount"] });
    expect(two("5.00+")).toMatchObject({ found: [], why: ["amount", "amount"] });
    expect(two("1.5E+05")).toMatchObject({ found: ["in 600"], why: ["amount"] });
    expect(two("5+3")).toMatchObject({ found: ["in 600"], why: ["amount"] });
  });

  it("are not those that the plus of a sum says", () => {
    const rows = [
      [DAY, "One", "5.00"],
      ["", "Total", "+5.00"],
    ];
    expect(read(PAID, rows)).toMatchObject({ found: ["in 500"], bad: [] });
  });

  it("come from no text, whatever amount or currency it names", () => {
    expect(read(PAID, [[DAY, "0,75", "1.500"]])).toMatchObject({ found: [], why: ["amount"] });
    expect(read(PAID, [[DAY, "USD sale", "5.00"]]).found).toEqual(["in 500"]);
    expect(read(SIDES, [[DAY, "USD sale", "5.00", ""]]).found).toEqual(["in 500"]);
    expect(read(["date", "text", "credit"], [[DAY, "7", "5.00"]]).found).toEqual(["in 500"]);
    expect(read(["amount", "text"], [["5.00", DAY]]).why).toEqual(["date"]);
  });

  it("can't be read in a row that a comma moved beyond the names", () => {
    expect(read(["date", "amount"], [[DAY, "1", "500.00"]])).toMatchObject({
      ...{ found: [], bad: [{ line: 2, why: "amount", date: DAY }] },
    });
  });
});

describe("a row with the words of a sum", () => {
  it("is a booking by a number in its reference, and by no other reference", () => {
    const roles: readonly Role[] = ["date", "text", "amount", "reference"];
    expect(read(roles, [[DAY, "Total", "5.00", "26320"]]).found).toEqual(["in 500"]);
    expect(read(roles, [[DAY, "Total", "5.00", "none"]])).toMatchObject({ found: [], bad: [] });
  });

  it("is a booking where its balance follows, also beyond an empty row", () => {
    const rows = [
      [DAY, "One", "5.00", "20.00"],
      ["", "", "", ""],
      [DAY, "Total", "7.00", "27.00"],
    ];
    expect(read(BALANCED, rows).found).toEqual(["in 500", "in 700"]);
  });

  it("is no booking by a balance that it lacks, or that is its amount", () => {
    const lacking = [
      [DAY, "One", "-5.00", "-5.00"],
      [DAY, "Total", "5.00", ""],
    ];
    expect(read(BALANCED, lacking)).toMatchObject({ found: ["out 500"], bad: [] });
    const opening = [
      [DAY, "One", "-5.00", "0.00"],
      [DAY, "Opening balance", "20.00", "20.00"],
    ];
    expect(read(BALANCED, opening)).toMatchObject({ found: ["out 500"], bad: [] });
  });

  it("leaves the lines below it to the row above it", () => {
    const rows = [
      [DAY, "One", "5.00"],
      ["", "Page total", "5.00"],
      ["", "and more", ""],
    ];
    expect(read(PAID, rows)).toMatchObject({ texts: ["One and more"], bad: [] });
  });
});

describe("a line without an amount", () => {
  const day = "2026 Nov 16";
  it.each([...["500.00", "1,500.00", "(500.00)", "-500.00", "500,00", "500.00CR", "500.00 Dr."]])(
    "that begins with a number and ends with %s can't be read",
    (amount) => {
      expect(read(PAID, [[`${day} Sale ${amount}`, "", ""]]).why).toEqual(["date"]);
    },
  );

  it.each([...["12 chairs", "paid 2 of 500.00", `${day} Sale 500.00 each`, `${day} Sale 500`]])(
    "that has no day and no amount at its end continues the text above: %s",
    (text) => {
      const rows = [
        [DAY, "One", "5.00"],
        ["", text, ""],
      ];
      expect(read(PAID, rows)).toMatchObject({ texts: [`One ${text}`], bad: [] });
    },
  );

  it.each([
    ["500.00 for 2", ["amount"]],
    ["ref 1.23456", []],
    ["version 10.15.7", []],
    ["Opening balance 500.00", []],
  ])("but with a day can't be read where its text has one: %s", (text, why) => {
    expect(read(PAID, [[DAY, text, ""]])).toMatchObject({ found: [], why });
  });

  it("can't be read where its balance can't", () => {
    const rows = [[DAY, "One", "", "500 2000"]];
    expect(read(BALANCED, rows).why).toEqual(["amount"]);
  });

  const spare = (...rows: readonly (readonly Cell[])[]) =>
    read(["date", "amount", "text"], rows, { 0: "date", 1: "amount" });
  it.each(["", "-", "0.00", "n/a", 0, null])(
    "can't be read where it has one in a column in which all others have nothing: %s",
    (nothing) => {
      const rows: Grid = [
        [DAY, "5.00", nothing],
        [DAY, "", "5"],
      ];
      expect(spare(...rows)).toMatchObject({ found: ["in 500"], why: ["amount"] });
    },
  );

  it("has a fee, a note or a reference in a column in which others have something, too", () => {
    const none = { bad: [] };
    expect(spare([DAY, "5.00", ""], [DAY, "6.00", "3.00"], [DAY, "0.00", "3.00"])).toMatchObject(
      none,
    );
    expect(spare([DAY, "5.00", "note"], [DAY, "0.00", "3.00"])).toMatchObject(none);
    expect(spare([DAY, "", "3.00"])).toMatchObject(none);
    const rows = [
      [DAY, "", "5.00"],
      [DAY, "12345", "0.00"],
    ];
    expect(read(["date", "reference", "amount"], rows)).toMatchObject(none);
  });

  it("says nothing of the order of day and month of the others", () => {
    const rows = [
      [new Date("2026-03-04"), "", "5.00"],
      ["31/03/2026", "Printed", ""],
    ];
    expect(read(PAID, rows)).toMatchObject({ found: ["in 500"], order: "not needed" });
  });

  it("with a day above the names is none of the bookings below them", () => {
    expect(rowAboveBookings([["x"], [DAY, "Opened"], ["Guyyaa"], [DAY, "5.00"]])).toBe(2);
  });
});

describe("the names of the columns", () => {
  it("are no text of a row where they are repeated", () => {
    const rows = [[DAY, "One", "5.00"], PAID.map((_, at) => `Column ${at}`), [DAY, "Two", "6.00"]];
    expect(read(PAID, rows)).toMatchObject({ texts: ["One", "Two"], bad: [] });
  });

  it("cost no row where the first one is empty, as are the cells below it", () => {
    const grid = [
      ["", "Date", "Amount"],
      ["", DAY, "5.00"],
    ];
    const mapping = { headerRow: 0, roles: { 1: "date", 2: "amount" }, dateOrder: null } as const;
    expect(readRows(grid, mapping, 2, 2026).rows).toMatchObject([{ date: DAY, amount: 500 }]);
  });

  it("of an earlier table make the bookings below them unreadable, and no others", () => {
    const bad = (...above: Grid) => {
      const mapping = { headerRow: above.length, roles: { 0: "date", 2: "amount" } } as const;
      const grid = [...above, ["Date", "Text", "Amount"], [DAY, "", "5.00"]];
      return readRows(grid, { ...mapping, dateOrder: null }, 2, 2026).bad;
    };
    const [names, row] = [
      ["Date", "Amount"],
      [DAY, "6.00"],
    ];
    const unread = [2, 3].map((line) => ({ line, why: "amount", date: null }));
    expect(bad(names, row, row)).toEqual(unread);
    expect(bad(["Bank"], row, row)).toEqual([]);
    expect(bad(row, names, row)).toEqual([]);
  });
});
