import { describe, expect, test } from "vitest";
import {
  awash,
  awashToken,
  requireOwnToken,
  transactionIdOf,
} from "../../lib/providers/awash/adapter.ts";
import { Unreadable } from "../../lib/providers/reading/unreadable.ts";
import { answerOf, lookupIn, receiptIn } from "./fixtures/answers.ts";
import { decision } from "./fixtures/decision.ts";

const TOKEN = awashToken("260519150553001", "1G02H3");
const lookup = lookupIn(awash, TOKEN);
type Fields = Record<string, string | undefined>;

const FIELDS: Fields = {
  "Transaction Type": "Account Transfer",
  "Transaction Time": "2026-05-19 03:05:53 PM",
  Amount: "3,000 ETB",
  Charge: "5 ETB",
  VAT: "0.75 ETB",
  "Sender Name": "Almaz Girma",
  "Sender Account": "0132*****4400",
  "Beneficiary name": "Selam Coffee Shop",
  "Beneficiary Account": "01320123456789",
  Reason: "coffee",
  "Transaction ID": "260519150553001",
};
const page = (change: Fields = {}) => {
  const rows = Object.entries({ ...FIELDS, ...change })
    .filter((row) => row[1] !== undefined)
    .map(([label, value]) => `<tr><td>${label}</td><td>:</td><td>${value}</td></tr>`);
  return `<!doctype html><html><body><table>${rows.join("")}</table></body></html>`;
};
const receipt = (change?: Fields) => receiptIn(awash, answerOf(page(change)), lookup);
const read = (html: string) => awash.read(answerOf(html), lookup);

describe("Awash", () => {
  test("gives the amount under the receipt's own id, the token beside it", async () => {
    expect(await receipt()).toMatchObject({
      provider: "awash",
      reference: "260519150553001",
      aliases: [{ provider: "awash", reference: TOKEN }],
      amountMinor: 300_000,
      currency: "ETB",
      receiver: { institution: "awash", name: "Selam Coffee Shop", account: "01320123456789" },
      payer: { name: "Almaz Girma", account: "0132*****4400" },
      paidAt: Date.UTC(2026, 4, 19, 12, 5, 53),
      dateOnly: false,
    });
  });

  test("reads a 24-hour time, and a day without a time, under the other label", async () => {
    const other = { "Transaction Time": undefined };
    const timed = await receipt({ ...other, "Transaction Date": "2026-05-19 15:05:53" });
    expect(timed).toMatchObject({ paidAt: Date.UTC(2026, 4, 19, 12, 5, 53), dateOnly: false });
    const dated = await receipt({ ...other, "Transaction Date": "2026-05-19" });
    expect(dated).toMatchObject({ paidAt: Date.UTC(2026, 4, 18, 21), dateOnly: true });
  });

  test("reads its other labels for the receiver", async () => {
    const none = { "Beneficiary name": undefined, "Beneficiary Account": undefined };
    const named = await receipt({ ...none, Recipient: "S Shop", "Receiver Account": "0132000" });
    expect(named.receiver).toMatchObject({ name: "S Shop", account: "0132000" });
    const till = await receipt({ ...none, Merchant: "S Shop", "Till Number": "4455" });
    expect(till.receiver).toMatchObject({ name: "S Shop", account: "4455" });
    expect((await receipt(none)).receiver).toMatchObject({ name: null, account: null });
  });

  test("to another bank names it, or nothing where it is not listed", async () => {
    const to = async (bank: string) =>
      (await receipt({ "Transaction Type": "IPS Bank Transfer", "Beneficiary Bank": bank }))
        .receiver.institution;
    expect(await to("Commercial Bank of Ethiopia")).toBe("cbe");
    expect(await to("Z Bank")).toBeNull();
    expect(await to("Awash Bank")).toBeNull();
  });

  test.each<[string, Fields, object]>([
    ["Awash by an internal type", { "Beneficiary Bank": "Awash Bank" }, { institution: "awash" }],
    [
      "no bank by an internal type to another",
      { "Beneficiary Bank": "CBE" },
      { institution: null },
    ],
    [
      "telebirr by its type",
      {
        "Transaction Type": "Telebirr Transfer",
        "Phone Number": "0911000142",
        "Beneficiary Account": "251911000142",
      },
      { institution: "telebirr", name: "Selam Coffee Shop", account: "0911000142" },
    ],
    [
      "no wallet where two numbers differ",
      {
        "Transaction Type": "Telebirr Transfer",
        "Phone Number": "0911000142",
        Recipient: "251911999999/WALLET",
      },
      { institution: null, account: "0911000142" },
    ],
    [
      "telebirr that is also named",
      { "Transaction Type": "Telebirr Transfer", "Beneficiary Bank": "telebirr" },
      { institution: "telebirr" },
    ],
    [
      "no wallet where another bank is named",
      { "Transaction Type": "Telebirr Transfer", "Beneficiary Bank": "CBE" },
      { institution: null },
    ],
    ["M-Pesa without a dash", { "Transaction Type": "MPESA Transfer" }, { institution: "mpesa" }],
    [
      "its other labels",
      {
        "Beneficiary name": undefined,
        "Beneficiary Account": undefined,
        "Receiver Name": "S Shop",
        "Receiver Account": "0132000",
      },
      { institution: "awash", name: "S Shop", account: "0132000" },
    ],
    [
      "the phone of a wallet's recipient, which is no name",
      {
        "Transaction Type": "Send Money",
        "Beneficiary name": undefined,
        "Beneficiary Account": undefined,
        Recipient: "251911000142/WALLET",
      },
      { institution: null, name: null, account: "251911000142" },
    ],
    [
      "no name out of a number",
      { "Beneficiary name": undefined, Recipient: "Shop 7" },
      { name: null },
    ],
    ["no name where none is given", { "Beneficiary name": undefined }, { name: null }],
    [
      "no phone out of other text",
      {
        "Transaction Type": "Send Money",
        "Beneficiary name": undefined,
        "Beneficiary Account": undefined,
        Recipient: "to 251911000142/WALLET 7",
      },
      { institution: null, name: null, account: null },
    ],
  ])("shows %s as the receiver", async (_what, change, receiver) => {
    expect((await receipt(change)).receiver).toMatchObject(receiver);
  });

  test.each(["M-Pesa Airtime", "M-Pesa Transfer Reversal", "Telebirr Transfer to bank"])(
    "of the type %s, which is no known transfer, goes to review",
    async (type) => {
      const change = {
        "Transaction Type": type,
        "Transaction Time": "2026-05-20 07:29:00 PM",
        Amount: "1,500 ETB",
        "Phone Number": "251711000142",
        "Beneficiary Account": "251711000142",
      };
      const result = await read(page(change));
      expect(decision(result, "mpesa", "0711000142")).toBe("doubt");
      expect(decision(result, "telebirr", "0711000142")).toBe("doubt");
    },
  );

  test("shows the payer under its other label, in a receipt of this reader", async () => {
    const change = { "Sender Account": undefined, "Source Account": "0132*****4400" };
    expect(await receipt(change)).toMatchObject({
      payer: { account: "0132*****4400" },
      source: { parserVersion: "awash/2" },
    });
  });

  test("has a Transaction ID with letters in upper case and without spaces", async () => {
    const lettered = lookupIn(awash, "-00AB12CD34-1G02H3");
    const answer = answerOf(page({ "Transaction ID": "ab12 cd34" }));
    expect((await receiptIn(awash, answer, lettered)).reference).toBe("AB12CD34");
  });

  test("with a Transaction ID that no bank issues is unreadable, also where it fits", async () => {
    const short = lookupIn(awash, "-0AB12C-1G02H3");
    expect(await awash.read(answerOf(page({ "Transaction ID": "AB12C" })), short)).toEqual({
      kind: "unreadable",
      why: "transaction id: not a reference",
    });
  });

  test("without its end is unreadable", async () => {
    expect(await read(page().replace("</html>", ""))).toEqual({
      kind: "unreadable",
      why: "half a page",
    });
  });

  test.each([
    ["Amount", "1.000 ETB"],
    ["Amount", undefined],
    ["Transaction Time", "2026-05-19 15:05:53 PM"],
    ["Transaction ID", undefined],
    ["Transaction Date", "2026-05-20"],
  ])("with %s %j is unreadable", async (label, value) => {
    expect((await read(page({ [label]: value }))).kind).toBe("unreadable");
  });

  test("is not found only where the page has a known sentence", async () => {
    expect((await read("<html><body><h2>Receipt not found</h2></body></html>")).kind).toBe(
      "not_found",
    );
    expect((await read("Invalid receipt id")).kind).toBe("not_found");
    expect((await read("<html>Receipt not found because of an error</html>")).kind).toBe(
      "unreadable",
    );
    expect((await read("<html>Error: receipt not found</html>")).kind).toBe("unreadable");
    expect((await read(page({ Reason: "Receipt not found" }))).kind).toBe("receipt");
  });

  test.each([
    ["-00AB12CD-1G02H3", "AB12CD"],
    ["-AB12CD-1G02H3", "00AB12CD"],
    ["-AB00CD-1G02H3", "AB00CD"],
    ["-AB1212-1G02H3", "AB1212"],
    ["-12ABCD-1G02H3", "12ABCD"],
  ])("the page of token %s has the id %s and no other", (token, id) => {
    expect(() => requireOwnToken(token, id)).not.toThrow();
    expect(() => requireOwnToken(token, `${id}1`)).toThrow(Unreadable);
  });

  test("its token gives back its id, with the leading dash or without", () => {
    const id = "260519150553001";
    expect([TOKEN, TOKEN.slice(1), TOKEN.toLowerCase()].map(transactionIdOf)).toEqual([id, id, id]);
    expect(transactionIdOf("-AB_C-1G02H3")).toBe("0");
  });

  test("keeps the leading dash of the token", () => {
    expect(lookupIn(awash, `https://awashpay.awashbank.com:8225/${TOKEN}`).reference).toBe(TOKEN);
    expect(awash.requests(lookup, {} as never)).toEqual([{ host: "receipts", path: `/${TOKEN}` }]);
  });
});
