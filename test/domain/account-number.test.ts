import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalAccount, compareAccount } from "../../lib/domain/account-number.ts";

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`));
const national = fc.stringMatching(/^[79][0-9]{8}$/);

describe("a bank account", () => {
  it("is the same however it is grouped", () => {
    expect(compareAccount("cbe", "1000 1234-56171", "1000123456171")).toEqual({ kind: "same" });
  });

  it("agrees with its own mask, whatever the mask's length, and tells the digits seen at the end", () => {
    const stars = fc.constantFrom("*", "****", "XXXX", "xxxxx", "••••", "#####", "…");
    fc.assert(
      fc.property(digits(13), fc.nat(4), fc.nat(6), stars, (number, head, tail, mask) => {
        fc.pre(head + tail > 0);
        const shown = number.slice(0, head) + mask + number.slice(number.length - tail);
        expect(compareAccount("cbe", shown, number)).toEqual({ kind: "agrees", visibleTail: tail });
      }),
    );
  });

  it("differs when any visible digit does, leading ones too", () => {
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

  it("holds every place of a full-length mask against its own", () => {
    expect(compareAccount("cbe", "1***1***6171", "100010006171").kind).toBe("agrees");
    expect(compareAccount("cbe", "1***2***6171", "100010006171").kind).toBe("differs");
  });

  it("differs from a mask that shows as many digits as it has, or more", () => {
    expect(compareAccount("cbe", "1000*6171", "10006171").kind).toBe("differs");
    expect(compareAccount("cbe", "100061*6171", "10006171").kind).toBe("differs");
  });

  it("is unclear from its end alone, from nothing, and from words", () => {
    const shown = [
      "6171",
      "56171",
      null,
      "",
      "  ",
      "****",
      "n/a",
      "1000123456171 Mr Abebe",
      "1*2*3*4*5",
    ];
    for (const text of shown)
      expect([text, compareAccount("cbe", text, "1000123456171").kind]).toEqual([text, "unclear"]);
    expect(compareAccount("cbe", "171", "1000123456171").kind).toBe("differs");
    expect(compareAccount("cbe", "1000123456171", "").kind).toBe("unclear");
    expect(compareAccount("cbe", "12", "12").kind).toBe("unclear");
    expect(compareAccount("cbe", "1".repeat(40), "1".repeat(40)).kind).toBe("same");
    expect(compareAccount("cbe", "1".repeat(41), "1".repeat(41)).kind).toBe("unclear");
  });

  it("is no phone number: 0911… and 251911… are two accounts of a bank", () => {
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

  it("is the same in all the ways it is written", () => {
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

  it("agrees with its masks in all the ways it is written", () => {
    for (const known of ["0911233764", "911233764", "251911233764", "+251911233764"])
      for (const shown of [
        "2519****3764",
        "+2519****3764",
        "09****3764",
        "0911***764",
        "9*****764",
      ])
        expect([known, shown, compareAccount("telebirr", shown, known).kind]).toEqual([
          known,
          shown,
          "agrees",
        ]);
  });

  it("differs in any visible digit, leading ones too", () => {
    for (const shown of [
      "2517****3764",
      "2529****3764",
      "2519****3765",
      "0912****64",
      "251911233765",
    ])
      expect([shown, compareAccount("telebirr", shown, "0911233764").kind]).toEqual([
        shown,
        "differs",
      ]);
  });

  it("may be a till number instead", () => {
    expect(compareAccount("telebirr", "513246", "513246").kind).toBe("same");
    expect(compareAccount("telebirr", "513247", "513246").kind).toBe("differs");
  });
});

it("any two texts can be compared in no time", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(["same", "agrees", "unclear", "differs"]).toContain(
        compareAccount("mpesa", a, b).kind,
      );
    }),
  );
  const hostile = "1*".repeat(50_000);
  expect(compareAccount("telebirr", hostile, "0911233764").kind).toBe("unclear");
});
