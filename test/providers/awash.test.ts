import { describe, expect, test } from "vitest";
import { awash } from "../../lib/providers/awash/adapter.ts";
import { awashToken } from "../../lib/providers/awash/token.ts";
import { answerOf, lookupIn, receiptIn } from "./fixtures/answers.ts";

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

  test("keeps the leading dash of the token", () => {
    expect(lookupIn(awash, `https://awashpay.awashbank.com:8225/${TOKEN}`).reference).toBe(TOKEN);
    expect(awash.requests(lookup, {} as never)).toEqual([{ host: "receipts", path: `/${TOKEN}` }]);
  });
});
