import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { type Drawn, pdfOf } from "../providers/fixtures/pdf.ts";
import { readStatement } from "../support/file-encoders.ts";

type Cell = readonly [text: string, x: number];

/** Reads a PDF with these lines, each cell at its place in points. */
async function pdf(...lines: readonly (readonly Cell[])[]) {
  const drawn = lines.flatMap((line, at) =>
    line.map(([text, x]): Drawn => [text, x, 40 + 20 * at]),
  );
  return readStatement(new Uint8Array(await pdfOf(drawn)));
}
const csv = (...lines: readonly string[]) => readStatement(strToU8(`${lines.join("\r\n")}\r\n`));

const RECEIVED = "2026-11-02 in 150000";
const CHARGED = "2026-11-02 out 575";

describe("the columns of a PDF", () => {
  it("are those of the bookings, below a summary with more columns", async () => {
    const { shown, bad } = await pdf(
      ["Statement Date", "Opening Balance", "Total Debit", "Total Credit", "Closing Balance"].map(
        (name, at): Cell => [name, 40 + 100 * at],
      ),
      ["30-Nov-2026", "100.00", "5.75", "1500.00", "1594.25"].map(
        (cell, at): Cell => [cell, 40 + 100 * at],
      ),
      [
        ["Date", 40],
        ["Details", 110],
        ["Amount", 200],
        ["Balance", 320],
      ],
      [
        ["02-Nov-2026", 40],
        ["Paid", 110],
        ["1,500.00", 200],
        ["1,600.00", 320],
      ],
      [
        ["02-Nov-2026", 40],
        ["Charge", 110],
        ["-5.75", 200],
        ["1,594.25", 320],
      ],
    );
    expect([shown, bad]).toEqual([[RECEIVED, CHARGED], []]);
  });

  it("are those of the second line where it names the sides", async () => {
    const { shown, bad } = await pdf(
      [
        ["Date", 40],
        ["Details", 130],
        ["Amount", 330],
        ["Balance", 480],
      ],
      [
        ["Debit", 310],
        ["Credit", 390],
      ],
      [
        ["02-Nov-2026", 40],
        ["Paid", 130],
        ["1,500.00", 385],
        ["1,500.00", 480],
      ],
      [
        ["02-Nov-2026", 40],
        ["Charge", 130],
        ["5.75", 315],
        ["1,494.25", 480],
      ],
    );
    expect([shown, bad]).toEqual([[RECEIVED, CHARGED], []]);
  });

  const names = [
    ["Date", 40],
    ["Details", 130],
    ["Debit", 250],
    ["Credit", 350],
  ] as const;

  it("have a dash for nothing, which is no minus of the amount beside it", async () => {
    const { shown, bad } = await pdf(
      names,
      [
        ["02-Nov-2026", 40],
        ["Paid", 130],
        ["-", 315],
        ["1,500.00", 340],
      ],
      [
        ["02-Nov-2026", 40],
        ["Charge", 130],
        ["5.75", 300],
        ["-", 380],
      ],
    );
    expect([shown, bad]).toEqual([[RECEIVED, CHARGED], []]);
  });

  it("have an unreadable amount where a dash apart from it may be its minus", async () => {
    const { shown, badLines } = await pdf(
      [
        ["Date", 40],
        ["Details", 130],
        ["Amount", 350],
      ],
      [
        ["02-Nov-2026", 40],
        ["Paid", 130],
        ["1,500.00", 340],
      ],
      [
        ["03-Nov-2026", 40],
        ["Under the name", 130],
        ["-", 345],
        ["5.75", 370],
      ],
      [
        ["03-Nov-2026", 40],
        ["Before it", 130],
        ["-", 300],
        ["5.75", 370],
      ],
    );
    expect([shown, badLines]).toEqual([[RECEIVED], [3, 4]]);
  });

  it("have the amounts that begin where others of them do", async () => {
    const { shown, bad } = await pdf(
      [
        ["Date", 40],
        ["Details", 130],
        ["Debit", 270],
        ["Credit", 380],
      ],
      [
        ["02-Nov-2026", 40],
        ["Paid", 130],
        ["1,500.00", 350],
      ],
      [
        ["03-Nov-2026", 40],
        ["Paid", 130],
        ["7.00", 350],
      ],
      [
        ["02-Nov-2026", 40],
        ["Charge", 130],
        ["5.75", 270],
      ],
    );
    expect([shown, bad]).toEqual([[RECEIVED, "2026-11-03 in 700", CHARGED], []]);
  });
});

describe("the words of a PDF's row", () => {
  const names = [
    ["Date", 40],
    ["Details", 130],
    ["Credit", 350],
  ] as const;
  /** Each line with its height in points. */
  const texts = async (lines: readonly (readonly [y: number, ...cells: readonly Cell[]])[]) => {
    const drawn = lines.flatMap(([y, ...cells]) => cells.map(([text, x]): Drawn => [text, x, y]));
    const { rows } = await readStatement(new Uint8Array(await pdfOf(drawn)));
    return rows.map(({ text }) => text);
  };

  it("are not those of the row before where its day stands between their lines", async () => {
    const found = await texts([
      [40, ...names],
      [60, ["FT26306AAA11", 130]],
      [66, ["02-Nov-2026", 40], ["1,500.00", 350]],
      [72, ["paid", 130]],
      [96, ["03-Nov-2026", 40], ["Two", 130], ["20.00", 350]],
      [120, ["FT26306CCC33", 130]],
      [126, ["04-Nov-2026", 40], ["30.00", 350]],
      [132, ["three", 130]],
    ]);
    expect(found).toEqual(["FT26306AAA11 paid", "Two", "FT26306CCC33 three"]);
  });

  it("are those below its day in other tables, however near they are to the next row", async () => {
    const found = await texts([
      [40, ...names],
      [60, ["02-Nov-2026", 40], ["One", 130], ["1,500.00", 350]],
      [75, ["FT26306AAA11", 130]],
      [87, ["03-Nov-2026", 40], ["Two", 130], ["20.00", 350]],
    ]);
    expect(found).toEqual(["One FT26306AAA11", "Two"]);
  });
});

describe("a table whose pages name its columns in several ways", () => {
  const rows = ["2026-11-02,One,,1500.00,", "2026-11-02,Charge,5.75,,"];

  it("is read from its first page, even if a later one has more rows", async () => {
    const { shown, bad } = await csv(
      ...["Date,Description,Debit,Credit,Book", rows[0] ?? ""],
      ...["Date,Details,Debit (ETB),Credit (ETB),Book Balance", ...rows],
    );
    expect([shown, bad]).toEqual([[RECEIVED, RECEIVED, CHARGED], []]);
  });

  it("has unreadable rows on pages with other columns, before and after", async () => {
    const other = ["Date,Description,Balance,Debit,Credit", ...rows];
    const own = ["Date,Description,Debit,Credit,Balance", ...rows, ...rows];
    const before = await csv(...other, ...own);
    expect([before.shown.length, before.badLines]).toEqual([4, [2, 3]]);
    const sides = await csv(...own, ",,Credit,Debit,", ...rows);
    expect([sides.shown.length, sides.badLines]).toEqual([4, [7, 8]]);
  });
});

describe("a text file that ends within a row", () => {
  const file = (...rows: readonly string[]) =>
    readStatement(strToU8(["Date,Description,Credit,Balance", ...rows].join("\n")));
  const paid = "2026-11-02,One,1500.00,1500.00";

  it("is refused as damaged, as its last amount may be cut, too", async () => {
    for (const cut of ["2026-11-03,Two,15", "2026-11-03,Tw"]) {
      await expect(file(paid, cut)).rejects.toMatchObject({ fault: "broken", line: 3 });
    }
  });

  it("is none if other rows are as short, if its last line has no day, or if a line end follows", async () => {
    const short = "2026-11-02,One,1500.00";
    expect((await file(short, paid, short)).shown).toEqual([RECEIVED, RECEIVED, RECEIVED]);
    expect((await file(paid, "Thank you")).shown).toEqual([RECEIVED]);
    expect((await file(paid, short, "")).shown).toEqual([RECEIVED, RECEIVED]);
  });
});

describe("a row that can't be read", () => {
  const names = "Date,Description,Amount,Reference";
  const paid = "2026-11-02,One,1500.00,FT1";

  it.each([
    ["its amount", "2026-11-03,Two,15x0,"],
    ["its currency", "2026-11-03,Two,USD 20.00,"],
    ["its day", "03/04/26x,Two,20.00,"],
    ["a sum", "2026-11-03,Closing balance,20.00,"],
  ])("leaves the lines below it to no other row: %s", async (_, row) => {
    const { rows } = await csv(names, paid, row, ",FT26307AAA11,,", `${paid}2`, ",goes on,,");
    expect(rows.map(({ text }) => text)).toEqual(["One", "One goes on"]);
  });

  it("is one whose amount stands in a column that has a dash beside other amounts", async () => {
    const { shown, badLines } = await csv(
      "Date,Description,Hanga baasii,Credit,Balance",
      "2026-11-02,One,-,1500.00,1500.00",
      "2026-11-02,Two,0.00,1500.00,3000.00",
      "2026-11-02,Charge,5.75,-,2994.25",
    );
    expect([shown, badLines]).toEqual([[RECEIVED, RECEIVED], [4]]);
  });

  it("is one whose amount stands within other text", async () => {
    const { shown, badLines } = await csv(
      "Date,Description,Credit,Status",
      "2026-11-02,One,1500.00,Posted",
      "2026-11-03,Two,,1500.00 3000.00Posted",
      "2026-11-03,Nothing,,Posted",
    );
    expect([shown, badLines]).toEqual([[RECEIVED], [3]]);
  });

  it("is one whose words read like a sum until they go on below", async () => {
    const total = "2026-11-03,Total,20.00,";
    const { shown, badLines } = await csv(names, paid, total, ",Energies PLC,,");
    expect([shown, badLines]).toEqual([[RECEIVED], [3]]);
    const sum = await csv(names, paid, "2026-11-03,Opening,20.00,", ",balance,,");
    expect([sum.shown, sum.bad]).toEqual([[RECEIVED], []]);
    expect((await csv(names, paid, total, paid)).bad).toEqual([]);
  });
});
