import { describe, expect, it } from "vitest";
import { accountFault } from "../../lib/providers/receiving-account.ts";

describe("accountFault", () => {
  it.each([
    ["telebirr", "0911000000"],
    ["telebirr", "+251 911 000 000"],
    ["telebirr", "512345"],
    ["cbe_birr", "251711000000"],
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
    ["cbe_birr", "512345"],
    ["cbe", "2000123456789"],
    ["cbe", "100012345678"],
    ["boa", "1234567"],
    ["boa", "12345678901234567"],
    ["manual", "a;b"],
    ["sandbox", "0000000001"],
  ] as const)("refuses %s %s", (provider, number) => {
    expect(accountFault(provider, number)).toMatch(/must|needs/);
  });
});
