import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { completenessOf, periodIn } from "../../web/dashboard/src/statements/complete.ts";
import { type Drawn, pdfOf } from "../providers/fixtures/pdf.ts";
import { readStatement, workbook, type XlsxCell } from "../support/file-encoders.ts";

const csv = (...lines: readonly string[]) => readStatement(strToU8(`${lines.join("\r\n")}\r\n`));

const RECEIVED = "2026-11-02 in 150000";
const CHARGED = "2026-11-02 out 575";

describe("columns that say their side in other words", () => {
  it.each([
    ["Amount (Debit)", "Amount (Credit)"],
    ["Debited Amount", "Credited Amount"],
    ["Amount Debited (ETB)", "Amount Credited (ETB)"],
    ["Transaction Amount - Dr", "Transaction Amount - Cr"],
    ["Debited", "Credited"],
    ["የወጪ መጠን", "የገቢ መጠን"],
  ])("are read as money out and in: %s, %s", async (debit, credit) => {
    const { shown, bad } = await csv(
      `Date,Description,${debit},${credit},Bal.`,
      "2026-11-02,One,,1500.00,1500.00",
      "2026-11-02,Charge,5.75,,1494.25",
    );
    expect([shown, bad]).toEqual([[RECEIVED, CHARGED], []]);
  });

  it("are read from a second line of names, below merged cells", async () => {
    const { shown, bad, mapping } = await csv(
      "Account,1000200300401",
      "Transaction,,Amount,,Balance",
      "Date,Details,Debit,Credit,",
      "2026-11-02,One,,1500.00,1500.00",
      "2026-11-02,Charge,5.75,,1494.25",
    );
    expect([shown, bad, mapping.headerRow]).toEqual([[RECEIVED, CHARGED], [], 2]);
  });

  it("are no columns with the accounts or names of the two sides", async () => {
    const { shown, bad } = await csv(
      "Date,Credit Account,Credit Name,Details,Amount,Dr/Cr",
      "2026-11-02,1000200300401,Invented Shop,One,1500.00,CR",
      "2026-11-02,1000200300402,Bank,Charge,5.75,DR",
    );
    expect([shown, bad]).toEqual([[RECEIVED, CHARGED], []]);
  });

  it("may be one without a name, beside the amount", async () => {
    const { shown, bad } = await csv(
      "Date,Description,Amount,,Balance",
      "2026-11-02,One,1500.00,Cr,1500.00",
      "2026-11-02,Charge,5.75,Dr,1494.25",
    );
    expect([shown, bad]).toEqual([[RECEIVED, CHARGED], []]);
  });

  it("lose no money in silence where one of them is not recognized", async () => {
    const { shown, badLines } = await csv(
      "Date,Description,Amount,Hanga galii",
      "2026-11-02,One,-5.75,",
      "2026-11-03,Two,,1500.00",
      "2026-11-04,Only a note,,",
    );
    expect([shown, badLines]).toEqual([[CHARGED], [3]]);
  });
});

describe("debits with a minus", () => {
  it.each([
    ["without a day", "Total,,5.75,1500.00"],
    ["with a day", "2026-11-30,Grand total,5.75,1500.00"],
  ])("are money out, also above a sum that has none: %s", async (_, sum) => {
    const { shown, bad } = await csv(
      "Date,Description,Debit,Credit",
      "2026-11-02,One,,1500.00",
      "2026-11-02,Charge,-5.75,",
      sum,
    );
    expect([shown, bad]).toEqual([[RECEIVED, CHARGED], []]);
  });
});

describe("the names of the columns", () => {
  const names = "Date,Description,Amount";
  const rows = ["2026-11-02,One,1500.00", "2026-11-02,Charge,-5.75"];

  it("are not those of a summary above them that has more columns, even above one booking", async () => {
    const summary = [
      "Statement Date,Opening Balance,Total Debit,Total Credit,Closing Balance",
      "30-Nov-2026,100.00,5.75,1500.00,1594.25",
    ];
    const { shown, bad } = await csv(...summary, names, ...rows);
    expect([shown, bad]).toEqual([[RECEIVED, CHARGED], []]);
    expect((await csv(...summary, names, rows[0] ?? "")).shown).toEqual([RECEIVED]);
  });

  it("are the first of those that each page repeats, whatever a page holds", async () => {
    const { shown, mapping } = await csv(names, rows[0] ?? "", names, ...rows, ...rows);
    expect(mapping.headerRow).toBe(0);
    expect(shown).toEqual([RECEIVED, RECEIVED, CHARGED, RECEIVED, CHARGED]);
  });
});

describe("an amount that stands beside the balance", () => {
  it("in its cell makes the row unreadable, and a balance alone is no booking", async () => {
    const { shown, badLines } = await csv(
      "Date,Description,Debit,Credit,Balance",
      "2026-11-01,Nothing yet,,,20.00",
      "2026-11-02,One,,1500.00,1520.00",
      "2026-11-03,Two,,,20.00 1540.00",
    );
    expect([shown, badLines]).toEqual([[RECEIVED], [4]]);
  });
});

describe("amounts without a sign", () => {
  const names = "Date,Description,Amount,Balance";
  const rows = [
    "2026-11-01,Before,20.00,20.00",
    "2026-11-02,One,1500.00,1520.00",
    "2026-11-02,Charge,5.75,1514.25",
    "2026-11-03,Charge,5.75,1508.50",
  ];

  it.each([
    ["oldest first", rows, 2],
    ["latest first", rows.toReversed(), 5],
  ])("go by the balances, and the first one is not guessed: %s", async (_, lines, first) => {
    const { shown, badLines } = await csv(names, ...lines);
    expect(shown.toSorted()).toEqual([RECEIVED, CHARGED, "2026-11-03 out 575"]);
    expect(badLines).toEqual([first]);
  });

  it("are money in where no balance falls, and as they are where balances do not fit", async () => {
    const all = await csv(names, ...rows.slice(0, 2));
    expect([all.shown, all.bad]).toEqual([["2026-11-01 in 2000", RECEIVED], []]);
    expect(all.hasDirections).toBe(true);
    const other = await csv(names, "2026-11-01,A,20.00,7.00", "2026-11-02,B,1500.00,2.00");
    expect(other.shown).toEqual(["2026-11-01 in 2000", RECEIVED]);
    expect(other.hasDirections).toBe(false);
    const alike = ["2026-11-02,A,5.00,15.00", "2026-11-02,B,5.00,10.00"];
    for (const lines of [alike, alike.toReversed()]) {
      const { shown } = await csv(names, ...lines);
      expect(shown).toEqual(["2026-11-02 in 500", "2026-11-02 in 500"]);
    }
  });

  it.each([
    ["no sign, no word and no balance", "Date,Description,Amount", ["One,1500.00"], false],
    ["words that say none", "Date,Type,Amount", ["Transfer,1500.00"], false],
    ["a balance of one row", "Date,Description,Amount,Balance", ["One,1500.00,1500.00"], false],
    ["a sign of one row", "Date,Description,Amount", ["One,1500.00", "Two,-5.75"], true],
    ["a column for money in", "Date,Description,Credit", ["One,1500.00"], true],
  ])("have a direction only where something shows it: %s", async (_, heads, rows, isKnown) => {
    const { hasDirections } = await csv(heads, ...rows.map((row) => `2026-11-02,${row}`));
    expect(hasDirections).toBe(isKnown);
  });

  it.each(["+1500.00", "1500.00 CR"])(
    "are not guessed for an amount without a mark where %s has one",
    async (marked) => {
      const rows = [`2026-11-02,One,${marked}`, "2026-11-02,Charge,5.75", "Total,,1505.75"];
      const { shown, badLines } = await csv("Date,Description,Amount", ...rows);
      expect([shown, badLines]).toEqual([[RECEIVED], [3]]);
    },
  );
});

describe("a statement whose days are latest first and the rows of a day oldest first", () => {
  const days = [
    ["2026-11-03", "7.00,1521.25"],
    ["2026-11-02", "1500.00,1520.00", "5.75,1514.25"],
    ["2026-11-01", "8.00,8.00", "12.00,20.00"],
  ].flatMap(([day, ...rows]) => rows.map((row) => `${day},Paid,${row}`));

  it("shows by its balance which amounts without a sign are money out", async () => {
    const { shown, bad } = await csv("Date,Description,Amount,Balance", ...days);
    const expected = [
      ...["2026-11-01 in 1200", "2026-11-02 in 150000", "2026-11-02 out 575"],
      "2026-11-03 in 700",
    ];
    expect(shown.toSorted()).toEqual(expected);
    // No balance before the first row says what its amount did.
    expect(bad).toMatchObject([{ why: "amount", date: "2026-11-01" }]);
  });
});

describe("a balance that moves the other way", () => {
  const rows = [
    "2026-11-01,Before,20.00,,20.00",
    "2026-11-02,One,1500.00,,1520.00",
    "2026-11-02,Charge,5.75,,1514.25",
    "2026-11-03,Two,7.00,,1521.25",
  ];
  const names = "Date,Description,Credit,Debit,Balance";

  it.each([
    ["oldest first", rows],
    ["latest first", rows.toReversed()],
  ])("makes a row unreadable whose amount stands in the wrong column: %s", async (_, lines) => {
    const { shown, bad } = await csv(names, ...lines);
    expect(shown.toSorted()).toEqual(["2026-11-01 in 2000", RECEIVED, "2026-11-03 in 700"]);
    expect(bad).toMatchObject([{ why: "amount", date: "2026-11-02" }]);
  });

  it("says nothing of rows that follow in one order, of jumps, and without balances", async () => {
    const alike = ["2026-11-02,A,5.00,,15.00", "2026-11-02,B,5.00,,10.00"];
    const jump = ["2026-11-02,A,5.00,,15.00", "2026-11-03,B,5.00,,10.50"];
    const none = ["2026-11-02,A,5.00,,", "2026-11-03,B,5.00,,"];
    for (const lines of [alike, jump, none]) {
      const { shown, bad } = await csv(names, ...lines);
      expect([shown.length, bad]).toEqual([2, []]);
    }
  });

  it("is none in a PDF whose amounts end at the right, below names that begin at the left", async () => {
    const line = (y: number, cells: readonly (readonly [string, number])[]) =>
      cells.map(([text, x]): Drawn => [text, x, y]);
    const bytes = await pdfOf([
      ...line(40, [
        ["Date", 40],
        ["Details", 130],
        ["Debit", 330],
        ["Credit", 450],
        ["Balance", 560],
      ]),
      ...line(60, [
        ["02-Nov-2026", 40],
        ["One", 130],
        ["1,500.00", 460],
        ["1,500.00", 560],
      ]),
      ...line(80, [
        ["03-Nov-2026", 40],
        ["Paid", 130],
        ["1,250.00", 395],
        ["250.00", 570],
      ]),
      ...line(99, [
        ["04-Nov-2026", 40],
        ["Two", 130],
        ["20.00", 470],
        ["270.00", 570],
      ]),
    ]);
    const { shown, bad } = await readStatement(new Uint8Array(bytes));
    expect(shown).toEqual([RECEIVED, "2026-11-03 out 125000", "2026-11-04 in 2000"]);
    expect(bad).toEqual([]);
  });
});

describe("decimals", () => {
  const amounts = async (...cells: readonly string[]) => {
    const rows = cells.map((cell) => `2026-11-02;One;${cell}`);
    const { rows: found, badLines } = await csv("Date;Description;Amount", ...rows);
    return [found.map(({ amount }) => amount), badLines];
  };

  it("are read alike in a column: three after a point are no thousands", async () => {
    expect(await amounts("1500.000", "150.000", "1.500")).toEqual([[150_000, 15_000, 150], []]);
    expect(await amounts("1.500,000", "150,000")).toEqual([[150_000, 15_000], []]);
  });

  it("that could be thousands among others are not guessed", async () => {
    expect(await amounts("1,250.75", "1.500")).toEqual([[125_075], [3]]);
    expect(await amounts("1,500", "2,000.50", "1.234.567")).toEqual([[150_000, 200_050], [4]]);
    expect(await amounts("1.500", "2,5", "3.5")).toEqual([[250, 350], [2]]);
    expect(await amounts("725.000", "20")).toEqual([[2_000], [2]]);
    expect(await amounts("725.000", "1.500.000")).toEqual([[72_500_000, 150_000_000], []]);
    expect(await amounts("725,000", "20")).toEqual([[72_500_000, 2_000], []]);
  });

  it("with a comma are found behind the separators of the file", async () => {
    const { shown } = await csv(
      "Account;1000200300401",
      "Date;Details;Debit;Credit;Balance",
      "13.11.2026;One;;1.500,00;1.500,00",
      "14.11.2026;Charge;5,75;;1.494,25",
    );
    expect(shown).toEqual(["2026-11-13 in 150000", "2026-11-14 out 575"]);
  });
});

describe("what a spreadsheet has changed", () => {
  const names = ["Date", "Reference", "Description", "Credit"];
  const sheet = (...rows: readonly (readonly XlsxCell[])[]) =>
    readStatement(workbook([names, ...rows]));

  it("is found where it took days for months and left the others as text", async () => {
    const swapped = { day: "2026-03-11" };
    const mixed = await sheet([swapped, "A", "One", 15], ["13/11/2026", "B", "Two", 20]);
    expect(mixed.order).toBe("both");
    const american = await sheet([swapped, "A", "One", 15], ["11/13/2026", "B", "Two", 20]);
    expect(american.order).toBe("both");
    const plain = await sheet([{ day: "2026-11-20" }, "A", "One", 15], ["13/11/2026", "B", "T", 2]);
    expect(plain.order).toBe("day first");
    const alike = await sheet([swapped, "A", "One", 15], ["2026-11-13", "B", "Two", 20]);
    expect(alike.order).toBe("not needed");
  });

  it("is no reference where it shortened a number, and is said", async () => {
    const { rows, shortened } = await sheet(
      [{ day: "2026-11-02" }, "1.23E+11", "One", 15],
      [{ day: "2026-11-02" }, "4E+14", "Two", 20],
      [{ day: "2026-11-02" }, "FT26310AAA11", "Three", 25],
      [{ day: "2026-11-02" }, "1E234567", "Four", 30],
    );
    const references = rows.map(({ reference }) => reference);
    expect(references).toEqual([null, null, "FT26310AAA11", "1E234567"]);
    expect(shortened).toEqual({ count: 2, example: "1.23E+11" });
    // A number of 19 digits: the last ones are not those of the file.
    const long = await sheet([{ day: "2026-11-02" }, 2 ** 60, "One", 15]);
    expect([long.rows[0]?.reference, long.shortened?.count]).toEqual([null, 1]);
  });

  it("is joined where each month has its own sheet, and refused where their columns differ", async () => {
    const november = [names, ["2026-11-02", "A", "One", "15.00"]];
    const title = [["Invented Bank", "", "", ""]];
    const october = [...title, names, ["2026-10-30", "B", "Two", "20.00"]];
    const { shown, badLines } = await readStatement(workbook(october, { second: november }));
    expect([shown, badLines]).toEqual([["2026-10-30 in 2000", "2026-11-02 in 1500"], []]);
    const other = [
      ["2026-11-02", "15.00"],
      ["2026-11-03", "20.00"],
    ];
    await expect(
      readStatement(workbook([...october, [], []], { second: other })),
    ).rejects.toMatchObject({
      fault: "several_sheets",
    });
    const summary = [
      ["Total", "35.00"],
      ["Printed", "2026-11-03"],
    ];
    const beside = await readStatement(workbook([...october, [], []], { second: summary }));
    expect(beside.shown).toEqual(["2026-10-30 in 2000"]);
  });
});

describe("rows that are no bookings", () => {
  it.each([
    "Opening Balance ETB",
    "Balance brought forward from the last page",
    "Previous balance 01 Nov",
  ])("are left out if their amount is the balance: %s", async (text) => {
    const names = "Date,Description,Debit,Credit,Balance";
    const opening = `2026-11-01,${text},,1000.00,1000.00`;
    const { shown } = await csv(names, opening, "2026-11-02,One,,1500.00,2500.00");
    expect(shown).toEqual([RECEIVED]);
    const paid = await csv(names, `2026-11-02,${text},,1500.00,2500.00`);
    expect(paid.shown).toEqual([RECEIVED]);
  });

  it("are left out as the total of a page", async () => {
    const { shown } = await csv(
      "Date,Description,Debit,Credit",
      "2026-11-02,One,,1500.00",
      "2026-11-02,Page Total,,1500.00",
    );
    expect(shown).toEqual([RECEIVED]);
  });
});

describe("a line that is no booking", () => {
  it("does not say how the bookings write their dates", async () => {
    const names = "Date,Description,Credit";
    const printed = ",,\n28/11/2026,Printed by the branch,";
    const american = await csv(names, "11/02/2026,One,1500.00", printed);
    expect(american.order).toBe("either");
    const ethiopian = await csv(names, "23/02/2019,One,1500.00", printed);
    expect([ethiopian.isEthiopian, ethiopian.shown]).toEqual([true, [RECEIVED]]);
  });
});

describe("a file that is older than its period ends", () => {
  it("surely covers the days before it was made only", async () => {
    const { rows, bad, grid, mapping } = await csv(
      "Period,From: 01/11/2026 To: 30/11/2026",
      "Date,Description,Credit,Balance",
      "02-Nov-2026,One,1500.00,1500.00",
      "03-Nov-2026,Two,20.00,1520.00",
    );
    const period = periodIn(grid, mapping.headerRow, rows);
    const all = { from: "2026-11-01", to: "2026-11-30" };
    expect(completenessOf(rows, bad, period).sure).toEqual([all]);
    expect(completenessOf(rows, bad, period, "2026-12-01").sure).toEqual([all]);
    expect(completenessOf(rows, bad, period, "2026-11-04")).toMatchObject({
      sure: [{ from: "2026-11-01", to: "2026-11-03" }],
      doubtful: [{ from: "2026-11-04", to: "2026-11-04" }],
    });
    const wrong = completenessOf(rows, bad, period, "2026-10-01");
    expect(wrong).toMatchObject({
      sure: [{ from: "2026-11-01", to: "2026-11-02" }],
      doubtful: [{ from: "2026-11-03", to: "2026-11-03" }],
    });
  });
});
