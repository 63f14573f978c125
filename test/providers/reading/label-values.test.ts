import { describe, expect, test } from "vitest";
import { parseAmount, requireAmount } from "../../../lib/providers/reading/amounts.ts";
import {
  amountAt,
  LabelValues,
  labelKey,
  partyOf,
  timeAt,
} from "../../../lib/providers/reading/labels.ts";
import { Unreadable } from "../../../lib/providers/reading/unreadable.ts";

const under = (...entries: [string, string][]) => {
  const page = new LabelValues();
  for (const [label, value] of entries) page.add(label, value);
  return page;
};

describe("a label", () => {
  test.each([
    [" Payer\u00a0 NAME ", "payer name"],
    ["Amount :", "amount"],
    ["Amount: :", "amount"],
    ["የከፋይ ስም / Payer Name", "payer name"],
    ["Payer Name/የከፋይ ስም:", "payer name"],
    ["Debit/Credit", "debit/credit"],
    ["ስም / ብር", "ስም/ብር"],
    ["1 / 2", "1/2"],
    ["", ""],
  ])("%j is compared as %j", (shown, key) => {
    expect(labelKey(shown)).toBe(key);
  });
});

describe("the values under labels", () => {
  test("are none on an empty page", () => {
    expect(under().isEmpty).toBe(true);
    expect(under(["amount", ""]).isEmpty).toBe(false);
  });

  test("are the same under labels that mean the same", () => {
    const page = under(["amount", "5"], ["amount", "5"], ["total", "5"]);
    expect(page.required("paid", "amount", "total")).toBe("5");
  });

  test.each([
    [
      ["amount", "5"],
      ["amount", "9"],
    ],
    [
      ["amount", "5"],
      ["total", "9"],
    ],
    [
      ["amount", "5"],
      ["total", ""],
    ],
  ] as [string, string][][])("are refused where two differ: %j, %j", (...entries) => {
    expect(() => under(...entries).optional("amount", "total")).toThrow(Unreadable);
    expect(() => under(...entries).required("amount", "total")).toThrow(Unreadable);
  });

  test.each(["", "-", "--", "---", "- - -", "N/A", "Null", "none", "NONE"])(
    "are missing where blank: %j",
    (value) => {
      expect(under(["amount", value]).optional("amount")).toBeNull();
      expect(() => under(["amount", value]).required("amount")).toThrow(Unreadable);
    },
  );

  test("are money and times that can be read, or refused", () => {
    const page = under(["amount", "5 Birr"], ["date", "2026-05-20"], ["note", "x"]);
    expect(amountAt(page, "amount")).toEqual({ amountMinor: 500, currency: "ETB" });
    expect(timeAt(page, ["yyyy-MM-dd"], "date").at).toBe(Date.UTC(2026, 4, 19, 21));
    expect(() => amountAt(page, "note")).toThrow(Unreadable);
    expect(() => amountAt(page, "missing")).toThrow(Unreadable);
    expect(() => timeAt(page, ["yyyy-MM-dd"], "note")).toThrow(Unreadable);
    expect(() => timeAt(page, ["yyyy-MM-dd"], "missing")).toThrow(Unreadable);
  });
});

describe("money", () => {
  test("is refused where it cannot be read", () => {
    expect(requireAmount("5.00", "USD")).toEqual({ amountMinor: 500, currency: "USD" });
    expect(() => requireAmount("1.500")).toThrow(Unreadable);
    expect(() => requireAmount("")).toThrow(Unreadable);
  });

  test("has at most forty characters, of which spaces may be many", () => {
    expect(parseAmount(`5 ${" ".repeat(34)}Birr`)?.amountMinor).toBe(500);
    expect(parseAmount(`5 ${" ".repeat(35)}Birr`)).toBeNull();
  });
});

describe("a party", () => {
  test.each([
    ["251900000000 - ALMAZ GIRMA", "251900000000", "ALMAZ GIRMA"],
    ["+2519****0000-ALMAZ", "+2519****0000", "ALMAZ"],
    ["251900000000- ALMAZ", "251900000000", "ALMAZ"],
    ["251900000000 -ALMAZ", "251900000000", "ALMAZ"],
  ])("%s is an account and its holder", (field, account, name) => {
    expect(partyOf(field)).toEqual({ account, name });
  });

  test.each([
    "251900000000",
    "for 251900000000 - ALMAZ",
    "ALMAZ - 251900000000",
    "123 - ALMAZ",
    `251900000000 - ${"A".repeat(101)}`,
    "251900000000  -  ALMAZ\n",
  ])("%j is one account field, never half of it", (field) => {
    expect(partyOf(field)).toEqual({ account: field, name: null });
  });

  test("that is missing has neither", () => {
    expect(partyOf(null)).toEqual({ account: null, name: null });
  });
});
