import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalAccount,
  compareAccount,
  maskNumber,
  namesAccount,
} from "../../lib/domain/account-number.ts";

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`));
const national = fc.stringMatching(/^[79][0-9]{8}$/);

describe("a bank account", () => {
  it("is the same with any grouping", () => {
    expect(compareAccount("cbe", "1000 1234-50401", "1000123450401")).toEqual({ kind: "same" });
  });

  it("agrees with its mask of any length, and counts the visible digits at the end", () => {
    const stars = fc.constantFrom("*", "****", "XXXX", "xxxxx", "••••", "#####", "…");
    fc.assert(
      fc.property(digits(13), fc.nat(4), fc.nat(6), stars, (number, head, tail, mask) => {
        fc.pre(head + tail > 0);
        const shown = number.slice(0, head) + mask + number.slice(number.length - tail);
        expect(compareAccount("cbe", shown, number)).toMatchObject({
          kind: "agrees",
          visibleTail: tail,
        });
      }),
    );
  });

  it("differs if any visible digit differs, including leading ones", () => {
    fc.assert(
      fc.property(digits(13), fc.nat(12), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const wrong = String((Number(number[at]) + by) % 10);
        const other = number.slice(0, at) + wrong + number.slice(at + 1);
        expect(compareAccount("cbe", other, number)).toEqual({ kind: "differs" });
        const shown = `${other.slice(0, 4)}*****${other.slice(9)}`;
        const hidden = at >= 4 && at < 9;
        expect(compareAccount("cbe", shown, number).kind).toBe(hidden ? "agrees" : "differs");
      }),
    );
  });

  it("is compared digit by digit with a mask of full length", () => {
    expect(compareAccount("cbe", "1***1***0401", "100010000401").kind).toBe("agrees");
    expect(compareAccount("cbe", "1***2***0401", "100010000401").kind).toBe("differs");
    expect(compareAccount("cbe", "1*1*****0401", "100010000401").kind).toBe("differs");
  });

  it("is aligned with a mask of its length that begins with a digit", () => {
    const isAligned = (shown: string) => {
      const compared = compareAccount("cbe", shown, "1000123450401");
      return compared.kind === "agrees" ? compared.isAligned : compared.kind;
    };
    expect(isAligned("10*********01")).toBe(true);
    expect(isAligned("**00123450401")).toBe(false);
    expect(isAligned("10****01")).toBe(false);
    expect(isAligned("*00*34*0401")).toBe(false);
    expect(isAligned("20*********01")).toBe("differs");
  });

  it("may have letters, of which X is one and no mask", () => {
    expect(compareAccount("cbe", "AB12345678", "ab12345678").kind).toBe("same");
    for (const account of ["ABX0401", "X0401AB"])
      expect(compareAccount("cbe", account, account).kind).toBe("same");
  });

  it("is unclear beside its end of at least four digits", () => {
    expect(compareAccount("cbe", "0401", "1000123450401").kind).toBe("unclear");
    expect(compareAccount("cbe", "401", "1000123450401").kind).toBe("differs");
  });

  it("differs from a mask with as many visible digits as it has", () => {
    expect(compareAccount("cbe", "1000*0401", "10000401").kind).toBe("differs");
    expect(compareAccount("cbe", "100061*0401", "10000401").kind).toBe("differs");
  });

  it("is unclear if only its end, nothing or words are shown", () => {
    const shown = [
      "0401",
      "50401",
      null,
      "",
      "  ",
      "****",
      "n/a",
      "1000123450401 Mr Abebe",
      "1*2*3*4*5",
      "1000.0401",
      "(1000*0401",
      "1000*0401)",
      "1000[*0401",
      "ABCD1234",
    ];
    for (const text of shown)
      expect([text, compareAccount("cbe", text, "1000123450401").kind]).toEqual([text, "unclear"]);
    expect(compareAccount("cbe", "171", "1000123450401").kind).toBe("differs");
    expect(compareAccount("cbe", "1000123450401", "").kind).toBe("unclear");
    expect(compareAccount("cbe", "12", "12").kind).toBe("unclear");
    for (const known of ["/1000123450401", "1000123450401/", "1".repeat(41)])
      expect([known, compareAccount("cbe", "9999", known).kind]).toEqual([known, "unclear"]);
    expect(compareAccount("cbe", "1".repeat(40), "1".repeat(40)).kind).toBe("same");
    for (const known of ["1".repeat(41), "1000123450401"])
      expect(compareAccount("cbe", "1".repeat(41), known).kind).toBe("unclear");
  });

  it("is not a phone number: 0911… and 251911… are two bank accounts", () => {
    expect(compareAccount("cbe", "251911234567", "0911234567").kind).not.toBe("same");
  });
});

describe("a wallet's phone number", () => {
  const spellings = (number: string) => [
    `0${number}`,
    number,
    `251${number}`,
    `+251${number}`,
    `00251${number}`,
    `+251 ${number.slice(0, 2)} ${number.slice(2)}`,
  ];

  it("is the same in all spellings", () => {
    fc.assert(
      fc.property(national, (number) => {
        for (const known of spellings(number)) {
          expect(canonicalAccount("telebirr", known)).toBe(`251${number}`);
          for (const shown of spellings(number))
            expect(compareAccount("telebirr", shown, known)).toEqual({ kind: "same" });
        }
      }),
    );
  });

  it("agrees with its masks in all spellings", () => {
    for (const known of ["0911230042", "911230042", "251911230042", "+251911230042"])
      for (const shown of [
        "2519****0042",
        "+2519****0042",
        "09****0042",
        "0911***042",
        "9*****042",
      ])
        expect([known, shown, compareAccount("telebirr", shown, known).kind]).toEqual([
          known,
          shown,
          "agrees",
        ]);
  });

  it("differs if any visible digit differs, including leading ones", () => {
    for (const shown of [
      "2517****0042",
      "2529****0042",
      "2519****3765",
      "0912****64",
      "251911230765",
    ])
      expect([shown, compareAccount("telebirr", shown, "0911230042").kind]).toEqual([
        shown,
        "differs",
      ]);
  });

  it("is aligned with a mask of the length of one spelling", () => {
    for (const shown of ["2519******42", "09******42", "9******42"])
      expect(compareAccount("telebirr", shown, "0911230042")).toEqual({
        ...{ kind: "agrees", visibleTail: 2, isAligned: true },
      });
  });

  it("is unclear beside a longer number that ends with it", () => {
    expect(compareAccount("telebirr", "0911230042", "1911230042").kind).toBe("unclear");
    expect(compareAccount("telebirr", "1911230042", "0911230042").kind).toBe("unclear");
  });

  it("may be a till number instead", () => {
    expect(compareAccount("telebirr", "513246", "513246").kind).toBe("same");
    expect(compareAccount("telebirr", "513247", "513246").kind).toBe("differs");
  });
});

describe("an account that a member names", () => {
  const known = "1000123456789";

  it("is meant by its number in any spelling, and by its masked number", () => {
    expect(namesAccount("cbe", known, known)).toBe(true);
    expect(namesAccount("cbe", "1000 1234 56789", known)).toBe(true);
    expect(namesAccount("cbe", "*****6789", known)).toBe(true);
  });

  it("is not meant by another number, by another mask, or by the end of its number alone", () => {
    for (const other of ["1000123456780", "*****6780", "**6789", "6789", "*", ""])
      expect([other, namesAccount("cbe", other, known)]).toEqual([other, false]);
  });

  it("is masked without its length, and stays null where it is unknown", () => {
    expect(maskNumber(known)).toBe("*****6789");
    expect(maskNumber("12")).toBe("*****12");
    expect(maskNumber(null)).toBeNull();
  });
});

it("any two texts are compared in linear time", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(["same", "agrees", "unclear", "differs"]).toContain(
        compareAccount("mpesa", a, b).kind,
      );
    }),
  );
  const hostile = "1*".repeat(50_000);
  expect(compareAccount("telebirr", hostile, "0911230042").kind).toBe("unclear");
});
