import { describe, expect, test } from "vitest";
import { amhara } from "../../lib/providers/amhara/adapter.ts";
import { answerOf, lookupIn } from "./fixtures/answers.ts";

const lookup = lookupIn(amhara, "FT26140AB1C2");
const DATA = {
  transactionReference: "FT26140AB1C2",
  status: "MAT",
  currencyId: "ETB",
  amount: "1500.00",
  dateTime: "2605201929",
  bookingDate: "20260519",
  transactionDesc: "IPS Incoming Txn",
  otherBankName: "Zemen Bank",
  creditorName: "SELAM COFFEE SHOP",
  creditAccountId: "9900003004011",
  receiverName: "OTHER SHOP",
  reveiverAccount: "1234567890",
  debitorName: "ALMAZ GIRMA",
  debitAccount: "1320999888777",
  sendorName: "SECOND NAME",
  sendorAccount: "222",
};
const readAll = (answer: object, status = 200) =>
  amhara.read(answerOf(JSON.stringify(answer), "application/json", status), lookup);
const read = (change: object = {}, status = 200) =>
  readAll({ status: true, data: { ...DATA, ...change } }, status);

describe("Amhara's receipt", () => {
  test("says what is printed", async () => {
    expect(await read()).toEqual({
      kind: "receipt",
      receipt: {
        provider: "amhara",
        reference: "FT26140AB1C2",
        aliases: [],
        status: "completed",
        amountMinor: 150_000,
        currency: "ETB",
        receiver: { institution: "amhara", name: "SELAM COFFEE SHOP", account: "9900003004011" },
        payer: { name: "ALMAZ GIRMA", account: "1320999888777" },
        paidAt: Date.UTC(2026, 4, 20, 16, 29),
        dateOnly: false,
        source: expect.objectContaining({ parserVersion: "amhara/1" }),
      },
    });
  });

  test("names the sender where no debtor is printed, and nobody where neither is", async () => {
    expect(await read({ debitorName: null, debitAccount: "" })).toMatchObject({
      receipt: { payer: { name: "SECOND NAME", account: "222" } },
    });
    const none = { debitorName: "", debitAccount: "", sendorName: null, sendorAccount: null };
    expect(await read(none)).toMatchObject({ receipt: { payer: { name: null, account: null } } });
  });

  test.each([
    ["Zemen Bank", "zemen"],
    ["Amhara Bank", null],
    ["Bank of Nowhere", null],
    [null, null],
  ])(
    "that goes out to %j is of %j, with the receiver printed for it",
    async (bank, institution) => {
      const change = { transactionDesc: "IPS Outgoing Txn", otherBankName: bank };
      expect(await read(change)).toMatchObject({
        receipt: { receiver: { institution, name: "OTHER SHOP", account: "1234567890" } },
      });
    },
  );

  test("of a kind that is not listed is of no known bank", async () => {
    for (const transactionDesc of ["Transfer", null]) {
      expect(await read({ transactionDesc })).toMatchObject({
        receipt: { receiver: { institution: null, account: "9900003004011" } },
      });
    }
  });

  test("without a time of day is known by its day of booking alone", async () => {
    expect(await read({ dateTime: null })).toMatchObject({
      receipt: { paidAt: Date.UTC(2026, 4, 18, 21), dateOnly: true },
    });
  });

  test.each<[string, object]>([
    ["no reference", { transactionReference: null }],
    ["another reference", { transactionReference: "FT26140AB1C3" }],
    ["no status", { status: null }],
    ["no currency", { currencyId: null }],
    ["an amount in another currency", { amount: "USD 1500.00" }],
    ["a negative amount", { amount: -5 }],
    ["a booking date in another form", { dateTime: null, bookingDate: "19/05/2026" }],
  ])("with %s is unreadable", async (_what, change) => {
    expect((await read(change)).kind).toBe("unreadable");
  });

  test.each<[object, string]>([
    [{ currencyId: "XYZ" }, "currencyId: not a currency"],
    [{ amount: null }, "no amount"],
    [{ amount: "1.500" }, "amount: not an amount"],
    [{ dateTime: "26052019" }, "dateTime: not a known date format"],
    [{ dateTime: null, bookingDate: null }, "no bookingDate"],
  ])("%j notifies the operator", async (change, why) => {
    expect(await read(change)).toEqual({ kind: "unreadable", why });
  });

  test.each<[string, object, string]>([
    ["the bank denies it", { status: false }, "not_found"],
    ["it denies a blank one", { status: false, data: { transactionReference: "" } }, "not_found"],
    ["it denies a whole receipt", { status: false, data: DATA }, "unreadable"],
    ["it has no data", { status: true }, "not_found"],
    ["all its values are blank", { status: true, data: { a: null, b: "" } }, "not_found"],
    ["it has values but no reference", { status: true, data: { a: null, b: "5" } }, "unreadable"],
    ["its only value is a number", { status: true, data: { b: 0 } }, "unreadable"],
    ["the bank neither denies nor confirms it", { data: DATA }, "unreadable"],
    ["the bank confirms it in words", { status: "true", data: DATA }, "unreadable"],
    ["its data is a list", { status: true, data: [DATA] }, "unreadable"],
  ])("where %s: %j is %s", async (_what, answer, kind) => {
    expect((await readAll(answer)).kind).toBe(kind);
  });

  test.each([
    [201, "unreadable"],
    [404, "unreadable"],
    [503, "unavailable"],
  ])("under the status %i is %s", async (status, kind) => {
    expect((await read({}, status)).kind).toBe(kind);
  });
});
