import { describe, expect, test } from "vitest";
import { boa } from "../../lib/providers/boa/adapter.ts";
import { answerOf, CONTEXT, lookupIn, receiptIn } from "./fixtures/answers.ts";

const lookup = lookupIn(boa, "FT26140AB1C2");
const SLIP = {
  "Source Account": "1****4455",
  "Source Account Name": "ALMAZ GIRMA",
  "Payer's Name": "ALMAZ GIRMA",
  "Receiver's Name": "SELAM COFFEE SHOP",
  "Receiver's Account": "1****7788",
  "Transferred Amount": "5,000.00 ETB",
  "Total Amount including VAT": "5,011.50 ETB",
  "Transaction Reference": "FT26140AB1C2",
  "Transaction Date": "20/05/26 19:29",
  "Transaction Type": "Account to Account Transfer",
  Narrative: "coffee",
  "Service Charge": "10.00 ETB",
  VAT: "1.50 ETB",
  currency: "ETB",
};
const answer = (change: object = {}, header: object = { status: "success" }) =>
  answerOf(JSON.stringify({ header, body: [{ ...SLIP, ...change }] }), "application/json");
const read = (change: object, header?: object) => boa.read(answer(change, header), lookup);

describe("Bank of Abyssinia", () => {
  test("gives the transferred amount, never the total", async () => {
    expect(await receiptIn(boa, answer(), lookup)).toMatchObject({
      provider: "boa",
      reference: "FT26140AB1C2",
      amountMinor: 500_000,
      currency: "ETB",
      receiver: { institution: "boa", name: "SELAM COFFEE SHOP", account: "1****7788" },
      payer: { name: "ALMAZ GIRMA", account: "1****4455" },
      paidAt: Date.UTC(2026, 4, 20, 16, 29),
    });
  });

  test.each(["20/05/2026 19:29", "20/05/26 19:29:00", "20/05/2026 19:29:00"])(
    "reads %s",
    async (date) => {
      const found = await receiptIn(boa, answer({ "Transaction Date": date }), lookup);
      expect(found.paidAt).toBe(Date.UTC(2026, 4, 20, 16, 29));
    },
  );

  test("takes no field for a status that is only named alike", async () => {
    expect(await read({ "Statement Page": "7" })).toMatchObject({
      receipt: { status: "completed" },
    });
  });

  test("without receiver keys confirms no receiver", async () => {
    const change = { "Receiver's Name": undefined, "Receiver's Account": undefined };
    const found = await receiptIn(boa, answer(change), lookup);
    expect(found.receiver).toMatchObject({ name: null, account: null });
  });

  test("to another bank names no institution", async () => {
    const found = await receiptIn(
      boa,
      answer({ "Transaction Type": "Other Bank Transfer" }),
      lookup,
    );
    expect(found.receiver.institution).toBeNull();
  });

  test.each([
    ["another reference", { "Transaction Reference": "FT26140AB1C3" }],
    ["two currencies", { currency: "USD" }],
    ["month first", { "Transaction Date": "05/20/26 19:29" }],
    ["no amount", { "Transferred Amount": "" }],
    ["an amount with too many decimals", { "Transferred Amount": 5000.123 }],
  ])("with %s is unreadable", async (_what, change) => {
    expect((await read(change)).kind).toBe("unreadable");
  });

  test.each([
    ["another date", { "Transaction Date": "today" }, "Transaction Date: not a known date format"],
    ["no amount", { "Transferred Amount": undefined }, "no Transferred Amount"],
    ["an unclear amount", { "Transferred Amount": "5.000" }, "Transferred Amount: not an amount"],
    ["an unknown currency", { currency: "BIRR" }, "currency: not a currency"],
    [
      "two banks",
      { "Receiver's Bank": "BOA", "Receiver Bank": "CBE" },
      "Receiver's Bank: two values",
    ],
    [
      "two states",
      { "Transaction Status": "Completed", Status: "Reversed" },
      "Transaction Status: two values",
    ],
  ])("with %s says why it is unreadable", async (_what, change, why) => {
    expect(await read(change)).toEqual({ kind: "unreadable", why });
  });

  test.each(["Transaction Status", "Status", "status", "transactionStatus", "Payment State"])(
    "shows a state under %s, and is unreadable where that is blank",
    async (key) => {
      const statusOf = async (word: string) =>
        (await receiptIn(boa, answer({ [key]: word }), lookup)).status;
      expect(await statusOf("Reversed")).toBe("reversed");
      expect(await statusOf("Anything")).toBe("unknown");
      for (const blank of ["", null]) {
        expect((await boa.read(answer({ [key]: blank }), lookup)).kind).toBe("unreadable");
      }
    },
  );

  test.each(["Receiver's Bank", "Beneficiary Bank", "Receiver Bank"])(
    "is at the bank under %s, and at its own only by an internal type",
    async (key) => {
      const at = async (bank: string, type?: string) =>
        (await receiptIn(boa, answer({ [key]: bank, "Transaction Type": type }), lookup)).receiver
          .institution;
      expect(await at("Zemen Bank", "Other Bank Transfer")).toBe("zemen");
      expect(await at("Z Bank", "Within BOA")).toBeNull();
      expect(await at("Bank of Abyssinia", "Within BOA")).toBe("boa");
      expect(await at("Bank of Abyssinia", "Other Bank Transfer")).toBeNull();
      expect(await at("Bank of Abyssinia")).toBeNull();
    },
  );

  test("names the payer under either key", async () => {
    const payerOf = async (change: object) =>
      (await receiptIn(boa, answer(change), lookup)).payer.name;
    expect(await payerOf({ "Payer's Name": "A", "Source Account Name": undefined })).toBe("A");
    expect(await payerOf({ "Payer's Name": undefined, "Source Account Name": "B" })).toBe("B");
  });

  test("without success, or with two slips, is unreadable", async () => {
    expect((await read({}, { status: "failed" })).kind).toBe("unreadable");
    const two = answerOf(JSON.stringify({ header: { status: "success" }, body: [SLIP, SLIP] }));
    expect((await boa.read(two, lookup)).kind).toBe("unreadable");
  });

  test("is not found only where the page has the known sentence", async () => {
    expect((await read({ "Payer's Name": "Invalid reference number" })).kind).toBe("not_found");
    const empty = answerOf(JSON.stringify({ header: { status: "success" }, body: [] }));
    expect((await boa.read(empty, lookup)).kind).toBe("unreadable");
  });

  test("asks with the five digits of its link, and never with the merchant's", () => {
    const account = { provider: "boa", accountName: "S", accountNumber: "99977788" } as const;
    const linked = lookupIn(boa, "https://cs.bankofabyssinia.com/slip/?trx=TT26140AB1C254321");
    expect(linked).toMatchObject({ reference: "TT26140AB1C2", parts: { suffix: "54321" } });
    expect(boa.requests(linked, { ...CONTEXT, accounts: [account] })).toMatchObject([
      { host: "slips", path: "/api/onlineSlip/getDetails/?id=TT26140AB1C254321" },
    ]);
    expect(boa.requests(lookup, { ...CONTEXT, accounts: [account] })).toEqual([]);
  });
});
