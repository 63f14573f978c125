import { describe, expect, test } from "vitest";
import { mpesa } from "../../lib/providers/mpesa/adapter.ts";
import { answerOf, lookupIn, receiptIn } from "./fixtures/answers.ts";
import { type Drawn, pdfOf } from "./fixtures/pdf.ts";

const REFERENCE = "UEK1AB2CD3";
const lookup = lookupIn(mpesa, REFERENCE);
type Fields = Readonly<Record<string, string | null>>;

const FACTS: Fields = {
  "SENDER NAME": "ALMAZ GIRMA",
  "SENDER PHONE NUMBER": "251711000100",
  "RECEIVER NAME": "SELAM COFFEE SHOP",
  "RECEIVER PHONE NUMBER": "251711000142",
  "TRANSACTION ID": REFERENCE,
  "PAYMENT METHOD": "M-PESA",
  "TRANSACTION TYPE": "Send Money",
  "PAYMENT REASON": "coffee",
};
const TABLE: Fields = {
  "RECEIPT NO": "UEKR1AB2CD3X",
  "PAYMENT DATE": "2026-05-20 19:29:00",
  "SETTLED AMOUNT": "1,500.00 ETB",
};
const FEES: Fields = { "SERVICE FEE": "5.00 ETB", "+ 15% VAT": "0.75 ETB", TOTAL: "1,505.75 ETB" };

const given = (fields: Fields) =>
  Object.entries(fields).filter((row): row is [string, string] => row[1] !== null);

function drawn(change: Fields, label: (english: string) => string): Drawn[] {
  const changed = (fields: Fields) =>
    given({
      ...fields,
      ...Object.fromEntries(Object.entries(change).filter(([key]) => key in fields)),
    });
  const extra = given(change).filter(([key]) => ![FACTS, TABLE, FEES].some((part) => key in part));
  const facts = changed(FACTS);
  // The bank prints the payer's own text last.
  const last = facts.splice(facts.findIndex(([name]) => name === "PAYMENT REASON"));
  const pairs = [...facts, ...extra, ...last];
  const columns = changed(TABLE);
  return [
    ...pairs.flatMap(([name, value], at): Drawn[] => [
      [label(name), 40, 60 + 20 * at],
      [value, 320, 60 + 20 * at],
    ]),
    ...columns.flatMap(([name, value], at): Drawn[] => [
      [label(name), 40 + 180 * at, 320],
      [value, 40 + 180 * at, 340],
    ]),
    ...given(FEES).flatMap(([name, value], at): Drawn[] => [
      [label(name), 40, 380 + 20 * at],
      [value, 320, 380 + 20 * at],
    ]),
  ];
}

const wrap = (bytes: Uint8Array, code: unknown = "0") =>
  answerOf(
    JSON.stringify({
      responseCode: code,
      responseDescription: "ok",
      base64Data: Buffer.from(bytes).toString("base64"),
    }),
    "application/json",
  );
const page = async (change: Fields = {}, label = (english: string) => `/ ${english}`) =>
  wrap(await pdfOf(drawn(change, label)));
const receipt = async (change?: Fields) => receiptIn(mpesa, await page(change), lookup);

test("M-Pesa's receipt without a bank shows the receiver at M-Pesa, also where that field is dashes", async () => {
  const { receiver } = await receipt({ "BANK NAME": "- - -" });
  expect(receiver).toMatchObject({ institution: "mpesa", account: "251711000142" });
});

describe("M-Pesa", () => {
  test.each([
    ["a slash before them", (english: string) => `/ ${english}`],
    ["unreadable Amharic before the slash", (english: string) => `??? ??/ ${english}`],
    ["English alone", (english: string) => english],
  ])("with labels that have %s gives the settled amount", async (_what, label) => {
    expect(await receiptIn(mpesa, await page({}, label), lookup)).toMatchObject({
      provider: "mpesa",
      reference: REFERENCE,
      aliases: [{ provider: "mpesa", reference: "UEKR1AB2CD3X" }],
      amountMinor: 150_000,
      receiver: { institution: "mpesa", name: "SELAM COFFEE SHOP", account: "251711000142" },
      payer: { name: "ALMAZ GIRMA", account: "251711000100" },
      paidAt: Date.UTC(2026, 4, 20, 16, 29),
    });
  });

  test("with a stamp is unreadable", async () => {
    const stamped = async (text: string) => {
      const lines = [...drawn({}, (english) => english), [text, 40, 500] as const];
      return (await mpesa.read(wrap(await pdfOf(lines)), lookup)).kind;
    };
    expect(await stamped("REVERSED")).toBe("unreadable");
    expect(await stamped("Thank you")).toBe("receipt");
    const reversal = await page({ "TRANSACTION TYPE": "Reversal" });
    expect((await mpesa.read(reversal, lookup)).kind).toBe("unreadable");
  });

  test.each([
    ["SENDER NUMBER", "SENDER PHONE NUMBER"],
    ["RECEIVER ACCOUNT NUMBER", "RECEIVER PHONE NUMBER"],
    ["RECEIVER ACCOUNT/BUSINESS NUMBER", "RECEIVER PHONE NUMBER"],
  ])("reads %s in place of %s", async (other, usual) => {
    const found = await receipt({ [usual]: null, [other]: "251711000155" });
    const party = other.startsWith("SENDER") ? found.payer : found.receiver;
    expect(party.account).toBe("251711000155");
  });

  test("of an interoperable transfer is at the named bank, or at no known institution", async () => {
    const to = async (bank: string | null) =>
      (
        await receipt({
          "TRANSACTION TYPE": "Interoperable Bank transfer",
          "RECEIVER PHONE NUMBER": null,
          "RECEIVER ACCOUNT NUMBER": "1000200300401",
          "BANK NAME": bank,
        })
      ).receiver;
    expect(await to("Commercial Bank of Ethiopia")).toMatchObject({
      institution: "cbe",
      account: "1000200300401",
    });
    expect((await to("Some Bank")).institution).toBeNull();
    expect((await to(null)).institution).toBeNull();
  });

  test.each([
    ["M-Pesa", "Send Money", "mpesa"],
    ["M-Pesa", "Interoperable Bank transfer", null],
    ["Commercial Bank of Ethiopia", "Send Money", null],
    ["Some Bank", "Send Money", null],
  ])("at %s by the type %s is at %s", async (bank, type, institution) => {
    const found = await receipt({ "BANK NAME": bank, "TRANSACTION TYPE": type });
    expect(found.receiver.institution).toBe(institution);
  });

  test.each([
    ["account", "Send Money", { "RECEIVER ACCOUNT NUMBER": "251711999999" }],
    ["bank", "Buy Airtime", { "BANK NAME": "Commercial Bank of Ethiopia" }],
  ])("with another %s than its type has names no institution", async (_what, type, more) => {
    const found = await receipt({ "TRANSACTION TYPE": type, ...more });
    expect(found.receiver.institution).toBeNull();
  });

  test("whose payer's text goes on with a line like a receiver's is unreadable", async () => {
    const bytes = await pdfOf([
      ...drawn({ "RECEIVER PHONE NUMBER": null }, (english) => english),
      ["RECEIVER PHONE NUMBER 251711000142", 320, 300],
    ]);
    expect(await mpesa.read(wrap(bytes), lookup)).toEqual({
      kind: "unreadable",
      why: "a party below the payer's own text",
    });
  });

  test("with one number for both has no other reference", async () => {
    expect((await receipt({ "RECEIPT NO": REFERENCE })).aliases).toEqual([]);
  });

  test("is read where its code is a number, and its base64 has line breaks", async () => {
    const bytes = await pdfOf(drawn({}, (english) => english));
    const base64Data = Buffer.from(bytes).toString("base64").replace(/.{76}/g, "$&\r\n");
    const answer = answerOf(JSON.stringify({ responseCode: 0, base64Data }), "application/json");
    expect((await receiptIn(mpesa, answer, lookup)).amountMinor).toBe(150_000);
    for (const data of [`!${base64Data}`, `${base64Data}!`, `${base64Data}=!`]) {
      const body = JSON.stringify({ responseCode: 0, base64Data: data });
      expect(await mpesa.read(answerOf(body), lookup)).toEqual({
        kind: "unreadable",
        why: "base64Data: not base64",
      });
    }
  });

  test.each(["RECEIVER ACCOUNT NUMBER", "RECEIVER ACCOUNT/BUSINESS NUMBER"])(
    "to a wallet may print its phone as %s",
    async (label) => {
      for (const phone of [null, "251711000142"]) {
        const found = await receipt({ "RECEIVER PHONE NUMBER": phone, [label]: "251711000142" });
        expect(found.receiver).toMatchObject({ institution: "mpesa", account: "251711000142" });
      }
    },
  );

  test.each(["Loan Repayment", null])("of the type %j names no institution", async (type) => {
    expect((await receipt({ "TRANSACTION TYPE": type })).receiver.institution).toBeNull();
  });

  test.each([
    ["TRANSACTION ID", "UEK1AB2CD4"],
    ["SETTLED AMOUNT", "1.500,00 ETB"],
    ["PAYMENT DATE", "20/05/2026"],
    ["RECEIPT NO", "??"],
    ["RECEIPT NO", "UEKR1AB"],
    ["RECEIPT NO", "UEKR1AB2CD3UEKR1A"],
  ])("with %s %j is unreadable", async (label, value) => {
    const result = await mpesa.read(await page({ [label]: value }), lookup);
    expect(result.kind).toBe("unreadable");
  });

  test("is not found by any other response code, and only without a receipt", async () => {
    const refusal = (body: object) =>
      mpesa.read(answerOf(JSON.stringify(body), "application/json"), lookup);
    expect((await refusal({ responseCode: "1", responseDescription: "x" })).kind).toBe("not_found");
    expect((await refusal({ responseCode: "0" })).kind).toBe("unreadable");
    expect((await refusal({ responseCode: "404.1-A" })).kind).toBe("not_found");
    expect((await refusal({ responseCode: 17 })).kind).toBe("not_found");
    for (const responseCode of ["", "!404", "404!", "4 04", "1".repeat(21), null, true]) {
      expect(await refusal({ responseCode })).toEqual({
        kind: "unreadable",
        why: "no responseCode",
      });
    }
    expect((await refusal({})).kind).toBe("unreadable");
    expect((await refusal({ responseCode: "1", base64Data: "JVBERi0=" })).kind).toBe("unreadable");
    expect((await refusal({ responseCode: "0", base64Data: "<html>" })).kind).toBe("unreadable");
  });
});
