import { describe, expect, test } from "vitest";
import { isCbeAccount } from "../../lib/providers/cbe/json.ts";
import {
  holdsPhones,
  institutionByName,
  isInternalType,
  issuersByForm,
  namedInstitution,
  walletInstitution,
} from "../../lib/providers/institutions.ts";

describe("an institution's printed name", () => {
  test.each([
    ["CBE", "cbe"],
    ["Dashen Bank S.C.", "dashen"],
    ["AWASH BANK SHARE COMPANY", "awash"],
    [`CBE${" ".repeat(77)}`, "cbe"],
    [`CBE${" ".repeat(78)}`, null],
    ["Awash Bank Ltd", null],
    ["CBE Tesfaye", null],
    ["", null],
    [null, null],
  ])("%j means %j", (name, institution) => {
    expect(institutionByName(name)).toBe(institution);
  });
});

describe("a wallet", () => {
  test.each(["251911000142", "+251911000142", "0911000142", "911000142", "2519****0142", "4455"])(
    "holds the phone or short code %s",
    (account) => {
      expect(walletInstitution("telebirr", account)).toBe("telebirr");
    },
  );

  test.each([
    "1000200300401",
    "9900003004011",
    "7000123456789",
    "x0911000142",
    "0911000142x",
    "445",
    "445566778",
    "x4455",
    "",
    null,
  ])("does not hold %j", (account) => {
    expect(walletInstitution("telebirr", account)).toBeNull();
  });

  test("prints phones, and a bank or nobody does not", () => {
    expect(["telebirr", "cbe", null].map((id) => holdsPhones(id as "cbe" | null))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test("references that several providers issue belong to each of them, and never to review alone", () => {
  expect(issuersByForm("DEK1AB2CD3")).toEqual(["telebirr", "cbe_birr", "mpesa"]);
  expect(issuersByForm("AB-123456")).toEqual([]);
});

describe("a service type is internal", () => {
  test("where the facts or the operator list it, whatever its case and spaces", () => {
    expect(isInternalType("awash", " Merchant \n PAYMENT ")).toBe(true);
    expect(isInternalType("awash", "Bill  Payment", ["bill payment"])).toBe(true);
  });

  test.each([
    ["awash", "Merchant Payment to telebirr", undefined],
    ["awash", "Bill Payment", ["merchant bill payment"]],
    // This provider's facts list none.
    ["telebirr", "Merchant Payment", undefined],
    ["awash", " ", [""]],
    ["awash", null, ["null", ""]],
  ] as const)("at %s never for %j with %j", (provider, type, ownTypes) => {
    expect(isInternalType(provider, type, ownTypes)).toBe(false);
  });
});

test("a named bank is none where the facts list no types of transfers to others", () => {
  expect(namedInstitution("telebirr", "CBE", "Other Bank Transfer")).toBeNull();
  expect(namedInstitution("dashen", "CBE", "Other Bank Transfer")).toBe("cbe");
});

describe("an account number", () => {
  test.each(["1000200300401", "1****0401", "1********0401"])("%s can be at CBE", (account) => {
    expect(isCbeAccount(account)).toBe(true);
  });

  test.each([
    "91000200300401",
    "10002003004010",
    "2000200300401",
    "E1****0401",
    "21****0401",
    "1****0401E",
    "1****",
    // Masks of other banks, or of nobody that we know.
    "1******12",
    "1*0401",
    "1******00401",
    "1000****0401",
    "1*********401",
    "1E00****0401",
    "",
    null,
  ])("%j cannot be at CBE", (account) => {
    expect(isCbeAccount(account)).toBe(false);
  });
});
