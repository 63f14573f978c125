import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { fitOf } from "../../lib/contract/typed-amount.ts";
import { completenessOf } from "../../web/dashboard/src/statements/complete.ts";
import { hasSeveralAccounts, otherCurrencyIn } from "../../web/dashboard/src/statements/heads.ts";
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
