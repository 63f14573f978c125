import { describe, expect, test } from "vitest";
import { mpesa } from "../../lib/providers/mpesa.ts";
import { answerOf, lookupIn, receiptIn } from "./fixtures/answers.ts";
import { labelsThenValues, pdfOf, twoColumns } from "./fixtures/pdf.ts";

const lookup = lookupIn(mpesa, "DEK1AB2CD3");
const ROWS: [string, string][] = [
  ["PAYER NAME", "ALMAZ GIRMA"],
  ["PAYER PHONE NUMBER", "2517****0100"],
  ["TRANSACTION ID", "DEK1AB2CD3"],
  ["RECEIPT NO", "RC00112233"],
  ["RECEIVER NAME", "SELAM COFFEE SHOP"],
  ["RECEIVER NUMBER", "251711000142"],
  ["SERVICE FEE", "5.00"],
  ["+ 15% VAT", "0.75"],
  ["TOTAL", "1,505.75"],
];
const DATE = ["2026-05-20 19:29:00", 40, 40] as const;
const wrap = (bytes: Uint8Array, code: unknown = "0") =>
  answerOf(
    JSON.stringify({
      responseCode: code,
      responseDescription: "ok",
      base64Data: Buffer.from(bytes).toString("base64"),
    }),
    "application/json",
  );
const page = async (rows = ROWS, layout = twoColumns) => wrap(await pdfOf([DATE, ...layout(rows)]));
const rowsWith = (label: string, value: string) =>
  ROWS.map((row): [string, string] => (row[0] === label ? [label, value] : row));

describe("M-Pesa", () => {
  test.each([
    ["two columns", twoColumns],
    ["labels, then values", labelsThenValues],
  ])("in %s gives the total less fee and VAT", async (_what, layout) => {
    expect(await receiptIn(mpesa, await page(ROWS, layout), lookup)).toMatchObject({
      provider: "mpesa",
      reference: "DEK1AB2CD3",
      aliases: [{ provider: "mpesa", reference: "RC00112233" }],
      amountMinor: 150_000,
      receiver: { institution: "mpesa", name: "SELAM COFFEE SHOP", account: "251711000142" },
      payer: { name: "ALMAZ GIRMA", account: "2517****0100" },
      paidAt: Date.UTC(2026, 4, 20, 16, 29),
    });
  });

  test.each([
    ["TRANSACTION ID", "DEK1AB2CD4"],
    ["TOTAL", ""],
    ["SERVICE FEE", "9,999.00"],
  ])("with %s %j is unreadable", async (label, value) => {
    const reading = await mpesa.read(await page(rowsWith(label, value)), lookup);
    expect(reading.kind).toBe("unreadable");
  });

  test("with two different times, or none, is unreadable", async () => {
    const later = ["2026-05-21 19:29:00", 40, 60] as const;
    for (const dates of [[], [DATE, later]]) {
      const bytes = await pdfOf([...dates, ...twoColumns(ROWS)]);
      expect((await mpesa.read(wrap(bytes), lookup)).kind).toBe("unreadable");
    }
  });

  test("is not found by any other response code, and only without a receipt", async () => {
    const refusal = (body: object) =>
      mpesa.read(answerOf(JSON.stringify(body), "application/json"), lookup);
    expect((await refusal({ responseCode: "1", responseDescription: "x" })).kind).toBe("not_found");
    expect((await refusal({ responseCode: "0" })).kind).toBe("unreadable");
    expect((await refusal({})).kind).toBe("unreadable");
    expect((await refusal({ responseCode: "1", base64Data: "JVBERi0=" })).kind).toBe("unreadable");
    expect((await refusal({ responseCode: "0", base64Data: "<html>" })).kind).toBe("unreadable");
  });
});
