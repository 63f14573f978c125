import PDFDocument from "pdfkit";
import { describe, expect, it } from "vitest";
import { readStatement } from "../support/file-encoders.ts";

const WIDTHS = new PDFDocument().fontSize(10);

/**
 * A PDF with these lines on each page, drawn in their order: `60: 40 02-Nov-2026 | <309 5.75` has the height, and places of
 * texts in points. `<309` is where a text ends, and `^309` where it has its center. Digits are 5.56 points wide.
 */
function draw(pages: readonly (readonly string[])[], options = {}): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const document = new PDFDocument({ size: "A4", margin: 20, autoFirstPage: false, ...options });
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Uint8Array.from(Buffer.concat(chunks))));
    for (const lines of pages) {
      document.addPage().fontSize(10);
      for (const line of lines) {
        const [y = "", cells = ""] = line.split(": ");
        for (const cell of cells.split(" | ")) {
          const [, kind = "", at = "", text = ""] = /^([<^]?)([\d.]+) (.*)$/.exec(cell) ?? [];
          const before = { "<": 1, "^": 0.5 }[kind] ?? 0;
          const x = Number(at) - WIDTHS.widthOfString(text) * before;
          document.text(text, x, Number(y), { lineBreak: false });
        }
      }
    }
    document.end();
  });
}

const read = async (...pages: readonly (readonly string[])[]) => readStatement(await draw(pages));
const gridOf = async (...lines: readonly string[]) => (await read(lines)).grid;
/** The rows of the grid, as `02-Nov-2026,One,,5.75`. */
const shownIn = async (...lines: readonly string[]) =>
  (await gridOf(...lines)).map((row) => row.map(String).join());
const textsOf = async (...pages: readonly (readonly string[])[]) =>
  (await read(...pages)).rows.map(({ text }) => text);

const NAMES = "40: 40 Date | 130 Details | 270 Debit | 350 Credit";
const SIDES = "Date,Details,Debit,Credit";

it("a PDF that can't be read is refused with what is wrong with it", async () => {
  const locked = draw([[NAMES]], { userPassword: "secret" });
  await expect(readStatement(await locked)).rejects.toMatchObject({ fault: "password" });
  await expect(read([])).rejects.toMatchObject({ fault: "picture_pdf" });
});

describe("the pieces of a PDF", () => {
  it("are read from the top down and from left to right, in whatever order they are drawn", async () => {
    const found = await shownIn(
      "80: 350 7.00 | 130 Two | 40 03-Nov-2026",
      "60: 270 5.75 | 40 02-Nov-2026 | 130 One",
      "40: 350 Credit | 270 Debit | 130 Details | 40 Date",
    );
    expect(found).toEqual([SIDES, "02-Nov-2026,One,5.75,", "03-Nov-2026,Two,,7.00"]);
  });

  it("are on one line if they differ by less than 3 points in height", async () => {
    const one = [NAMES, "62: 40 02-Nov-2026 | 270 5.75", "60: 130 One"];
    expect(await shownIn(...one)).toEqual([SIDES, "02-Nov-2026,One,5.75,"]);
    const two = [NAMES, "80: 40 03-Nov-2026 | 350 7.00", "83: 130 Two"];
    expect(await shownIn(...two)).toEqual([SIDES, "03-Nov-2026,,,7.00", ",Two,,"]);
  });

  it("are one cell with 6 points or less between them, and else cells of their own", async () => {
    const found = await shownIn(
      "40: 40 Date | 130 Details | 150 Reference | 350 Credit",
      "60: 147.12 three | 351 44 | 130 12 | 40 02-Nov-2026",
      "80: 147.6 three | 351 44 | 130 12 | 40 03-Nov-2026",
    );
    expect(found.slice(1)).toEqual(["02-Nov-2026,,12 three,44", "03-Nov-2026,12,three,44"]);
  });

  it("are all kept where more than two are one cell, wherever that is on their line", async () => {
    const found = await shownIn(
      NAMES,
      "60: 372 CR | 350 5.75 | 162 to | 146 Ab | 130 we | 70 2026 | 40 02/11/",
    );
    expect(found[1]).toBe("02/11/ 2026,we Ab to,,5.75 CR");
  });
});

describe("the columns of a PDF", () => {
  const few = "200: 40 Date | 130 Details | 350 Credit";
  const one = "220: 40 02-Nov-2026 | 130 One | 350 5.75";
  const two = "240: 40 03-Nov-2026 | 130 Two | 350 7.00";
  const wide = "40 Date | 120 Total Debit | 220 Total Credit | 320 Fees | 420 Balance";
  const sums = "40 02-Nov-2026 | 120 1.00 | 220 2.00 | 320 0.00 | 420 1.00";
  const widthOf = async (...lines: readonly string[]) => (await gridOf(...lines))[0]?.length;

  it("are not those of a summary with many lines without bookings", async () => {
    const notes = [60, 80, 100, 120].map((y) => `${y}: 40 Note | 120 one`);
    expect(await widthOf(`40: ${wide}`, ...notes, few, one, two)).toBe(3);
  });

  it("are those of the table with the most bookings, wherever it stands", async () => {
    expect(await widthOf(few, one, two, `300: ${wide}`, `320: ${sums}`)).toBe(3);
    expect(await widthOf(`40: ${wide}`, `60: ${sums}`, few, one, two)).toBe(3);
  });

  it("are those of the last of two tables with one booking each", async () => {
    expect(await widthOf(`40: ${wide}`, `60: ${sums}`, few, one)).toBe(3);
  });

  it("are those of the widest line if no names have bookings below them", async () => {
    expect(await widthOf(`60: ${sums}`, "80: 40 Date | 350 Amount")).toBe(5);
  });

  it("are those of the lower of two lines of names, and of the upper where nothing is below", async () => {
    const found = await shownIn(
      "40: 40 Date | 130 Details | 305 Amount | 480 Balance",
      "60: 300 Debit | 360 Credit",
      "80: 40 02-Nov-2026 | 130 One | 305 5.75 | 480 9.00",
    );
    expect(found).toEqual([
      "Date,Details,Amount,,Balance",
      ",,Debit,Credit,",
      "02-Nov-2026,One,5.75,,9.00",
    ]);
  });

  it.each([
    ["Debit", "Credit"],
    ["Credit", "Debit"],
  ])("have one for %s alone in the second line", async (side, other) => {
    const found = await shownIn(
      `40: 40 Date | 130 Details | 480 ${other}`,
      `60: 300 ${side}`,
      "80: 40 02-Nov-2026 | 300 5.75 | 480 0.00",
    );
    expect(found[2]).toBe("02-Nov-2026,,5.75,0.00");
  });

  it("are not those of a booking whose type is a side", async () => {
    const found = await shownIn(
      "40: 40 Date | 120 Type | 200 Transaction Details | 330 Amount",
      "60: 40 02-Nov-2026 | 120 Debit | 200 One | 340 5.75",
      "80: <305 goes on",
    );
    expect(found[2]).toBe(",,goes on,");
  });

  it.each(["5.75-", "-5.75"])("count a cell with the amount %s", async (amount) => {
    const found = await shownIn(
      "40: 40 Date | 130 Details | 270 Amount",
      `60: 40 02-Nov-2026 | 130 One | 270 ${amount} | 330 D`,
    );
    expect(found[1]).toBe(`02-Nov-2026,One,${amount},D`);
  });

  it("do not count a dash, which has its place in one of them", async () => {
    const found = await shownIn(
      "40: 40 Date | 130 Details | 270 Amount",
      "60: 40 02-Nov-2026 | 130 One | 230 - | 270 5.75",
    );
    expect(found[1]).toBe("02-Nov-2026,One,- | 5.75");
  });
});

describe("an amount in a PDF", () => {
  const row = async (cells: string) =>
    (await shownIn(NAMES, `60: 40 02-Nov-2026 | ${cells}`))[1]?.slice("02-Nov-2026,".length);

  it("is unreadable where it is divided by spaces, and words with numbers are not", async () => {
    expect(await row("350 1 500.00")).toBe(",,1 | 500.00");
    expect(await row("361 500.00 | 350 1 ")).toBe(",,1 | 500.00");
    expect(await row("350 1 234 567.00")).toBe(",,1 | 234 | 567.00");
    expect(await row("350 - 5.75")).toBe(",,- 5.75");
    expect(await row("130 Flat 2 14 | 350 5.75")).toBe("Flat 2 14,,5.75");
  });

  it("may be divided by spaces on lines without a day", async () => {
    const lines = [NAMES, "60: 40 02-Nov-2026 | 350 5.75", "80: 40 Total | 350 1 500.00"];
    expect((await shownIn(...lines))[2]).toBe("Total,,,1 500.00");
  });

  it("has a bar to a dash in its cell, which other texts have not", async () => {
    expect(await row("349 - | 370 5.75")).toBe(",,- | 5.75");
    expect(await row("350 5.75 | 376 -")).toBe(",,5.75 | -");
    expect(await row("130 One | 155 - | 350 5.75")).toBe("One -,,5.75");
    expect(await row("130 - | 140 One | 350 5.75")).toBe("- One,,5.75");
    expect(await row("350 5.75 | 376 7.00")).toBe(",,5.75 7.00");
  });

  it("has a dash beside the column before its own only if that has no amounts", async () => {
    expect(await row("220 - | 350 5.75")).toBe(",-,5.75");
    expect(await row("320 - | 350 5.75")).toBe(",-,5.75");
    expect(await row("270 5.75 | 348 -")).toBe(",5.75,-");
    expect(await row("270 5.75 | 540 -")).toBe(",5.75,-");
  });

  it.each(["Debit", "Credit", "Amount", "Balance"])(
    "leaves a dash behind %s to it",
    async (name) => {
      const other = name === "Credit" ? "Balance" : "Credit";
      const found = await shownIn(
        `40: 40 Date | 130 Details | 270 ${name} | 400 ${other}`,
        "60: 40 02-Nov-2026 | 130 One | 350 - | 400 5.75",
      );
      expect(found[1]).toBe("02-Nov-2026,One,-,5.75");
    },
  );

  it("leaves a dash before the first and behind the last column in the table", async () => {
    const found = await gridOf(
      "40: 60 Date | 150 Credit | 250 Details",
      "60: 30 - | 150 5.75 | 350 -",
      "80: 50 02-Nov-2026 | 150 7.00 | 250 One",
    );
    expect(found[1]).toStrictEqual(["-", "5.75", "-"]);
  });

  it("is in the column of those that have their center where it has its own", async () => {
    const found = await shownIn(
      "40: 40 Date | 130 Details | 330 Debit | 430 Credit",
      "60: 40 02-Nov-2026 | ^410 12,500.00",
      "80: 40 03-Nov-2026 | ^410.4 5.75",
    );
    expect(found.slice(1)).toEqual(["02-Nov-2026,,,12,500.00", "03-Nov-2026,,,5.75"]);
  });

  it("is in the column of those that end where it does", async () => {
    const found = await shownIn(
      "40: 40 Date | 130 Details | 330 Debit | 430 Credit",
      "60: 40 02-Nov-2026 | <431 12,500.00",
      "80: 40 03-Nov-2026 | <429 5.75",
      "100: 40 03-Nov-2026 | <431.4 8.00",
    );
    expect(found[2]).toBe("03-Nov-2026,,5.75,");
    expect(found[3]).toBe("03-Nov-2026,,,8.00");
  });

  const near = "40: 40 Date | 130 Details | 330 Debit | 380 Credit";

  it("is in the column below whose name most of it stands, if it is below two", async () => {
    const found = await shownIn(near, "60: 40 02-Nov-2026 | 345 12,345,678.00");
    expect(found[1]).toBe("02-Nov-2026,,,12,345,678.00");
  });

  it("is so, too, if it begins as those of one column and ends as those of the other", async () => {
    const found = await shownIn(
      near,
      "60: 40 02-Nov-2026 | 330 5.75",
      "80: 40 02-Nov-2026 | <407.84 7.00",
      "100: 40 02-Nov-2026 | 330 1,234,567,890.00",
    );
    expect(found.slice(1)).toEqual([
      "02-Nov-2026,,5.75,",
      "02-Nov-2026,,,7.00",
      "02-Nov-2026,,,1,234,567,890.00",
    ]);
  });

  it("and words say nothing of each other's columns by where they begin and end", async () => {
    const found = await shownIn(
      "40: 40 Date | 130 Transaction Details | 345 Credit",
      "60: 40 02-Nov-2026 | 270 1,234,567,890.00",
      "80: 40 02-Nov-2026 | 270 Ab",
      "100: 40 02-Nov-2026 | <289.46 Paid by many people for it",
      "120: 40 02-Nov-2026 | 270 5.75",
    );
    expect(found.slice(1)).toEqual([
      "02-Nov-2026,,1,234,567,890.00",
      "02-Nov-2026,Ab,",
      "02-Nov-2026,Paid by many people for it,",
      "02-Nov-2026,,5.75",
    ]);
  });

  it("is not where words below no name are: these belong to the nearest one", async () => {
    expect(await row("250 fee | 350 5.75")).toBe(",fee,5.75");
    expect(await row("170 fee | 350 5.75")).toBe("fee,,5.75");
    expect(await row("130 One | 500 fee")).toBe("One,,fee");
  });
});

describe("the words of a PDF's row whose day stands between their lines", () => {
  const names = "40: 40 Date | 130 Details | 350 Credit";
  const row = (y: number, day = "03-Nov-2026") => `${y}: 40 ${day} | 350 5.75`;
  const words = (y: number, text: string) => `${y}: 130 ${text}`;
  const centered = ["60: 130 A1", row(66), "72: 130 A2"];

  it.each(["Date", "Value Date"])("come behind it, below %s", async (name) => {
    const found = await textsOf([
      `40: 40 ${name} | 130 Details | 250 Zyx | 350 Credit`,
      ...centered,
      // A day in a column whose name is not known.
      "90: 250 03-Nov-2026 | 130 note",
      ...[words(102, "B1"), row(108), words(114, "B2")],
    ]);
    expect(found).toEqual(["A1 A2 note", "B1 B2"]);
  });

  it("may be references", async () => {
    const found = await gridOf(
      "40: 40 Date | 130 Reference | 350 Credit",
      ...centered,
      ...[words(102, "B1"), row(108), words(114, "B2")],
    );
    expect(found.map(([, text]) => text)).toEqual(["Reference", "", "A1", "A2", "", "B1", "B2"]);
  });

  it("are its own at the top of a page, and not those at the end of the page before", async () => {
    const found = await textsOf(
      [names, ...centered, row(700), words(712, "end")],
      [row(40), words(46, "C2"), words(90, "D1"), row(96), words(102, "D2")],
      [words(40, "E1"), words(46, "E2"), row(52), words(58, "E3")],
    );
    expect(found).toEqual(["A1 A2", "end", "C2", "D1 D2", "E1 E2 E3"]);
  });

  it("are its own on the last lines of a page", async () => {
    const found = await textsOf(
      [names, ...centered, words(702, "B1"), row(708), words(714, "B2")],
      [words(40, "C1"), row(46), words(52, "C2")],
    );
    expect(found).toEqual(["A1 A2", "B1 B2", "C1 C2"]);
  });

  it("leave the names of the columns above a row without words above it", async () => {
    const second = [words(100, "B1"), row(106), words(112, "B2")];
    expect(await textsOf([names, row(66), words(72, "A2"), ...second])).toEqual(["A2", "B1 B2"]);
  });

  it("are those of the row before if all spaces are alike", async () => {
    const alike = [words(60, "A1"), row(72), words(84, "A2"), row(96), words(108, "B2")];
    expect(await textsOf([names, ...alike])).toEqual(["A1 A2", "B2"]);
  });

  it("are not moved by days among the words, nor by times below the days", async () => {
    const found = await textsOf([
      ...[names, ...centered, words(84, "Invoice of"), words(90, "04-Nov-2026")],
      ...[row(110), words(122, "B2"), "128: 40 at 10:32 | 130 B3"],
      ...[words(150, "C1"), row(156), words(162, "C2")],
    ]);
    expect(found).toEqual(["A1 A2 Invoice of 04-Nov-2026", "B2 B3", "C1 C2"]);
  });

  it("are read where the names of the columns stand below them", async () => {
    const found = await shownIn(...centered, "100: 40 Date | 130 Details | 350 Credit", row(120));
    expect(found.slice(0, 3)).toEqual(["03-Nov-2026,,5.75", ",A1,", ",A2,"]);
  });

  it("are not looked for above rows whose words all stand below, or on their line, too", async () => {
    expect(await textsOf([names, row(60), words(75, "A"), row(87)])).toEqual(["A", ""]);
    const found = await textsOf([
      ...[names, "60: 40 02-Nov-2026 | 130 One | 350 5.75", words(75, "goes on")],
      ...["87: 40 03-Nov-2026 | 130 Two | 350 7.00", words(99, "too")],
    ]);
    expect(found).toEqual(["One goes on", "Two too"]);
  });
});
