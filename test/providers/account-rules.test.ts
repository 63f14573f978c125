import { describe, expect, it } from "vitest";
import { accountFault, writtenAccount } from "../../lib/providers/facts.ts";

describe("accountFault", () => {
  it.each([
    ["telebirr", "0911000000"],
    ["telebirr", "+251 911 000 000"],
    ["telebirr", "512345"],
    ["cbe_birr", "512345"],
    ["cbe_birr", "251711000000"],
    ["mpesa", "12345"],
    ["wegagen", "0500 3004 00101"],
    ["amhara", "9900003004011"],
    ["zemen", "1032003004010012"],
    ["ebirr", "0911 000 000"],
    ["mpesa", "0711000000"],
    ["cbe", "1000-1234-56789"],
    ["boa", "12345678"],
    ["dashen", "5012345678901"],
    ["awash", "01320123456700"],
    ["manual", "CASH-DESK-1"],
  ] as const)("takes %s %s", (provider, number) => {
    expect(accountFault(provider, number)).toBeNull();
  });

  it.each([
    ["telebirr", "0811000000"],
    ["telebirr", "09110000001"],
    ["telebirr", "abc"],
    ["telebirr", "12345"],
    ["telebirr", "0711000000"],
    ["mpesa", "0911000000"],
    ["ebirr", "512345"],
    ["dashen", "501234567890"],
    ["wegagen", "12345"],
    ["cbe", "1001123456789"],
    ["cbe", "2000123456789"],
    ["cbe", "100012345678"],
    ["boa", "1234567"],
    ["boa", "12345678901234567"],
    ["manual", "a;b"],
    ["sandbox", "0000000001"],
  ] as const)("refuses %s %s", (provider, number) => {
    expect(accountFault(provider, number)).toMatch(/^must/);
  });
});

describe("an account number as people write it", () => {
  it.each([
    ["telebirr", "251922000000", "0922 000 000"],
    ["telebirr", "512345", "512345"],
    ["cbe", "1000200300401", "1000 2003 00401"],
    ["boa", "200300401", "2003 00401"],
    ["awash", "01320030040100", "0132 0030 0401 00"],
    ["zemen", "1032003004010012", "1032 0030 0401 0012"],
    ["manual", "CASH-DESK-1", "CASH-DESK-1"],
  ] as const)("of %s %s is %s", (provider, number, written) => {
    expect(writtenAccount(provider, number)).toBe(written);
    expect(accountFault(provider, written)).toBeNull();
  });

  it.each([
    ["manual", "251911000142", "2519 1100 0142"],
    ["telebirr", "99251911000142", "9925 1911 0001 42"],
    ["telebirr", "25191100014299", "2519 1100 0142 99"],
    ["manual", "12345678X", "12345678X"],
    ["manual", "X12345678", "X12345678"],
  ] as const)("of %s %s is no phone and is written %s", (provider, number, written) => {
    expect(writtenAccount(provider, number)).toBe(written);
  });
});
