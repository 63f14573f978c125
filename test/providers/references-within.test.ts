import { describe, expect, it } from "vitest";
import type { Lookup } from "../../lib/domain/attempt.ts";
import { claimKey } from "../../lib/domain/receipt.ts";
import { awashToken } from "../../lib/providers/awash/adapter.ts";
import {
  hasOwnNumber,
  referencesWithin,
  transactionsIn,
  typedClaims,
} from "../../lib/providers/references-within.ts";

const keysIn = (entered: string) =>
  referencesWithin(entered).map((one) => claimKey(one.provider, one.reference));
const core = (reference: string) => ["cbe", "boa", "amhara"].map((bank) => `${bank}:${reference}`);

describe("a manual reference's number of a bank", () => {
  it.each([
    ["SENT-DKE7000001", "telebirr"],
    ["REF-FT2632700001", "cbe"],
    ["DASHEN-001WDTS261400001", "dashen"],
  ] as const)("is the bank's own in %s of %s", (entered, bank) => {
    expect(hasOwnNumber(entered, bank)).toBe(true);
  });

  it.each([
    ["words without a number", "CASH-DESK-1", "telebirr"],
    ["another bank's number", "REF-FT2632700001", "telebirr"],
    ["one of several numbers of a CBE Birr receipt", "SENT-DKE7000001", "cbe_birr"],
  ] as const)("is not: %s", (_, entered, bank) => {
    expect(hasOwnNumber(entered, bank)).toBe(false);
  });
});

describe("the references within a manual reference", () => {
  it.each([
    ["TELEBIRR-DKE7000001", ["telebirr:DKE7000001", "cbe_birr:DKE7000001"]],
    ["PAID-DKE7-000-001-TODAY", ["telebirr:DKE7000001", "cbe_birr:DKE7000001"]],
    ["M-PESA-UKE7000001", ["mpesa:UKE7000001"]],
    [
      "SENT-150TBAW2614000011113DABC",
      ["wegagen:150TBAW2614000011113DABC", "wegagen:150TBAW261400001"],
    ],
    ["DASHEN-001WDTS261400001", ["dashen:001WDTS261400001"]],
  ])("are its words, alone or together: %s", (entered, keys) => {
    expect(keysIn(entered)).toEqual(expect.arrayContaining(keys));
  });

  it("are core references wherever they begin", () => {
    for (const entered of [
      "FT2632700001",
      "REFFT2632700001X",
      "FT2632700001-12345678",
      "FT-26327-00001",
      "REFFT26327-00001X",
    ]) {
      expect(keysIn(entered), entered).toEqual(expect.arrayContaining(core("FT2632700001")));
    }
    const both = keysIn("FT2632700001-AND-TT2632700002");
    expect(both).toEqual(
      expect.arrayContaining([...core("FT2632700001"), ...core("TT2632700002")]),
    );
    // A decoy that begins before the reference.
    expect(keysIn("FT12345-FT2632700001")).toEqual(expect.arrayContaining(core("FT2632700001")));
  });

  it("are a token of Awash, and the transactions that it may stand for", () => {
    const token = awashToken("260520123456789", "4V5U6T");
    const half = token.split("-")[1];
    expect(keysIn(`AWASH${token}`)).toEqual(
      expect.arrayContaining(["awash:260520123456789", `awash:${half}`]),
    );
  });

  it("are none where a word has no day, is too short, or is of another form", () => {
    for (const entered of [
      "SLIP-A1",
      "CASH-DESK-1",
      "TRX-000-123",
      "PAID-BY-ABEBE",
      "ZZZ7000001",
      "FT9999900001X",
      "DEPOSIT-12345",
    ]) {
      expect(
        keysIn(entered).filter((key) => !key.includes(":FT99999")),
        entered,
      ).toEqual([]);
    }
  });

  it("are named once each", () => {
    const keys = keysIn("FT2632700001-FT2632700001");
    expect(new Set(keys).size).toBe(keys.length);
  });
});

it("a token stands for transactions at two banks only", () => {
  expect(transactionsIn("awash", "-ABC1234XYZ-AAAA11")).toEqual([
    expect.stringMatching(/^[0-9]+$/),
    "ABC1234XYZ",
  ]);
  expect(transactionsIn("awash", "-AB_C-1G02H3")).toEqual(["AB_C"]);
  expect(transactionsIn("wegagen", "150TBAW2614000011113DABC")).toEqual(["150TBAW261400001"]);
  expect(transactionsIn("telebirr", "DKE7000001")).toEqual([]);
});

describe("a typed reference claims", () => {
  const typed = (provider: Lookup["provider"], reference: string, variant = "reference") =>
    typedClaims({ provider, reference, variant, parts: {}, datedOn: null });

  it("itself, and the transaction that its token encodes", () => {
    expect(typed("telebirr", "DKE7000001")).toEqual(["telebirr:DKE7000001"]);
    expect(typed("wegagen", "150TBAW2614000011113DABC")).toEqual([
      ...["wegagen:150TBAW2614000011113DABC", "wegagen:150TBAW261400001"],
    ]);
  });

  it("nothing more for a link that only a person can read", () => {
    expect(typed("wegagen", "150TBAW2614000011113DABC", "review-link")).toEqual([
      "wegagen:150TBAW2614000011113DABC",
    ]);
  });

  it("itself at every bank as a manual reference, and each reference within it, once", () => {
    const claims = typed("manual", "Slip FT26324K7B9X of CBE");
    expect(claims).toContain("telebirr:SLIPFT26324K7B9XOFCBE");
    expect(claims).toContain("cbe:SLIPFT26324K7B9XOFCBE");
    expect(claims).toContain("cbe:FT26324K7B9X");
    expect(new Set(claims).size).toBe(claims.length);
  });
});
