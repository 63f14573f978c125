import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { fitOf } from "../../lib/contract/typed-amount.ts";
import { completenessOf } from "../../web/dashboard/src/statements/complete.ts";
import { hasSeveralAccounts, otherCurrencyIn } from "../../web/dashboard/src/statements/heads.ts";
import { readRows } from "../../web/dashboard/src/statements/rows.ts";
import { pdfOf } from "../providers/fixtures/pdf.ts";
import { readStatement, workbook } from "../support/file-encoders.ts";

const csv = (...lines: readonly string[]) => readStatement(strToU8(`${lines.join("\r\n")}\r\n`));

const RECEIVED = "2026-11-02 in 150000";
const CHARGED = "2026-11-02 out 575";

describe("the account of a statement", () => {
  const cbe = ["cbe", "1000200300401"] as const;
  const telebirr = ["telebirr", "0911000142"] as const;

  it("is known also where a phone stands beside its number, and a phone alone says nothing of a bank", () => {
    const phone = "+251115510000";
    expect(fitOf([phone, "1000200300401"], ...cbe)).toBe("own");
    expect(fitOf([phone, "1000200300999"], ...cbe)).toBe("other");
    expect(fitOf([phone], ...cbe)).toBe("unknown");
    expect(fitOf([], ...cbe)).toBe("unknown");
    expect(fitOf(["700123456", "251911000142"], ...telebirr)).toBe("own");
    expect(fitOf(["251911000999"], ...telebirr)).toBe("other");
  });

  const names = "Date,Description,Credit,Balance";
  const first = ["Account No,1000200300401", names, "2026-11-02,One,1500.00,1500.00", ""];
  const booked = "2026-11-03,Two,20.00,1520.00";

  it.each([
    ["of another number", ["Account No,1000200300999", "Printed,2026-11-30", names], true, null],
    ["in another currency", ["Account No,1000200300401", "Currency,USD", names], false, "USD"],
    ["on the next page", ["Account No,1000200300401", "Phone,+251115510000", names], false, null],
    ["whose page shows a phone only", ["Phone,+251115510000", names], false, null],
    [
      "named by the text of a booking",
      [`2026-11-02,"Account No 1000200300999",5.00,`],
      false,
      null,
    ],
  ])("is told from a second one in the file: %s", async (_, lines, isSeveral, currency) => {
    const { grid, mapping } = await csv(...first, ...lines, booked);
    expect(hasSeveralAccounts(grid, mapping)).toBe(isSeveral);
    expect(otherCurrencyIn(grid, mapping)).toBe(currency);
  });

  it.each([["Account,1000200300999"], ["Currency,USD"]])(
    "is told from a second one on another sheet: %s",
    async (line) => {
      const rows = [names, "2026-11-02,One,1500.00,1500.00", booked].map((row) => row.split(","));
      const sheet = [["Account", "1000200300401"], ...rows];
      await expect(
        readStatement(workbook(sheet, { second: [line.split(","), ...rows] })),
      ).rejects.toMatchObject({ fault: "several_sheets" });
      expect((await readStatement(workbook(sheet, { second: sheet }))).shown).toHaveLength(4);
    },
  );
});

describe("an ordinary statement", () => {
  it("may show an overdrawn balance as DR", async () => {
    const { shown, bad, rows } = await csv(
      "Date,Description,Debit,Credit,Balance",
      "2026-11-01,Opening balance,50.00,,50.00 DR",
      "2026-11-02,Charge,5.75,,55.75 DR",
      "2026-11-02,Charge,5.75,,61.50 DR",
      "2026-11-02,One,,1500.00,1438.50 CR",
    );
    expect([shown, bad]).toEqual([[CHARGED, CHARGED, RECEIVED], []]);
    expect(completenessOf(rows, bad, null).isUnbroken).toBe(true);
  });

  it("may have units below the names, and a word for nothing beside an amount", async () => {
    const { shown, bad } = await csv(
      "Date,Description,Debit,Credit,Balance",
      ",,(ETB),(ETB),(ETB)",
      "2026-11-02,One,N/A,1500.00,1500.00",
      "2026-11-02,Charge,5.75,nil,1494.25",
    );
    expect([shown, bad]).toEqual([[RECEIVED, CHARGED], []]);
    const { badLines } = await csv("Date,Description,Debit,Credit", "2026-11-02,One,N/A,nil");
    expect(badLines).toEqual([2]);
  });

  it("goes by the balance of the ledger where it also shows an available one", async () => {
    const { rows } = await csv(
      "Date,Description,Credit,Available Balance,Ledger Balance",
      "2026-11-02,One,1500.00,1000.00,1500.00",
    );
    expect(rows).toMatchObject([{ balance: 150_000 }]);
    const alone = await csv(
      "Date,Description,Credit,Available Balance",
      "2026-11-02,One,1500.00,1000.00",
    );
    expect(alone.rows).toMatchObject([{ balance: 100_000 }]);
  });

  it("may name its days in the first of two lines, and the sides in the second", async () => {
    const { shown, bad, mapping } = await csv(
      "Account,1000200300401",
      "Value Date,Description,Amount,,Balance",
      ",,Debit,Credit",
      "2026-11-02,One,,1500.00,1500.00",
      "2026-11-02,Charge,5.75,,1494.25",
    );
    expect([shown, bad, mapping.headerRow]).toEqual([[RECEIVED, CHARGED], [], 2]);
  });

  it("may say the side in a column without a name, and other words there say none", async () => {
    const rows = [
      "2026-11-02,One,1500.00,Cr,ok",
      "2026-11-02,Charge,5.75,D",
      "2026-11-03,Two,20.00",
    ];
    const sum = "Total,,1525.75,items";
    const { shown, badLines } = await csv("Value Date,Description,Amount", ...rows, sum);
    expect([shown, badLines]).toEqual([[RECEIVED, CHARGED], [4]]);
    const words = ["Credit card", "a debit", "ok"].map((word) => `2026-11-02,One,1500.00,${word}`);
    const other = await csv("Date,Description,Amount", ...words);
    expect([other.shown, other.bad]).toEqual([[RECEIVED, RECEIVED, RECEIVED], []]);
  });

  it("may repeat names with a number in them on each page", async () => {
    const names = "Date,Description,Credit,Balance 2026";
    const row = "2026-11-02,One,1500.00,1500.00";
    const { shown, bad, rows } = await csv(names, row, names, "2026-11-02,Two,1500.00,3000.00");
    expect([shown, bad]).toEqual([[RECEIVED, RECEIVED], []]);
    expect(rows.map(({ text }) => text)).toEqual(["One", "Two"]);
  });

  it.each([
    ["Br", false],
    ["br.", false],
    ["etb", false],
    ["Ethiopian Birr", false],
    ["", false],
    ["BRL", true],
    ["XBR", true],
    ["USD", true],
  ])("may name the currency of each row: %s", async (currency, isForeign) => {
    const { shown, foreign } = await csv(
      "Date,Description,Credit,Currency",
      `2026-11-02,One,1500.00,${currency}`,
    );
    expect([shown, foreign]).toEqual(isForeign ? [[], [2]] : [[RECEIVED], []]);
  });

  it("may have its text in several columns, some of them empty", async () => {
    const { rows } = await csv("Date,Details,Payer,Reason,Credit", "2026-11-02,One,,two,1500.00");
    expect(rows).toMatchObject([{ text: "One two" }]);
  });

  it("may have marks of the direction of writing, which nobody sees", async () => {
    const { shown } = await csv(
      "Date,Description,Credit",
      "\u200e2026-11-02,One,\u202d1500.00\u202c",
    );
    expect(shown).toEqual([RECEIVED]);
  });

  it("may shorten the year of an Ethiopian date", async () => {
    const { shown } = await csv("ቀን,መግለጫ,ገቢ", "23 ጥቅምት 19,ከአበበ,1500.00");
    expect(shown).toEqual([RECEIVED]);
  });

  it.each([
    ...["2026-11-01T21:30:00Z", "2026-11-01T21:30:00.125+00:00", "2026-11-02T21:30:00+03:00"],
    ...["2026-11-01T21:30:00.125+0000", "2026-11-01 21:30:00 UTC"],
  ])("may have its times in UTC: the day is that of Addis Ababa, %s", async (time) => {
    expect((await csv("Date,Description,Credit", `${time},One,1500.00`)).shown).toEqual([RECEIVED]);
  });
});

describe("a text file whose cells or lines do not end where they should", () => {
  const names = "Date,Description,Credit,Reference";

  it.each([
    ["over the next row", '2026-11-02,"Shop" Ltd,1500.00', '2026-11-03,"B",20.00'],
    ["over the amount", '2026-11-02,"Shop" Ltd,1500.00,"FT1"', '2026-11-03,"B",20.00,"FT2"'],
  ])("is refused where a quotation mark makes a cell go on %s", async (_, ...rows) => {
    const read = csv(names, "2026-11-01,A,5.00,FT0", ...rows);
    await expect(read).rejects.toMatchObject({ fault: "unclosed_quote", line: 3 });
  });

  it("is read where a quotation mark within a quoted cell hides nothing", async () => {
    const { rows } = await csv(names, '2026-11-02,"The \\"Shop\\" Ltd","1,500.00",FT1');
    expect(rows).toMatchObject([{ text: 'The \\"Shop\\" Ltd', amount: 150_000, reference: "FT1" }]);
  });

  it.each([
    ["\r\n", "\n"],
    ["\n", "\r"],
    ["\r", "\r\n"],
  ])("is read with two kinds of line ends: %j and %j", async (one, other) => {
    const rows = ["2026-11-02,1500.00,One", "2026-11-02,-5.75,Two"].join(other);
    const { shown } = await readStatement(strToU8(`Date,Amount,Description${one}${rows}${one}`));
    expect(shown).toEqual([RECEIVED, CHARGED]);
  });

  it.each([
    ["Date,Description,Credit,Balance", "2026-11-03,One,1,500.00,11,500.00"],
    ["Date,Description,Credit,Balance", "2026-11-03,Cash, 12, Bole,1500.00,1500.00"],
    ["Date,Description,Credit", "2026-11-03,One,1500,75"],
    ["Date,Credit,Description", "2026-11-03,1,500.00,One"],
    ["Date,Credit,Description", "2026-11-03,1500,75,One"],
    ["Date,Payer,Credit,Remark", "2026-11-03,Cash, 12,1500.00,One"],
    ["Date,Credit,Reference", "2026-11-03,1,500,FT1"],
    ["Date,Amount,Reference", "2026-11-03,1,500,FT1"],
    ["Date,Credit,Debit,Reference", "2026-11-03,,1,500,FT1"],
    ["Date,Credit,Balance,Reference", "2026-11-03,500.00,1,500,FT1"],
    ["Date,Description,Credit", "2026-11-03,Cash, 12, Bole,1500.00"],
  ])("has an unreadable row where a comma moved its cells: %s", async (heads, row) => {
    const usual = heads
      .split(",")
      .map((name) => ({ Credit: "1500.00", Amount: "1500.00", Debit: "" })[name] ?? "x");
    const { shown, bad } = await csv(heads, ["2026-11-02", ...usual.slice(1)].join(","), row);
    expect([shown, bad]).toEqual([[RECEIVED], [{ line: 3, why: "amount", date: "2026-11-03" }]]);
  });

  it("may have notes beyond its columns, and a number there once the column is known", async () => {
    const rows = ["2026-11-02,One,1500.00,123456,checked", "2026-11-03,Two,20.00,123457"];
    const { bad } = await csv(names, ...rows);
    expect(bad).toEqual([]);
    const beside = await csv("Date,Credit,Balance", "2026-11-02,1500.00,15.00,checked");
    expect(beside.bad).toEqual([]);
    const numbered = await csv(names, "2026-11-02,One,1500.00,123456,1045");
    expect(numbered.badLines).toEqual([2]);
    const roles = { ...numbered.mapping.roles, 4: "text" } as const;
    const known = readRows(numbered.grid, { ...numbered.mapping, roles }, 2, 2026);
    expect(known).toMatchObject({ rows: [{ text: "One 1045", amount: 150_000 }], bad: [] });
  });

  it("may name its last column in the first of two lines", async () => {
    const { shown, bad } = await csv(
      "Transaction,,Amount,,Branch",
      "Date,Details,Debit,Credit",
      "2026-11-02,One,,1500.00,001",
    );
    expect([shown, bad]).toEqual([[RECEIVED], []]);
  });
});

describe("other columns than those of the transactions", () => {
  it.each([
    ["Date,Description,Debit,Credit,Available Amount", "One,,1500.00,1500.00"],
    ["Date,Description,Money Out,Money In,Total Amount", "One,,1500.00,9500.00"],
    ["Date,Description,Debit,Credit,Amount", "One,,1500.00,9500.00"],
    ["Date,Description,Service Charge Amount,Total Amount", "One,5.75,1500.00"],
    ["Date,Description,Amount in ETB,Dr/Cr", "One,1500.00,Cr"],
    ["Date,Description,Sent Amount,Received Amount", "One,,1500.00"],
    ["Date,Description,VAT Credit,Credit Amount in birr", "One,5.75,1500.00"],
    ["Print Date,Date of it,Received From,Credit", "2026-11-02,One,1500.00"],
  ])("say neither amount nor day: %s", async (heads, row) => {
    const day = heads.startsWith("Print") ? "2026-11-30" : "2026-11-02";
    const { shown, bad, rows } = await csv(heads, `${day},${row}`);
    expect([shown, bad]).toEqual([[RECEIVED], []]);
    expect(rows).toMatchObject([{ text: expect.stringMatching(/^One/) }]);
  });

  it("leave the direction to the column that says it", async () => {
    const debit = "2026-11-02,Charge,5.75,Dr";
    expect((await csv("Date,Description,Amount in ETB,Dr/Cr", debit)).shown).toEqual([CHARGED]);
    expect(
      (await csv("Date,Description,Amount,Direction", "2026-11-02,One,1500.00,in")).shown,
    ).toEqual([RECEIVED]);
    expect(
      (await csv("Date,Description,Amount,In/Out", "2026-11-02,Charge,5.75,Out")).shown,
    ).toEqual([CHARGED]);
    const sent = "2026-11-02,Charge,5.75,";
    expect((await csv("Date,Description,Sent Amount,Received Amount", sent)).shown).toEqual([
      CHARGED,
    ]);
  });

  it("say no direction by a word that only begins with one", async () => {
    const { shown, badLines } = await csv(
      "Date,Type,Amount",
      "2026-11-02,In,1500.00",
      "2026-11-02,Out,5.75",
      "2026-11-03,In-house transfer,20.00",
      "2026-11-03,Out-of-hours deposit,30.00",
    );
    expect([shown, badLines]).toEqual([
      [RECEIVED, CHARGED],
      [4, 5],
    ]);
  });
});

describe("money of another currency", () => {
  it("is left out and said, and birr is not", async () => {
    const { shown, foreign } = await csv(
      "Date,Description,Ccy,Debit,Credit",
      "2026-11-02,One,ETB,,1500.00",
      "2026-11-02,Dollars,USD,,500.00",
      "2026-11-02,Charge,Birr,5.75,",
      "2026-11-02,Charge,,5.75,",
    );
    expect([shown, foreign]).toEqual([[RECEIVED, CHARGED, CHARGED], [3]]);
    const beside = await csv(
      "Date,Description,Credit,Balance",
      "2026-11-02,One,1500.00,1500.00",
      "2026-11-02,Dollars,500.00,USD 500.00",
      "2026-11-02,Dollars,$500.00,1000.00",
    );
    expect([beside.shown, beside.foreign, beside.bad]).toEqual([[RECEIVED], [3, 4], []]);
  });

  it.each([
    [["Account Currency,USD", "Date,Description,Credit"], "USD"],
    [["Date,Description,Amount (EUR)"], "EUR"],
    [["Currency: ETB; rates in USD", "Date,Description,Credit (ETB)"], null],
    [["Branch: USD Square", "Date,Description,Credit"], null],
    [["Account: 1000200300401 (USD)", "Date,Description,Credit"], "USD"],
    [["Account,1000200300401 eur", "Date,Description,Credit"], "EUR"],
    [["Invented Bank,USD", "Date,Description,Credit"], "USD"],
    [["Opening balance,5.00 USD", "Date,Description,Credit"], "USD"],
    [["Statement in US Dollars", "Date,Description,Credit"], "USD"],
    [["የሂሳብ ቁጥር፦ 1000200300401 (ዶላር)", "ቀን,መግለጫ,ገቢ"], "USD"],
    [["Date,Description,Credit,Balance ($)"], "USD"],
    [["Account Name,Euro Dollar Trading", "Date,Description,Credit"], null],
    [["Account Name: Euro Trading,ABC", "Date,Description,Credit"], null],
    [["Exchange rate,USD 150.25", "Date,Description,Credit"], null],
    [["Currency: ETB", "Account: 1000200300401 (USD)", "Date,Description,Credit"], null],
    [["Reported in USD,Invented Bank", "Date,Description,Credit (birr)"], null],
  ])("of the whole statement is found above the amounts: %s", async (lines, currency) => {
    const { grid, mapping } = await csv(...lines, "2026-11-02,One,1500.00");
    expect(otherCurrencyIn(grid, mapping)).toBe(currency);
  });
});

describe("a second table below the first", () => {
  const rows = ["2026-11-02,One,1500.00,", "2026-11-02,Two,1500.00,"];
  const first = ["Date,Description,Credit,Balance", ...rows];
  const both = [RECEIVED, RECEIVED];

  it.each([
    ["with other columns", ["Date,Description,Balance,Credit"], "2026-11-03,Two,20.00,20.00"],
    ["with sums", ["", "Date,Count,Total"], "2026-11-02,12,900.00"],
  ])("is not read with the columns of the first: %s", async (_, names, row) => {
    const lines = [...first, ...names, row];
    const { shown, badLines } = await csv(...lines);
    expect([shown, badLines]).toEqual([both, [lines.length]]);
    const again = await csv(...lines, ...first.slice(0, 2));
    expect([again.shown, again.badLines]).toEqual([[...both, RECEIVED], [lines.length]]);
    // As many bookings again, and more.
    for (const more of [rows, [...rows, ...rows]]) {
      const { shown, badLines } = await csv(...lines, ...first.slice(0, 1), ...more);
      expect([shown, badLines]).toEqual([[...both, ...more.map(() => RECEIVED)], [lines.length]]);
    }
  });

  it("is the same one where each page repeats its names in other words", async () => {
    const page = ["Date,Details,Credit (ETB),Bal.", "2026-11-02,One,1500.00,"];
    const { shown, bad } = await csv(...first, ...page);
    expect([shown, bad]).toEqual([[RECEIVED, ...both], []]);
  });
});

describe("a payment whose reason reads like a balance", () => {
  const names = "Date,Description,Debit,Credit,Balance";
  const first = "2026-11-01,Zero,,10.00,10.00";
  const paid = "2026-11-02,Previous balance,,1500.00,1510.00";
  const charged = "2026-11-02,Total,5.75,,1504.25";

  it("is one if its balance follows from the row beside it", async () => {
    const down = await csv(names, first, paid, charged);
    expect(down.shown).toEqual(["2026-11-01 in 1000", RECEIVED, CHARGED]);
    const up = await csv(names, charged, paid, first);
    expect(up.shown).toEqual([CHARGED, RECEIVED, "2026-11-01 in 1000"]);
  });

  it("is none if the row only sums others, or if its balance may be an opening one", async () => {
    const sum = "2026-11-30,Page total,,1510.00,1510.00";
    expect((await csv(names, first, "2026-11-02,One,,1500.00,1510.00", sum)).shown).toHaveLength(2);
    const carried = "2026-11-30,Carried forward,,1500.00,1510.00";
    expect((await csv(names, first, "2026-11-02,One,,1500.00,1510.00", carried)).shown).toEqual([
      "2026-11-01 in 1000",
      RECEIVED,
    ]);
    // All of the opening balance goes out.
    const opening = "2026-11-01,Opening balance,,5.75,5.75";
    expect((await csv(names, opening, "2026-11-02,Sweep,5.75,,0.00")).shown).toEqual([CHARGED]);
  });
});

it("a PDF of more pages than are read is refused", async () => {
  await expect(readStatement(await pdfOf([["Date", 40, 40]], 201))).rejects.toMatchObject({
    fault: "too_large",
  });
  await expect(readStatement(await pdfOf([["Date", 40, 40]], 200))).rejects.toThrow("no columns");
});
