import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskAccount, maskName, maskPhone } from "../../lib/domain/mask.ts";

describe("masks", () => {
  it("show a name's first letters only, without the lengths of its words", () => {
    expect(maskName("Abebe Kebede Tessema")).toBe("A*** K*** T***");
    expect(maskName("አበበ ከበደ")).toBe("አ*** ከ***");
    expect(maskName("  ")).toBeNull();
    expect(maskName(null)).toBeNull();
    expect(maskName("a b c d e f")).toBe("a*** b*** c*** d***");
    expect(maskName("AB*** KE***")).toBe("A*** K***");
    expect(maskName("1 (Abebe) 2")).toBe("A***");
  });

  it("show an account's last four characters, or none of a short one", () => {
    expect(maskAccount("1000 5605 30401")).toBe("****0401");
    expect(maskAccount("10000401")).toBe("****0401");
    expect(maskAccount("1000401")).toBe("****");
    expect(maskAccount("10-00 040-1")).toBe("****0401");
    expect(maskAccount("1-0-0 0-4-0-1")).toBe("****");
    expect(maskAccount(null)).toBeNull();
  });

  it("show a phone's country code and last three digits", () => {
    expect(maskPhone("+251911234567")).toBe("+251****567");
    expect(maskPhone("0911 234 567")).toBe("09****567");
    expect(maskPhone("(+251) 911 23 45-6-7")).toBe("+251****567");
    expect(maskPhone("12345")).toBe("****");
    expect(maskPhone("(0) 9-1-1-2-3")).toBe("****");
    expect(maskPhone(null)).toBeNull();
  });

  it("never show more than four consecutive digits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[0-9]{0,20}$/), (digits) => {
        expect(maskAccount(digits)).not.toMatch(/[0-9]{5}/);
        expect(maskPhone(digits)).not.toMatch(/[0-9]{4}/);
      }),
    );
  });
});
