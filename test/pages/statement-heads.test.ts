import { describe, expect, it } from "vitest";
import { movedBeyond, recognizeColumns } from "../../web/dashboard/src/statements/columns.ts";
import {
  completenessOf,
  signedByBalance,
  withoutContradicted,
} from "../../web/dashboard/src/statements/complete.ts";
import {
  accountsIn,
  areOthers,
  hasSeveralAccounts,
  otherCurrencyIn,
  otherTables,
} from "../../web/dashboard/src/statements/heads.ts";
import {
  type Cell,
  cut,
  type Grid,
  loaded,
  type ReadRow,
  type Role,
  textOf,
} from "../../web/dashboard/src/statements/table.ts";

const mappingOf = (headerRow: number, ...roles: readonly (Role | null)[]) => ({
  headerRow,
  roles: Object.fromEntries(
    roles.flatMap((role, at) => (role === null ? [] : [[at, role] as const])),
  ),
  dateOrder: null,
});
const NAMES = ["Date", "Details", "Credit"];
const BOOKING = ["2026-11-02", "One", "5.00"];

describe("the currency of a statement", () => {
  const currencyOf = (above: Grid, names = NAMES, below: Grid = []) =>
    otherCurrencyIn(
      [...above, names, BOOKING, ...below],
      mappingOf(above.length, "date", "text", "credit", "balance"),
    );

  it.each<[string, Grid, string | null]>([
    ["empty cells between", [["Account", null, "Dollar savings"]], "USD"],
    ["its word in a cell of its own", [["Currency", "Dollar"]], "USD"],
    ["another line about currencies before", [["Currency notes"], ["Currency", "Dollar"]], "USD"],
    ["words of no account", [["We change dollars, too"]], null],
  ])("is named above the columns, with %s", (_, above, currency) => {
    expect(currencyOf(above)).toBe(currency);
  });

  it.each<Role>(["amount", "credit", "debit", "balance"])(
    "is that in the name of the column with the role %s",
    (role) => {
      const names = ["Date", "Details", "Sum (USD)"];
      expect(otherCurrencyIn([names, BOOKING], mappingOf(0, "date", "text", role))).toBe("USD");
    },
  );

  it("is not that in the name of a column without amounts, or in the text of a booking", () => {
    expect(currencyOf([], ["Date", "Details of USD transfers", "Credit"])).toBeNull();
    expect(currencyOf([], NAMES, [["2026-11-03", "Balance of USD account", "6.00"]])).toBeNull();
  });

  it("is birr where one column of amounts says so, whatever stands alone above", () => {
    const bank = [["Invented Bank", "USD"]];
    expect(currencyOf(bank)).toBe("USD");
    expect(currencyOf(bank, ["Date", "Details", "Credit (birr)", "Balance"])).toBeNull();
  });

  it("is not looked for in a file without names of columns", () => {
    expect(otherCurrencyIn([BOOKING], mappingOf(-1, "date", "text", "credit"))).toBeNull();
  });
});

describe("another account in a file", () => {
  const own = [["Account", "1000200300401"], NAMES, BOOKING];
  const other = ["Account", "1000200300999"];
  const isSeveral = (below: Grid, days: readonly Role[] = ["date"], above: Grid = own) =>
    hasSeveralAccounts([...above, ...below], {
      ...mappingOf(1, ...days),
      roles: { ...mappingOf(1, ...days).roles, 2: "credit" },
    });

  it("is one whose number stands above the repeated names of all columns", () => {
    expect(isSeveral([other, NAMES, BOOKING])).toBe(true);
    expect(isSeveral([other, ["", "", "Credit"], BOOKING])).toBe(false);
    expect(hasSeveralAccounts([other, ...own], mappingOf(-1, "date", "text", "credit"))).toBe(
      false,
    );
  });

  it.each<[Cell, Cell, readonly Role[]]>([
    ["2026-11-03", "Account 1000200300999", ["date"]],
    ["2026-11-03", "Account 1000200300999", ["valueDate"]],
    ["2026-11-03", "Account 1000200300999", ["date", "valueDate"]],
  ])("is none that a booking of %s pays to on the last line of a page: %s", (day, text, days) => {
    expect(isSeveral([[day, text, "6.00"], NAMES, BOOKING], days)).toBe(false);
    expect(isSeveral([[day, text, "6.00"], BOOKING, NAMES, BOOKING], days)).toBe(false);
  });

  it("is one beside phones, and none where its part of the file names the own one, too", () => {
    const phone = "+251115510000";
    expect(areOthers([phone, "1000200300401"], ["1000200300999"])).toBe(true);
    expect(areOthers(["1000200300401"], ["1000200300999", "1000200300401"])).toBe(false);
    expect(areOthers([phone], ["1000200300999"])).toBe(false);
    expect(areOthers(["1000200300401"], [phone])).toBe(false);
  });

  it("is none by a number two cells behind the word, such as a reference", () => {
    const line = ["Account", "1000200300401", "Reference", "9999999999999"];
    expect(accountsIn([line], 1)).toEqual(["1000200300401"]);
  });
});

describe("a line of words below the bookings", () => {
  const names = ["Date", "Details", "Debit", "Credit", "Date"];
  const mapping = mappingOf(0, "date", "text", "debit", "credit");
  const beginsOther = (line: readonly Cell[], more = mapping) =>
    otherTables([names, BOOKING, line, BOOKING], more)(3);

  it.each<[string, readonly Cell[]]>([
    ["sides in other columns", ["", "", "Credit", "Debit"]],
    ["a day, words and an amount in another column", ["Date", "Text", "Credit"]],
    ["a day of value, words and an amount elsewhere", ["Value date", "Text", "Credit"]],
  ])("begins another table by %s", (_, line) => {
    expect(beginsOther(line)).toBe(true);
  });

  it.each<[string, readonly Cell[]]>([
    ["a booking whose words are those of a column", ["2026-11-03", "Posting date", "5.00"]],
    ["two words and empty cells", [null, "Closing date", null, "so", null]],
    ["one side alone", ["", "Credit", "", ""]],
    ["both sides in their columns, in other words", ["", "", "Debit amount", "Credit amount"]],
    ["a column without amounts in other words", ["Date", "Reference", "Debit", "Credit", "Date"]],
  ])("begins no other table as %s", (_, line) => {
    expect(beginsOther(line)).toBe(false);
  });

  it.each<[string, Grid, boolean]>([
    ["an empty line", [[""], ["", null]], true],
    ["the names of the first one", [names], false],
  ])(
    "begins another table, which the names of the first one end and no empty line: %s",
    (_, lines, goesOn) => {
      const grid = [names, BOOKING, ["", "", "Credit", "Debit"], ...lines, BOOKING];
      expect(otherTables(grid, mapping)(grid.length - 1)).toBe(goesOn);
    },
  );

  it("begins none in a file without names of columns", () => {
    expect(beginsOther(["", "", "Credit", "Debit"], { ...mapping, headerRow: -1 })).toBe(false);
  });
});

describe("the names of the columns", () => {
  const recognize = (...grid: Grid) => recognizeColumns(grid);
  const day = "2026-11-02";

  it.each([
    [
      ["Date", "Teller", "Credit"],
      ["", "Date", "Credit"],
    ],
    [
      ["Value Date", "Teller", "Credit"],
      ["", "Value Date", "Credit"],
    ],
    [
      ["Date", "Amount", "Teller"],
      ["Date", "", "Amount"],
    ],
    [
      ["Date", "Credit", "Teller"],
      ["Date", "", "Credit"],
    ],
    [
      ["Date", "Credit", "Debit"],
      ["Date", "Credit", "", "Debit"],
    ],
    [
      ["Date", "Details", "Credit"],
      ["Date", "Reference", "Credit"],
    ],
    [
      ["Date", "Total Debit", "Total Credit"],
      ["Date", "Debit", "Credit"],
    ],
  ])("are not those of a smaller table above or below with other ones: %s, %s", (one, other) => {
    const row = (names: readonly string[]) =>
      names.map((name) => (/date/i.test(name) ? day : "5.00"));
    const [few, many] = [
      [one, row(one)],
      [other, row(other), row(other)],
    ];
    expect(recognize(...few, ...many)?.headerRow).toBe(2);
    expect(recognize(...many, ...few)?.headerRow).toBe(0);
    const pages = [other, row(other), other, row(other), other, row(other)];
    expect(recognize(one, row(one), row(one), ...pages)?.headerRow).toBe(3);
  });

  it.each<[Grid, Record<number, string> | null]>([
    [
      [
        ["Date", "", "Amount"],
        ["", "Details", "Debit", "Credit"],
      ],
      { 0: "date", 1: "text", 2: "debit", 3: "credit" },
    ],
    [
      [
        ["Date", "Paid in", "Paid"],
        ["", "", "Debit"],
        [day, "", "5.00"],
      ],
      { 0: "date", 1: "credit", 2: "debit" },
    ],
    [
      [
        ["Date", "Money"],
        ["", "Credit"],
      ],
      { 0: "date", 1: "credit" },
    ],
    [
      [
        ["Date", "Side", "Hanga"],
        [day, "Credit", ""],
      ],
      null,
    ],
    [
      [
        ["Date", "Side", "Hanga"],
        ["Total", "Credit", "5.00"],
      ],
      null,
    ],
  ])("may be in two lines, of which the second has sides and no booking: %j", (grid, roles) => {
    expect(recognize(...grid)?.roles ?? null).toEqual(roles);
  });

  it("are in one line where the next one names no side", () => {
    const grid = [
      ["Date", "Details", "Credit"],
      ["", "in words", ""],
      [day, "One", "5.00"],
    ];
    expect(recognize(...grid)?.headerRow).toBe(0);
  });

  it.each([
    [["Cr", "Dr"], true],
    [["C", "D"], true],
    [["Credit", ""], true],
    [["Cr", "a note"], false],
    [["paid cr", "paid dr"], false],
    [["Credit card", "Debit card"], false],
    [["", ""], false],
  ])(
    "have the direction in one without a name where all of it says a side: %s",
    (sides, isSide) => {
      const rows = sides.map((side) => [day, "", "Credit", "5.00", side]);
      const roles = (...names: readonly string[]) =>
        recognize(["", "", "", "", "At"], ["2026-11-01", "", "", "", "x"], names, ...rows)
          ?.roles[4];
      expect(roles("Date", "Value Date", "Details", "Amount")).toBe(
        isSide ? "direction" : undefined,
      );
      expect(roles("Date", "Details", "Type", "Amount")).toBeUndefined();
      expect(roles("Date", "Details", "Debit", "Credit")).toBeUndefined();
    },
  );

  it("keep the name of one that holds nothing but a side", () => {
    const found = recognize(["Date", "Details", "Amount"], [day, "Credit", "5.00"]);
    expect(found?.roles).toEqual({ 0: "date", 1: "text", 2: "amount" });
  });
});

describe("a row with cells beyond all names", () => {
  const names = ["Date", "Credit", "Details", "Balance", "Notes", "", ""];
  const roles: readonly Role[] = ["date", "credit", "text", "balance"];
  const isMoved = (row: readonly Cell[], headerRow = 0) =>
    movedBeyond([names, row], mappingOf(headerRow, ...roles))(row);

  it("was moved by a comma if an amount is there, or the rest of one beside any amount", () => {
    expect(isMoved(["2026-11-02", "1", "One", "1", "x", "500.00"])).toBe(true);
    expect(isMoved(["2026-11-02", "1", "500.00", "One", "x", "y"])).toBe(true);
    expect(isMoved(["2026-11-02", "1", "One", "1", "500.00", "y"])).toBe(true);
  });

  it("was not moved if they are empty, or notes, or if nothing is named", () => {
    expect(isMoved(["2026-11-02", "5.00", "12", "5.00", "", "", ""])).toBe(false);
    expect(isMoved(["2026-11-02", "5.00", "One", "5.00", "", "a note"])).toBe(false);
    expect(isMoved(["2026-11-02", "5.00", "One", "5.00", "", "500.00"], -1)).toBe(false);
  });
});

type Booked = readonly [day: number, amount: number, balance: number | null];
/** Rows with these amounts, all of them money in. */
const rowsOf = (...rows: readonly Booked[]) =>
  rows.map(
    ([day, amount, balance], at): ReadRow => ({
      ...{ line: at + 2, date: `2026-11-0${day}`, amount, balance },
      ...{ direction: "in", text: "", reference: null },
    }),
  );
const signed = (...rows: readonly Booked[]) => {
  const read = signedByBalance({ rows: rowsOf(...rows), bad: [] });
  return {
    shown: read.rows.map(({ line, direction }) => `${line} ${direction}`),
    bad: read.bad.map(({ line }) => line),
    hasDirections: read.hasDirections,
  };
};

describe("directions by the balances", () => {
  it("are none where one row has no balance", () => {
    const rows = [
      [1, 20, 20],
      [2, 50, 70],
      [2, 5, 65],
      [3, 9, null],
    ] as const;
    const shown = ["2 in", "3 in", "4 in", "5 in"];
    expect(signed(...rows)).toEqual({ shown, bad: [], hasDirections: false });
  });

  it("are enough for half of the rows that have one before them, and the others can't be read", () => {
    expect(signed([1, 20, 20], [2, 5, 15], [3, 7, 99])).toEqual({
      ...{ shown: ["3 out"], bad: [2, 4], hasDirections: true },
    });
    expect(signed([1, 20, 20], [2, 5, 15], [3, 7, 99], [4, 7, 200]).hasDirections).toBe(false);
  });

  it("of equal amounts go by the order of the days", () => {
    expect(signed([2, 5, 15], [3, 5, 10]).shown).toEqual(["3 out"]);
    expect(signed([3, 5, 15], [2, 5, 10]).shown).toEqual(["2 in", "3 in"]);
    expect(signed([3, 5, 20], [3, 5, 15], [2, 5, 10]).shown).toEqual(["2 in", "3 in", "4 in"]);
  });

  it("of one day that fit as well in both orders are those from the top", () => {
    const { shown, bad } = signed([2, 5, 10], [2, 5, 5], [2, 3, 100], [2, 3, 103]);
    expect([shown, bad]).toEqual([
      ["3 out", "5 in"],
      [2, 4],
    ]);
  });

  it("are those of the order in which most balances follow", () => {
    const { shown, bad } = signed([1, 5, 15], [1, 5, 20], [2, 7, 27], [3, 3, 30]);
    expect([shown, bad]).toEqual([["2 in", "3 in", "4 in", "5 in"], []]);
    const byDaysUp = signed([1, 1, 17], [2, 1, 15], [3, 3, 13], [3, 3, 16], [4, 3, 16]);
    expect([byDaysUp.shown, byDaysUp.bad]).toEqual([
      ["3 out", "4 out", "5 in"],
      [2, 6],
    ]);
    const byRowsUp = signed([1, 1, 12], [2, 3, 18], [3, 2, 17], [3, 2, 16], [4, 2, 15]);
    expect([byRowsUp.shown, byRowsUp.bad]).toEqual([
      ["5 out", "6 out"],
      [2, 3, 4],
    ]);
  });

  it("contradict no rows that follow in one order, whatever their days", () => {
    const rows = rowsOf([2, 5, 15], [3, 5, 10]);
    expect(withoutContradicted({ rows, bad: [] })).toEqual({ rows, bad: [] });
    expect(withoutContradicted({ rows: [], bad: [] })).toEqual({ rows: [], bad: [] });
  });
});

it("a jump of the balance within a day is between the lines as they stand in the file", () => {
  const { jumps } = completenessOf(rowsOf([2, 5, 15], [2, 5, 30]), [], null);
  expect(jumps).toEqual([[2, 3]]);
});

it("a part of the page that can't be loaded leaves the file without blame", async () => {
  await expect(loaded(Promise.reject(new Error("offline")))).rejects.toMatchObject({
    fault: "not_loaded",
  });
});

it("a cell with a time shows its day, and a text is cut to whole characters", () => {
  expect(textOf(new Date("2026-11-12T10:20:30Z"))).toBe("2026-11-12");
  expect([cut("ab", 2), cut("abc", 2), cut("a😀", 2), cut("a ", 2)]).toEqual([
    "ab",
    "ab",
    "a",
    "a",
  ]);
});
