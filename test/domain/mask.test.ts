import { describe, expect, it } from "vitest";
import { maskName } from "../../lib/domain/account-number.ts";

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
});
