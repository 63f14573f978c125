import { describe, expect, test } from "vitest";
import { cbeBirr } from "../../lib/providers/cbe-birr/adapter.ts";
import { answerOf, CONTEXT, lookupIn, receiptIn } from "./fixtures/answers.ts";
import { decision } from "./fixtures/decision.ts";
import { type Drawn, labelsThenValues, pdfOf, twoColumns } from "./fixtures/pdf.ts";

const lookup = lookupIn(cbeBirr, "DEK1AB2CD3");
const HEAD: [string, string][] = [
  ["Debit Account", "251911000100"],
  ["Credit Account", "251911000142"],
  ["Receiver Name", "SELAM COFFEE SHOP"],
  ["Order ID", "ORD000112233"],
  ["Transaction Status", "Completed"],
  ["Reference", "coffee"],
  ["Receipt Number", "DEK1AB2CD3"],
  ["Transaction Date", "2026-05-20 19:29"],
];
const AMOUNTS: [string, string][] = [
  ["Paid amount", "1,500.00"],
  ["Service Charge", "5.00"],
  ["VAT", "0.75"],
  ["Total Paid Amount", "1,505.75"],
];
const FOOT: [string, string][] = [
  ["Payment Reason", "coffee"],
  ["Payment Channel", "USSD"],
];
const row = (rows: [string, string][], label: string, value: string) =>
  rows.map((one): [string, string] => (one[0] === label ? [label, value] : one));

/** As the facts describe it: labels, values, then four numbers before their four labels. */
function numbersFirst(head: [string, string][], amounts: [string, string][]): Drawn[] {
  const texts = [
    ...head.map(([label]) => label),
    ...head.map(([, value]) => value),
    "Amount",
    ...amounts.map(([, value]) => value),
    ...amounts.map(([label]) => label),
    ...FOOT.map(([label]) => label),
    ...FOOT.map(([, value]) => value),
  ];
  return texts.map((text, index) => [text, 40, 40 + 16 * index]);
}
const answer = async (drawn: readonly Drawn[]) => answerOf(await pdfOf(drawn), "application/pdf");
const receipt = async (drawn: readonly Drawn[]) => receiptIn(cbeBirr, await answer(drawn), lookup);
const kind = async (drawn: readonly Drawn[]) =>
  (await cbeBirr.read(await answer(drawn), lookup)).kind;

describe("CBE Birr", () => {
  test.each([
    ["in two columns", twoColumns([...HEAD, ...AMOUNTS, ...FOOT])],
    ["with the numbers before their labels", numbersFirst(HEAD, AMOUNTS)],
    ["with all labels, then all values", labelsThenValues([...HEAD, ...AMOUNTS, ...FOOT])],
  ])("%s gives the paid amount, never the total", async (_what, drawn) => {
    expect(await receipt(drawn)).toMatchObject({
      provider: "cbe_birr",
      reference: "DEK1AB2CD3",
      aliases: [],
      status: "completed",
      amountMinor: 150_000,
      receiver: { institution: "cbe_birr", name: "SELAM COFFEE SHOP", account: "251911000142" },
      paidAt: Date.UTC(2026, 4, 20, 16, 29),
    });
  });

  test.each([
    ["SELAM COFFEE SHOP", "count"],
    ["ETHIO TELECOM", "doubt"],
    ["", "doubt"],
  ])("to the shop's whole number and the name %j: %s", async (name, expected) => {
    const rows = [...row(HEAD, "Receiver Name", name), ...AMOUNTS];
    const result = await cbeBirr.read(await answer(twoColumns(rows)), lookup);
    expect(decision(result, "cbe_birr", "0911000142")).toBe(expected);
  });

  test("with a stamp is unreadable", async () => {
    const drawn = twoColumns([...HEAD, ...AMOUNTS, ...FOOT]);
    expect(await kind([["REVERSED", 250, 40], ...drawn])).toBe("unreadable");
    expect(await kind([["Receipt", 250, 40], ...drawn])).toBe("receipt");
  });

  test("whose amounts do not add up is unreadable", async () => {
    expect(await kind(numbersFirst(HEAD, row(AMOUNTS, "VAT", "9.75")))).toBe("unreadable");
    expect(await kind(numbersFirst(HEAD, [...AMOUNTS].reverse()))).toBe("unreadable");
  });

  test("to an account that is no phone names no institution", async () => {
    const bank = row(HEAD, "Credit Account", "1000200300401 - SELAM PLC");
    expect((await receipt(twoColumns([...bank, ...AMOUNTS]))).receiver).toMatchObject({
      institution: null,
      account: "1000200300401",
      name: "SELAM COFFEE SHOP",
    });
  });

  test("has its receipt number for a reference, and the requested number beside it", async () => {
    const rows = row(row(HEAD, "Order ID", "DEK1AB2CD4"), "Reference", "dek1ab2cd5");
    const drawn = twoColumns([...rows, ...AMOUNTS]);
    for (const [requested, ...more] of [["DEK1AB2CD4"], ["DEK1AB2CD5", "DEK1AB2CD4"]] as const) {
      const found = await receiptIn(cbeBirr, await answer(drawn), lookupIn(cbeBirr, requested));
      expect(found).toMatchObject({
        reference: "DEK1AB2CD3",
        aliases: [...more, requested].map((one) => ({ provider: "cbe_birr", reference: one })),
      });
    }
    const other = await cbeBirr.read(await answer(drawn), lookupIn(cbeBirr, "DEK1AB2CD6"));
    expect(other).toEqual({
      kind: "unreadable",
      why: "another reference than the requested one",
    });
  });

  test("has its order's number beside it, also where the receipt number is asked for", async () => {
    const rows = row(HEAD, "Order ID", "DEK1AB2CD4");
    expect((await receipt(twoColumns([...rows, ...AMOUNTS]))).aliases).toEqual([
      { provider: "cbe_birr", reference: "DEK1AB2CD4" },
    ]);
    const same = row(HEAD, "Order ID", "DEK1AB2CD3");
    expect((await receipt(twoColumns([...same, ...AMOUNTS]))).aliases).toEqual([]);
  });

  test("with a receipt number that is no reference is unreadable", async () => {
    const rows = row(row(HEAD, "Order ID", "DEK1AB2CD3"), "Receipt Number", "DEK1AB2CD3XY");
    expect(await cbeBirr.read(await answer(twoColumns([...rows, ...AMOUNTS])), lookup)).toEqual({
      kind: "unreadable",
      why: "receipt number: not a reference",
    });
  });

  test("reads seconds, and the payer", async () => {
    const rows = row(HEAD, "Transaction Date", "2026-05-20 19:29:30");
    expect(await receipt(twoColumns([...rows, ...AMOUNTS]))).toMatchObject({
      paidAt: Date.UTC(2026, 4, 20, 16, 29, 30),
      payer: { account: "251911000100", name: null },
    });
  });

  test("shows its status as it is", async () => {
    const pending = row(HEAD, "Transaction Status", "Pending");
    expect((await receipt(twoColumns([...pending, ...AMOUNTS]))).status).toBe("pending");
  });

  test.each([
    ["Receipt Number", "DEK1AB2CD4"],
    ["Transaction Status", ""],
    ["Transaction Date", "20-05-2026 19:29"],
  ])("with %s %j is unreadable", async (label, value) => {
    expect(await kind(twoColumns([...row(HEAD, label, value), ...AMOUNTS]))).toBe("unreadable");
  });

  test("is not found only by the empty viewer", async () => {
    const read = async (html: string) => (await cbeBirr.read(answerOf(html), lookup)).kind;
    const viewer = "<html><head><title>Auto Receipt</title></head><body><embed></body></html>";
    expect(await read(viewer)).toBe("not_found");
    expect(await read(viewer.replace("Auto Receipt", " Auto Receipt\n"))).toBe("not_found");
    expect(await read(viewer.replace("Auto Receipt", "No Auto Receipt"))).toBe("unreadable");
    expect(await read(viewer.replace("<embed>", "<p>System error</p>"))).toBe("unreadable");
    expect(await read("<html><title>Login</title></html>")).toBe("unreadable");
  });

  test("tries the link's phone, the payer's, then the merchant's, digits only", () => {
    const account = {
      provider: "cbe_birr",
      accountName: "S",
      accountNumber: "0911000142",
    } as const;
    const linked = lookupIn(
      cbeBirr,
      "https://cbepay1.cbe.com.et/aureceipt?TID=DEK1AB2CD3&PH=251911000100",
    );
    const context = { ...CONTEXT, accounts: [account], payerPhone: "+251 91 100 0100" };
    expect(cbeBirr.requests(linked, context).map((request) => request.path)).toEqual([
      "/aureceipt?TID=DEK1AB2CD3&PH=251911000100",
      "/aureceipt?TID=DEK1AB2CD3&PH=251911000142",
    ]);
    const same = { ...context, accounts: [{ ...account, accountNumber: "0911000100" }] };
    expect(cbeBirr.requests(linked, same)).toHaveLength(1);
    const hostile = { ...CONTEXT, payerPhone: "251911000100&TID=X" };
    expect(cbeBirr.requests(lookup, hostile)).toEqual([]);
  });
});
