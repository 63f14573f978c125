import { describe, expect, test } from "vitest";
import { dashen } from "../../lib/providers/dashen/adapter.ts";
import { answerOf, lookupIn, receiptIn } from "./fixtures/answers.ts";

const REFERENCE = "123WDTS261400001";
const OTHER_BANK = "123OBTI261400001";
const TELEBIRR = "123LTWS261400001";
const lookup = lookupIn(dashen, REFERENCE);

const FIELDS: Record<string, string> = {
  "Sender Name:": "Almaz Girma",
  "Sender Account Number:": "5***********011",
  "Transaction Channel:": "Mobile",
  "Service Type:": "Within Dashen Transfer",
  "Narrative:": "coffee",
  "Receiver Name:": "Selam Coffee Shop",
  "Receiver Account Number:": "5012345678011",
  "Transaction Reference:": REFERENCE,
  "Transfer Reference:": "-",
  "Transaction Date:": "Jun 11, 2026, 08:45:50 am",
  "Transaction Amount": "ETB 20,475.00",
  "Service Charge": "ETB 10.00",
  "DRRF Fee": "ETB 0.50",
  "VAT (15%):": "ETB 1.50",
  Total: "ETB 20,487.00",
};
type Fields = Record<string, string | undefined>;
const layouts: Record<string, (label: string, value: string) => string> = {
  rows: (label, value) => `<tr><td>${label}</td><td><b>${value}</b></td></tr>`,
  divs: (label, value) => `<div class="row"><div>${label}</div><div>${value}</div></div>`,
  spans: (label, value) => `<div><span>${label}</span> <span>${value}</span></div>`,
  lists: (label, value) => `<dl><dt>${label}</dt><dd>${value}</dd></dl>`,
};
const page = (change: Fields = {}, layout = layouts.rows) => {
  const rows = Object.entries({ ...FIELDS, ...change })
    .filter((row): row is [string, string] => row[1] !== undefined)
    .map(([label, value]) => layout?.(label, value));
  const inner = layout === layouts.rows ? `<table>${rows.join("\n")}</table>` : rows.join("\n");
  return `<html><body><h1>Dashen Bank</h1>${inner}<p>Thank you</p></body></html>`;
};
const receipt = (change: Fields = {}, layout?: (typeof layouts)[string]) =>
  receiptIn(
    dashen,
    answerOf(page(change, layout)),
    lookupIn(dashen, change["Transaction Reference:"] ?? REFERENCE),
  );
const read = (html: string, status = 200) =>
  dashen.read(answerOf(html, "text/html", status), lookup);

describe("Dashen", () => {
  test("names no institution where two of its labels differ", async () => {
    const both = { "Beneficiary Bank Name:": "Dashen Bank", "Institution Name:": "Zemen Bank" };
    expect((await receipt(both)).receiver.institution).toBeNull();
    const alike = { ...both, "Institution Name:": "DASHEN BANK" };
    expect((await receipt(alike)).receiver.institution).toBe("dashen");
  });

  test("takes the institution's name where no bank is named", async () => {
    const found = await receipt({
      ...{ "Service Type:": "Telebirr Transfer", "Institution Name:": "telebirr" },
      "Transaction Reference:": TELEBIRR,
    });
    expect(found.receiver.institution).toBe("telebirr");
  });

  test.each(["Status:", "Transfer Status:", "Current Status:"])(
    "with %s is read by it, and unreadable where it has no word",
    async (label) => {
      expect((await receipt({ [label]: "Reversed" })).status).toBe("reversed");
      for (const blank of ["", "-", '<img src="/reversed.png" alt="Reversed">']) {
        expect((await read(page({ [label]: blank }))).kind).toBe("unreadable");
      }
    },
  );

  test.each(Object.entries(layouts))(
    "laid out in %s gives the transaction's amount",
    async (_name, layout) => {
      expect(await receipt({}, layout)).toMatchObject({
        provider: "dashen",
        reference: REFERENCE,
        aliases: [],
        amountMinor: 2_047_500,
        receiver: { institution: "dashen", name: "Selam Coffee Shop", account: "5012345678011" },
        payer: { name: "Almaz Girma", account: "5***********011" },
        paidAt: Date.UTC(2026, 5, 11, 5, 45, 50),
      });
    },
  );

  test("to another bank names that bank, and its reference as an alias", async () => {
    const found = await receipt({
      "Service Type:": "Other Bank Transfer",
      "Transaction Reference:": OTHER_BANK,
      "Beneficiary Bank Name:": "Awash Bank",
      "Transfer Reference:": "AWX99Z12",
    });
    expect(found.receiver.institution).toBe("awash");
    expect(found.aliases).toEqual([{ provider: "awash", reference: "AWX99Z12" }]);
  });

  test("from a wallet claims the wallet's reference for every wallet that could have issued it", async () => {
    const found = await receipt({ "Transfer Reference:": "DEK1AB2CD3" });
    expect(found.aliases.map((alias) => alias.provider)).toEqual(["telebirr", "cbe_birr", "mpesa"]);
  });

  test("to a bank that is not listed names no institution", async () => {
    expect((await receipt({ "Beneficiary Bank Name:": "Z Bank" })).receiver.institution).toBeNull();
  });

  test.each<[string, string | undefined, string | undefined, string, string | null]>([
    ["the named bank without a type", undefined, "Dashen Bank", REFERENCE, "dashen"],
    ["an internal type without a bank", "Within Dashen Transfer", undefined, REFERENCE, "dashen"],
    ["letters of an unknown service", undefined, "Dashen Bank", "123ABCD261400001", "dashen"],
    ["a wallet and its type", "Telebirr Transfer", "telebirr", TELEBIRR, "telebirr"],
    ["nothing", undefined, undefined, REFERENCE, null],
    ["an internal type to another bank", "Within Dashen Transfer", "CBE", OTHER_BANK, null],
    ["another type to Dashen", "Other Bank Transfer", "Dashen Bank", REFERENCE, null],
    ["letters of another service", "Telebirr Transfer", undefined, REFERENCE, null],
    ["letters of another bank", "Within Dashen Transfer", undefined, OTHER_BANK, null],
    ["letters of another wallet", undefined, "M-Pesa", TELEBIRR, null],
    ["a type that only begins like a wallet's", "CBE Transfer Birr", undefined, OTHER_BANK, null],
  ])("with %s is at an institution only if all agree", async (_what, type, bank, reference, at) => {
    const found = await receipt({
      "Service Type:": type,
      "Beneficiary Bank Name:": bank,
      "Transaction Reference:": reference,
    });
    expect(found.receiver.institution).toBe(at);
  });

  test.each<[string, string, Fields, object[]]>([
    ["with spaces", "AWX 99Z12", {}, [{ provider: "dashen", reference: "AWX99Z12" }]],
    ["of no known form", "AB-123456", {}, [{ provider: "dashen", reference: "AB-123456" }]],
    ["that is its own", REFERENCE, {}, []],
    ["of five characters", "AWX99", {}, []],
    ["with other characters before it", "*AWX99Z12", {}, []],
    ["with other characters after it", "AWX99Z12*", {}, []],
    [
      "to a bank that is not listed",
      "DEK1AB2CD3",
      { "Service Type:": "Other", "Beneficiary Bank Name:": "Z Bank" },
      ["telebirr", "cbe_birr", "mpesa"].map((provider) => ({ provider, reference: "DEK1AB2CD3" })),
    ],
  ])("with a transfer reference %s claims %j", async (_what, other, change, aliases) => {
    expect((await receipt({ ...change, "Transfer Reference:": other })).aliases).toEqual(aliases);
  });

  test("without its end is unreadable", async () => {
    expect(await read(page().replace("</html>", ""))).toEqual({
      kind: "unreadable",
      why: "half a page",
    });
  });

  test("to a wallet takes the phone as the account", async () => {
    const found = await receipt({
      "Service Type:": "Telebirr Transfer",
      "Transaction Reference:": TELEBIRR,
      "Receiver Account Number:": undefined,
      "Phone No.": "251911000142",
    });
    expect(found.receiver).toMatchObject({ institution: "telebirr", account: "251911000142" });
  });

  test.each([
    ["Transaction Reference:", undefined],
    ["Transaction Reference:", "123WDTS261400002"],
    ["Transaction Date:", "11 Jun 2026"],
    ["Transaction Date:", "Jun 11, 2026, 18:45:50 pm"],
    ["Transaction Amount", ""],
    ["Transaction Amount", "ETB 20.475,00"],
  ])("with %s %j is unreadable", async (label, value) => {
    expect((await read(page({ [label]: value }))).kind).toBe("unreadable");
  });

  test("in blocks does not take a narrative for a receiver", async () => {
    const imitated = { "Narrative:": "Receiver Name: Thief", "Receiver Name:": undefined };
    expect((await receipt(imitated, layouts.divs)).receiver.name).toBeNull();
  });

  test("is not found by its known refusal only", async () => {
    const known = JSON.stringify({ statusCode: 400, message: "Transaction not found" });
    expect((await read(known, 400)).kind).toBe("not_found");
    expect((await read(JSON.stringify({ statusCode: 400, message: "Bad" }), 400)).kind).toBe(
      "unreadable",
    );
    expect((await read(known.replace("400", "404"), 400)).kind).toBe("unreadable");
    expect((await read(known, 200)).kind).toBe("unreadable");
  });

  test("recognizes its link and SMS and reads the day in its reference", () => {
    const sms = `Dear customer, ETB 5.00 was sent. Ref: ${REFERENCE}. Dashen Bank`;
    for (const input of [`https://receipts.dashenbanksc.com/receipt/${REFERENCE}`, sms]) {
      expect(lookupIn(dashen, input).reference).toBe(REFERENCE);
    }
    expect(lookup.datedOn).toBe(Date.parse("2026-05-20T00:00:00+03:00"));
  });
});
