import { describe, expect, test } from "vitest";
import { CBE_HEADERS, lookupPath, openBank } from "./simulated-bank.ts";

describe("a reference that does not exist", () => {
  test.each([
    ["telebirr", "receipt/DKKAAAAAAA", 200, "This request is not correct"],
    [
      "boa",
      "api/onlineSlip/getDetails/?id=FT26324AAAAA12345",
      200,
      `"Payer's Name":"Invalid reference number"`,
    ],
    [
      "dashen",
      "receipt/123ABCD263240001",
      400,
      '{"statusCode":400,"message":"Transaction not found"}',
    ],
    ["http", "transactions/AAAAAAAAAAAA", 404, "NOT_FOUND"],
    ["awash", "-2KDL95Z0NR-4U61O6", 200, "Receipt not found"],
    ["cbe_birr", "aureceipt?TID=DKKAAAAAAAA&PH=251900000001", 200, "<title>Auto Receipt</title>"],
    [
      "cbe",
      "?id=FT26324AAAAA12345678",
      404,
      "You Are Not Allowed to See This Data, Please Check your Link",
    ],
    ["cbe", "BranchReceipt/FT26324AAAAA&12345678", 404, "You Are Not Allowed to See This Data"],
  ])("is answered by %s at %s with %i", async (provider, path, status, text) => {
    const reply = await openBank().call("GET", `bank/${provider}/${path}`);
    expect(reply.status).toBe(status);
    expect(reply.text).toContain(text);
  });

  test("is answered by mpesa with a code other than 0", async () => {
    const reply = await openBank().call(
      "GET",
      "bank/mpesa/api/receipt/getReceipt?trxNo=DKKAAAAAAA",
    );
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toMatchObject({ responseCode: "1" });
  });
});

describe("cbe's JSON simulator", () => {
  const path = (token: string) => `bank/cbe/api/v1/transactions/public/transaction-detail/${token}`;

  test("wants both headers", async () => {
    const simulator = openBank();
    const made = await simulator.pay({ provider: "cbe", amount: 100 });
    const bare = await simulator.call("GET", lookupPath(made), undefined, { "x-app-id": "a" });
    expect(bare.status).toBe(400);
    expect(bare.text).toContain("Missing Headers");
  });

  test("tells a tampered token from an unknown one", async () => {
    const simulator = openBank();
    const tampered = await simulator.call("GET", path("v9-what"), undefined, CBE_HEADERS);
    expect(tampered.status).toBe(500);
    expect(tampered.type).toContain("problem+json");
    expect(tampered.text).toContain("Security Alert: Invalid or tampered legacy token!");
    const unknown = await simulator.call(
      "GET",
      path(`v2-${"a".repeat(42)}`),
      undefined,
      CBE_HEADERS,
    );
    expect(unknown.status).toBe(404);
  });

  test("minds the case of the token", async () => {
    const simulator = openBank();
    const made = await simulator.pay({ provider: "cbe", amount: 100 });
    const shouted = path(`v2-${made.link.split("/v2-")[1]?.toUpperCase()}`);
    expect((await simulator.call("GET", shouted, undefined, CBE_HEADERS)).status).toBe(404);
  });

  test("answers 400 as often as it was told to, then the receipt", async () => {
    const simulator = openBank();
    const made = await simulator.pay({ provider: "cbe", amount: 100, hiccups: 1 });
    const look = () => simulator.call("GET", lookupPath(made), undefined, CBE_HEADERS);
    expect((await look()).status).toBe(400);
    expect((await look()).status).toBe(200);
  });
});

describe("the digits that open a receipt", () => {
  const accounts = { payer_account: "1000911112222", receiver_account: "1000933334444" };
  const cases = [
    ["cbe", (ref: string, account: string) => `?id=${ref}${account.slice(-8)}`],
    ["cbe", (ref: string, account: string) => `BranchReceipt/${ref}&${account.slice(-8)}`],
    [
      "boa",
      (ref: string, account: string) => `api/onlineSlip/getDetails/?id=${ref}${account.slice(-5)}`,
    ],
  ] as const;

  test.each(cases)(
    "%s takes those of payer and receiver, and no others",
    async (provider, path) => {
      const simulator = openBank();
      const made = await simulator.pay({ provider, amount: 100, ...accounts });
      const opens = async (account: string) => {
        const reply = await simulator.call(
          "GET",
          `bank/${provider}/${path(made.reference, account)}`,
        );
        return reply.status === 200 && !reply.text.includes("Invalid reference number");
      };
      expect(await opens(accounts.payer_account)).toBe(true);
      expect(await opens(accounts.receiver_account)).toBe(true);
      expect(await opens("1000955556666")).toBe(false);
      expect(await opens("")).toBe(false);
    },
  );

  test.each(["receiver", "payer"])("can be those of the %s only", async (owner) => {
    const simulator = openBank();
    const made = await simulator.pay({
      provider: "cbe_birr",
      amount: 100,
      suffix_of: owner,
      payer_account: "0911000001",
      receiver_account: "251900000002",
    });
    const opens = async (phone: string) => {
      const path = `bank/cbe_birr/aureceipt?TID=${made.reference}&PH=${phone}`;
      return (await simulator.call("GET", path)).type === "application/pdf";
    };
    expect(await opens("251911000001")).toBe(owner === "payer");
    expect(await opens("251900000002")).toBe(owner === "receiver");
  });
});
