import { describe, expect, test } from "vitest";
import { createCbe } from "../../lib/providers/cbe/adapter.ts";
import { answerOf, lookupIn, receiptIn } from "./fixtures/answers.ts";
import { decision } from "./fixtures/decision.ts";
import { inlineRows, labelsThenValues, pdfOf, twoColumns } from "./fixtures/pdf.ts";

const cbe = createCbe(null);
const REFERENCE = "FT26140AB1C2";
const lookup = lookupIn(cbe, REFERENCE);
const PDF = "application/pdf";

const ROWS: [string, string][] = [
  ["Payer", "ALMAZ GIRMA TESSEMA"],
  ["Account", "1****3321"],
  ["Receiver", "SELAM COFFEE SHOP"],
  ["Account", "1****0401"],
  ["Payment Date & Time", "5/20/2026, 7:29:00 PM"],
  ["Reference No. (VAT Invoice No)", REFERENCE],
  ["Reason / Type of service", "coffee done via Mobile"],
  ["Transferred Amount", "20,000.00 ETB"],
  ["Commission or Service Charge", "10.00 ETB"],
  ["15% VAT on Commission", "1.50 ETB"],
  ["Total amount debited from customers account", "20,011.50 ETB"],
];
const rowsWith = (label: string, value: string) =>
  ROWS.map((row): [string, string] => (row[0] === label ? [label, value] : row));
const read = async (bytes: Uint8Array) => cbe.read(answerOf(bytes, PDF), lookup);

const EXPECTED = {
  provider: "cbe",
  reference: REFERENCE,
  status: "completed",
  amountMinor: 2_000_000,
  currency: "ETB",
  receiver: { institution: "cbe", name: "SELAM COFFEE SHOP", account: "1****0401" },
  payer: { name: "ALMAZ GIRMA TESSEMA", account: "1****3321" },
  paidAt: Date.UTC(2026, 4, 20, 16, 29),
  source: { parserVersion: "cbe/2" },
};

describe("CBE's PDF", () => {
  test.each([
    ["in two columns", twoColumns],
    ["with all labels, then all values", labelsThenValues],
    ["with label and value in one text", inlineRows],
  ])("%s gives one receipt", async (_what, layout) => {
    const bytes = await pdfOf([["Commercial Bank of Ethiopia", 200, 20], ...layout(ROWS)]);
    expect(await receiptIn(cbe, answerOf(bytes, PDF), lookup)).toMatchObject(EXPECTED);
  });

  test("with a stamp is unreadable", async () => {
    const stamped = await pdfOf([["Cancelled", 200, 20], ...twoColumns(ROWS)]);
    expect((await read(stamped)).kind).toBe("unreadable");
  });

  test("with the receiver before the payer keeps each account with its party", async () => {
    const turned = [...ROWS.slice(2, 4), ...ROWS.slice(0, 2), ...ROWS.slice(4)];
    const bytes = await pdfOf(twoColumns(turned));
    expect(await receiptIn(cbe, answerOf(bytes, PDF), lookup)).toMatchObject(EXPECTED);
  });

  test("with its date before the parties is read, and with an account before them is not", async () => {
    const dateFirst = [...ROWS.slice(4, 5), ...ROWS.slice(0, 4), ...ROWS.slice(5)];
    const bytes = await pdfOf(twoColumns(dateFirst));
    expect(await receiptIn(cbe, answerOf(bytes, PDF), lookup)).toMatchObject(EXPECTED);
    const accountFirst = await pdfOf(twoColumns([["Account", "1****0401"], ...ROWS]));
    expect(await read(accountFirst)).toEqual({
      kind: "unreadable",
      why: "account: before any party",
    });
  });

  test("reads the other date form", async () => {
    const rows = rowsWith("Payment Date & Time", "Aug 16, 2026, 6:35 PM");
    const found = await receiptIn(cbe, answerOf(await pdfOf(twoColumns(rows)), PDF), lookup);
    expect(found.paidAt).toBe(Date.UTC(2026, 7, 16, 15, 35));
  });

  test.each([
    ["SELAM COFFEE SHOP", "count"],
    ["KEBEDE HAILU", "doubt"],
  ])("to the shop's whole number and the name %s: %s", async (name, expected) => {
    const rows = rowsWith("Receiver", name);
    rows[3] = ["Account", "1000200300401"];
    rows[7] = ["Transferred Amount", "1,500.00 ETB"];
    rows[10] = ["Total amount debited from customers account", "1,511.50 ETB"];
    const result = await read(await pdfOf(twoColumns(rows)));
    expect(decision(result, "cbe", "1000200300401")).toBe(expected);
  });

  test("without a receiver confirms none", async () => {
    const rows = [...ROWS.slice(0, 2), ...ROWS.slice(4)];
    const found = await receiptIn(cbe, answerOf(await pdfOf(twoColumns(rows)), PDF), lookup);
    expect(found.receiver).toMatchObject({ institution: null, name: null, account: null });
  });

  test("whose values are fewer than its labels is unreadable", async () => {
    const drawn = labelsThenValues(ROWS).filter(([text]) => text !== "SELAM COFFEE SHOP");
    expect((await read(await pdfOf(drawn))).kind).toBe("unreadable");
  });

  test("whose values slipped by one is unreadable", async () => {
    const drawn = labelsThenValues(ROWS).map(([text, x, y]): [string, number, number] => [
      text === "SELAM COFFEE SHOP" ? "1****0401" : text,
      x,
      y,
    ]);
    expect((await read(await pdfOf(drawn))).kind).toBe("unreadable");
  });

  test.each([1, 4])("whose reason takes %i lines of amounts is unreadable", async (lines) => {
    const values = ROWS.map(([, value]) => value);
    const reason = ["for coffee", ...Array.from({ length: lines }, () => "99,999.00 ETB")];
    values.splice(6, 1, ...reason);
    const drawn = [...ROWS.map(([label]) => label), ...values].map(
      (text, index) => [text, 40, 60 + 18 * index] as const,
    );
    expect(await read(await pdfOf(drawn))).toEqual({
      kind: "unreadable",
      why: "more values than labels, in more than one order",
    });
  });

  test.each([8, 9])(
    "whose reason takes the place of the amount, with value %i blank, is unreadable",
    async (blank) => {
      for (const forged of ["99,999.00 ETB", "20,001.00 ETB"]) {
        const values = ROWS.map(([, value]) => value).filter((_value, index) => index !== blank);
        values.splice(7, 0, forged);
        const drawn = [...ROWS.map(([label]) => label), ...values].map(
          (text, index) => [text, 40, 60 + 18 * index] as const,
        );
        expect(await read(await pdfOf(drawn))).toEqual({
          kind: "unreadable",
          why: "transferred amount: more than the total",
        });
      }
    },
  );

  test("without fees, so that the total is the amount, is read", async () => {
    const free = ROWS.map(([label, value], row): [string, string] =>
      row === 8 || row === 9 ? [label, "0.00 ETB"] : [label, row === 10 ? "20,000.00 ETB" : value],
    );
    const bytes = await pdfOf(twoColumns(free));
    expect(await receiptIn(cbe, answerOf(bytes, PDF), lookup)).toMatchObject(EXPECTED);
  });

  test("without a total is unreadable, and with a blank fee is not", async () => {
    expect((await read(await pdfOf(twoColumns(ROWS.slice(0, 10))))).kind).toBe("unreadable");
    const blank = twoColumns(rowsWith("15% VAT on Commission", ""));
    expect((await read(await pdfOf(blank))).kind).toBe("receipt");
  });

  test.each([
    ["pairs", ["Receiver: SELAM COFFEE SHOP", "Account: 1000200300401"], ["for", "coffee"]],
    ["pairs and another line", ["Account: 1000200300401", "for"], ["coffee", "and tea"]],
    ["a label and its value", ["Receiver", "SELAM COFFEE SHOP"], ["for", "coffee"]],
  ])("whose reason has %s above its label is unreadable", async (_what, above, below) => {
    const rows = [...ROWS.slice(0, 2), ...ROWS.slice(4, 6)];
    const lines = [...above, "", ...below].map((text, at) => [text, 330, 200 + 16 * at] as const);
    const foot = twoColumns(ROWS.slice(7)).map(([text, x, y]) => [text, x, y + 220] as const);
    const label = ["Reason / Type of service", 40, 232] as const;
    expect(await read(await pdfOf([...twoColumns(rows), ...lines, label, ...foot]))).toEqual({
      kind: "unreadable",
      why: "a party in the payer's own text",
    });
  });

  test("with all labels, then all values, then the bank's own lines gives one receipt", async () => {
    const values = labelsThenValues(ROWS);
    const bytes = await pdfOf([...values, ["Thank you for banking with us", 40, 700]]);
    expect(await receiptIn(cbe, answerOf(bytes, PDF), lookup)).toMatchObject(EXPECTED);
  });

  test.each([
    ["Transferred Amount", ""],
    ["Transferred Amount", "1.250 ETB"],
    ["Payment Date & Time", "20/5/2026, 7:29:00 PM"],
    ["Reference No. (VAT Invoice No)", "FT26140AB1C3"],
  ])("with %s %j is unreadable", async (label, value) => {
    expect((await read(await pdfOf(twoColumns(rowsWith(label, value))))).kind).toBe("unreadable");
  });

  test("whose reason imitates another line is unreadable or shows the real value", async () => {
    const rows = rowsWith("Reason / Type of service", "Transferred Amount: 99,999.00 ETB");
    const found = await receiptIn(cbe, answerOf(await pdfOf(twoColumns(rows)), PDF), lookup);
    expect(found.amountMinor).toBe(2_000_000);
    const twice = [...twoColumns(ROWS), ["Transferred Amount: 99,999.00 ETB", 40, 500] as const];
    expect((await read(await pdfOf(twice))).kind).toBe("unreadable");
  });

  test("whose reason goes on with a line like an account's is unreadable", async () => {
    const rows: [string, string][] = [...ROWS.slice(0, 3), ...ROWS.slice(4, 7)];
    const forged: [string, string][] = [...rows, ["Account", "1000200300401"], ...ROWS.slice(7)];
    expect((await read(await pdfOf(twoColumns(forged)))).kind).toBe("unreadable");
  });

  test.each(["Status", "Receipt Status", "Transfer Status"])(
    "with %s is read by it, and unreadable where it is blank",
    async (label) => {
      const withStatus = (word: string) => pdfOf(twoColumns([...ROWS, [label, word]]));
      const found = await receiptIn(cbe, answerOf(await withStatus("Reversed"), PDF), lookup);
      expect(found.status).toBe("reversed");
      expect((await read(await withStatus(""))).kind).toBe("unreadable");
    },
  );

  test("cut off, of four pages, or followed by nothing is unreadable", async () => {
    const bytes = await pdfOf(twoColumns(ROWS));
    for (const length of [0, 4, 100, bytes.length >> 1, bytes.length - 10]) {
      expect((await read(bytes.slice(0, length))).kind).toBe("unreadable");
    }
    expect((await read(await pdfOf(twoColumns(ROWS), 4))).kind).toBe("unreadable");
  });

  test("under another status than 200 is unreadable", async () => {
    const bytes = await pdfOf(twoColumns(ROWS));
    for (const status of [203, 302, 403]) {
      const why = `unexpected status ${status}`;
      const result = await cbe.read(answerOf(bytes, PDF, status), lookup);
      expect(result).toEqual({ kind: "unreadable", why });
    }
  });

  test("is not found only by the recorded page", async () => {
    const page =
      "<html><h1>You Are Not Allowed to See This Data, Please Check your Link</h1></html>";
    const at = (status: number, body: string) =>
      cbe.read(answerOf(body, "text/html", status), lookup);
    expect(await at(404, page)).toEqual({ kind: "not_found" });
    expect((await at(200, page)).kind).toBe("unreadable");
    expect((await at(404, "<html>nginx</html>")).kind).toBe("unreadable");
    expect((await at(503, page)).kind).toBe("unavailable");
  });
});
