import { describe, expect, test } from "vitest";
import { createCbe } from "../../lib/providers/cbe/adapter.ts";
import { readNotice } from "../../lib/providers/notices.ts";
import { typedClaims } from "../../lib/providers/references-within.ts";
import { answerOf, CONTEXT, lookupIn, receiptIn } from "./fixtures/answers.ts";

const cbe = createCbe({ appId: "app", appVersion: "9.9" });
const TOKEN = "v2-aBcD_1234-xyz";
const lookup = lookupIn(cbe, `https://mbreciept.cbe.com.et/${TOKEN}`);
const JSON_TYPE = "application/json";

const BODY = {
  id: "FT26140AB1C2",
  debitAccountHolder: "ALMAZ GIRMA",
  debitAccountNo: "1****3321",
  creditAccountHolder: "SELAM COFFEE SHOP",
  status: "COMPLETED",
  isOtherBank: false,
  platformTransactionType: "A2A",
  creditAccountNo: "1000200300401",
  amountDebited: "1511.50",
  amountCredited: "1500.00",
  creditCurrency: "ETB",
  totalChargeAmount: "10.00",
  totalTaxAmount: "1.50",
  dateTimes: ["2026-05-20T16:29:00Z"],
  paymentDetails: ["coffee"],
};
const read = (body: object, status = 200) =>
  cbe.read(answerOf(JSON.stringify(body), JSON_TYPE, status), lookup);

describe("CBE's receipt link", () => {
  test("gives the credited amount and the FT reference, with the token as an alias", async () => {
    const found = await receiptIn(cbe, answerOf(JSON.stringify(BODY), JSON_TYPE), lookup);
    expect(found).toMatchObject({
      provider: "cbe",
      reference: "FT26140AB1C2",
      aliases: [{ provider: "cbe", reference: TOKEN }],
      status: "completed",
      payer: { name: "ALMAZ GIRMA", account: "1****3321" },
      source: { parserVersion: "cbe/2" },
      amountMinor: 150_000,
      currency: "ETB",
      receiver: { institution: "cbe", name: "SELAM COFFEE SHOP", account: "1000200300401" },
      paidAt: Date.UTC(2026, 4, 20, 16, 29),
    });
  });

  test.each([
    [["coffee"], "coffee"],
    [["1000999", "order ABC123", 7, null], "1000999 order ABC123"],
    [["x".repeat(300)], "x".repeat(200)],
    [[], null],
    [[7], null],
    ["coffee", null],
    [undefined, null],
  ])("takes %j for what the payer wrote", async (paymentDetails, reason) => {
    const body = JSON.stringify({ ...BODY, paymentDetails });
    const receipt = await receiptIn(cbe, answerOf(body, JSON_TYPE), lookup);
    expect(receipt.reason).toBe(reason);
  });

  test("asks with the configured app headers and keeps the token's case", () => {
    expect(cbe.requests(lookup, CONTEXT)).toEqual([
      {
        host: "links",
        path: `/api/v1/transactions/public/transaction-detail/${TOKEN}`,
        headers: expect.objectContaining({
          "x-app-id": "app",
          "x-app-version": "9.9",
          origin: "https://mbreciept.cbe.com.et",
        }),
      },
    ]);
  });

  test("an account that is not CBE's own names no institution", async () => {
    const other = { ...BODY, creditAccountNo: "0132456789" };
    const found = await receiptIn(cbe, answerOf(JSON.stringify(other), JSON_TYPE), lookup);
    expect(found.receiver.institution).toBeNull();
  });

  test.each([
    ["no amount", { amountCredited: undefined }],
    ["an amount with three decimals", { amountCredited: 1500.001 }],
    ["an amount in another currency", { amountCredited: "USD 1500.00" }],
    ["no currency", { creditCurrency: null }],
    ["no date", { dateTimes: [] }],
    ["a date without a zone", { dateTimes: ["2026-05-20T16:29:00"] }],
    ["no reference", { id: "" }],
    ["a strange reference", { id: "XX1" }],
  ])("with %s is unreadable", async (_what, change) => {
    expect((await read({ ...BODY, ...change })).kind).toBe("unreadable");
  });

  test.each([
    ["no amount", { amountCredited: undefined }, "no amountCredited"],
    ["an unclear amount", { amountCredited: "1.500" }, "amountCredited: not an amount"],
    ["an unknown currency", { creditCurrency: "BIRR" }, "creditCurrency: not a currency"],
    ["no time", { dateTimes: "2026-05-20T16:29:00Z" }, "no dateTimes"],
    ["a number for a time", { dateTimes: [1] }, "no dateTimes"],
  ])("with %s says why it is unreadable", async (_what, change, why) => {
    expect(await read({ ...BODY, ...change })).toEqual({ kind: "unreadable", why });
  });

  test.each<[string, unknown, string | null]>([
    ["the one number", [" 1000200300401 ", "coffee", 7, "ref 12345678"], "1000200300401"],
    ["none of two", ["1000200300401", "1000200300402"], null],
    ["none", ["coffee"], null],
    ["no number but text", [1000200300401], null],
    ["none without a list", "1000200300401", null],
    ["none without details", undefined, null],
  ])("to another bank shows %s among its details", async (_what, paymentDetails, account) => {
    const body = JSON.stringify({ ...BODY, isOtherBank: true, paymentDetails });
    const found = await receiptIn(cbe, answerOf(body, JSON_TYPE), lookup);
    expect(found.receiver).toEqual({ institution: null, name: null, account });
  });

  test("with nothing about another bank names no institution", async () => {
    const body = JSON.stringify({ ...BODY, isOtherBank: null });
    const found = await receiptIn(cbe, answerOf(body, JSON_TYPE), lookup);
    expect(found.receiver.institution).toBeNull();
  });

  test("an error about a token says nothing about a reference without one", async () => {
    const [byReference] = cbe.recognize("FT26140AB1C2").map((hit) => hit.lookup);
    const tampered = JSON.stringify({
      detail: "Security Alert: Invalid or tampered legacy token!",
    });
    if (!byReference) throw new Error("the reference is not recognized");
    expect(await cbe.read(answerOf(tampered, JSON_TYPE, 500), byReference)).toMatchObject({
      kind: "unavailable",
    });
  });

  test("a bad token is not found, a refusal of our headers is an outage", async () => {
    const tampered = { detail: "Security Alert: Invalid or tampered legacy token!" };
    expect((await read(tampered, 500)).kind).toBe("not_found");
    expect((await read({ detail: "Something else" }, 500)).kind).toBe("unavailable");
    expect((await read(tampered, 502)).kind).toBe("unavailable");
    expect((await read(tampered, 403)).kind).toBe("unreadable");
    expect((await read(tampered, 200)).kind).toBe("unreadable");
    expect((await read({ title: "Not Found" }, 404)).kind).toBe("not_found");
    for (const empty of ["", " \n"]) {
      expect((await cbe.read(answerOf(empty, JSON_TYPE, 404), lookup)).kind).toBe("not_found");
    }
    expect(await read({ detail: "Missing Headers" }, 400)).toEqual({
      kind: "unavailable",
      why: "the provider answered 400",
    });
    const html = await cbe.read(answerOf("<html>404</html>", "text/html", 404), lookup);
    expect(html.kind).toBe("unreadable");
  });
});

describe("CBE's receipt link of the FT number and digits of an account", () => {
  const shown = lookupIn(cbe, "https://Mbreciept.cbe.com.et/FT26140AB1C2-12345678");

  test("claims the number, which its PDF also has, before anybody has read the receipt", () => {
    const byNumber = lookupIn(cbe, "FT26140AB1C2");
    expect(typedClaims(shown)).toEqual(typedClaims(byNumber));
    expect(shown).toMatchObject({ reference: "FT26140AB1C2", datedOn: byNumber.datedOn });
    expect(lookupIn(cbe, "ft26140ab1c2-12345678")).toEqual(shown);
  });

  test("is asked as it is, and is of its own receipt only", async () => {
    const path = "/api/v1/transactions/public/transaction-detail/FT26140AB1C2-12345678";
    expect(cbe.requests(shown, CONTEXT)).toMatchObject([{ host: "links", path }]);
    const receipt = await receiptIn(cbe, answerOf(JSON.stringify(BODY), JSON_TYPE), shown);
    expect(receipt).toMatchObject({ reference: "FT26140AB1C2", aliases: [] });
    const other = answerOf(JSON.stringify({ ...BODY, id: "FT26140AB1C3" }), JSON_TYPE);
    expect((await cbe.read(other, shown)).kind).toBe("unreadable");
  });

  test("gives a bank's message its number", () => {
    const text =
      "Dear Selam You have received ETB 500.00 from account 1**0042 (Abel Kebede) to your account 1**0401. Your current balance is ETB900.00. Thanks for Banking with CBE. https://Mbreciept.cbe.com.et/FT26140AB1C2-12345678";
    expect(readNotice("cbe", text)).toMatchObject({
      kind: "payment",
      notice: { reference: "FT26140AB1C2" },
    });
  });
});

describe("CBE input", () => {
  test("of a bare token names the bank, and is asked without an app where none is configured", () => {
    expect(cbe.recognize(TOKEN)).toEqual([{ lookup, certainty: "exact" }]);
    const [request] = createCbe(null).requests(lookup, CONTEXT);
    expect(Object.keys(request?.headers ?? {})).toEqual(["origin", "referer", "accept"]);
  });

  test.each([
    ["https://apps.cbe.com.et:100/?id=FT26140AB1C220030401", "20030401"],
    ["https://apps.cbe.com.et:100/BranchReceipt/FT26140AB1C2&20030401", "20030401"],
    ["ft26140ab1c2 20030401", "20030401"],
    ["FT26140AB1C2", undefined],
    [
      "Dear Almaz, your account was debited. Ref No FT26140AB1C2. Thank you for banking with CBE!",
      undefined,
    ],
    ["ውድ ደንበኛ፣ ከሂሳብዎ ወጪ ሆኗል። ቁጥር፡FT26140AB1C2። የኢትዮጵያ ንግድ ባንክ", undefined],
  ])("%s is one reference", (input, suffix) => {
    const found = lookupIn(cbe, input);
    expect(found.reference).toBe("FT26140AB1C2");
    expect(found.variant).toBe(input.includes("BranchReceipt") ? "branch" : "pdf");
    expect(found.parts.suffix).toBe(suffix);
    expect(found.datedOn).toBe(Date.parse("2026-05-20T00:00:00+03:00"));
  });

  test("asks the address that was given, then the other; a bare reference by the merchant's digits", () => {
    const account = {
      provider: "cbe",
      accountName: "S",
      accountNumber: "1000 2003 00401",
    } as const;
    const context = { ...CONTEXT, accounts: [account, account, ...CONTEXT.accounts] };
    const asked = (input: string) =>
      cbe.requests(lookupIn(cbe, input), context).map((request) => request.path);
    expect(asked("FT26140AB1C2 11112222")).toEqual([
      "/?id=FT26140AB1C211112222",
      "/BranchReceipt/FT26140AB1C2&11112222",
    ]);
    expect(asked("https://apps.cbe.com.et/BranchReceipt/FT26140AB1C2&11112222")).toEqual([
      "/BranchReceipt/FT26140AB1C2&11112222",
      "/?id=FT26140AB1C211112222",
    ]);
    expect(asked("FT26140AB1C2")).toEqual(["/?id=FT26140AB1C200300401"]);
  });
});
