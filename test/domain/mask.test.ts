import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskAccount, maskName, maskPhone } from "../../lib/domain/mask.ts";

describe("masks", () => {
  it("show of a name its first letters only, and not how long the words are", () => {
    expect(maskName("Abebe Kebede Tessema")).toBe("A*** K*** T***");
    expect(maskName("አበበ ከበደ")).toBe("አ*** ከ***");
    expect(maskName("  ")).toBeNull();
    expect(maskName(null)).toBeNull();
    expect(maskName("a b c d e f")).toBe("a*** b*** c*** d***");
    expect(maskName("AB*** KE***")).toBe("A*** K***");
  });

  it("show of an account its last four, or nothing of a short one", () => {
    expect(maskAccount("1000 5605 36171")).toBe("****6171");
    expect(maskAccount("10006171")).toBe("****6171");
    expect(maskAccount("1006171")).toBe("****");
    expect(maskAccount(null)).toBeNull();
  });

  it("show of a phone its country and last three", () => {
    expect(maskPhone("+251911234567")).toBe("+251****567");
    expect(maskPhone("0911 234 567")).toBe("09****567");
    expect(maskPhone("12345")).toBe("****");
    expect(maskPhone(null)).toBeNull();
  });

  it("never let more than four digits in a row through", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[0-9]{0,20}$/), (digits) => {
        expect(maskAccount(digits)).not.toMatch(/[0-9]{5}/);
        expect(maskPhone(digits)).not.toMatch(/[0-9]{4}/);
      }),
    );
  });
});
