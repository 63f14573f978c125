import { describe, expect, it } from "vitest";
import type { Facts } from "../../../lib/pages/pay-page/texts/shape.ts";
import { chooseLanguage, TEXTS } from "../../../lib/pages/pay-page/texts/texts.ts";

const FACTS: Facts = {
  merchant: "MERCHANT",
  amount: "AMOUNT",
  received: "RECEIVED",
  confirmedBy: "bank",
  found: "FOUND",
  missing: "MISSING",
  bank: "BANK",
  reference: "REFERENCE",
  referenceDay: "DAY",
  wait: "WAIT",
  several: false,
  accounts: true,
  choices: false,
};

/** Every sentence by its place in the catalog, with the facts that it speaks of filled in. */
function sentences(value: unknown, place = ""): [string, string][] {
  if (typeof value === "string") return [[place, value]];
  if (typeof value === "function") {
    const filled = place.startsWith(".situations") ? value(FACTS) : value("FIRST", "SECOND");
    return sentences(filled, place);
  }
  return Object.entries(value as object).flatMap(([key, inner]) =>
    sentences(inner, `${place}.${key}`),
  );
}

describe("the catalog", () => {
  const [en, am] = [new Map(sentences(TEXTS.en)), new Map(sentences(TEXTS.am))];

  it("has the same keys in both languages", () => {
    expect([...am.keys()]).toEqual([...en.keys()]);
  });

  it.each([...am].filter(([place]) => place !== ".name"))("is in Amharic at %s", (_place, text) => {
    expect(text).toMatch(/[\u1200-\u137f]/);
  });

  it.each([...en])("is in English at %s", (_place, text) => {
    expect(text).not.toBe("");
    expect(text).not.toMatch(/[\u1200-\u137f]/);
  });

  it.each([...en.keys()])("uses the same facts in both languages at %s", (place) => {
    const facts = (text = "") =>
      Object.values(FACTS)
        .concat("FIRST", "SECOND")
        .filter((fact) => /^[A-Z]+$/.test(String(fact)) && text.includes(String(fact)));
    expect(facts(am.get(place))).toEqual(facts(en.get(place)));
  });
});

describe("the language", () => {
  it.each([
    ["am", "am"],
    ["am-ET,am;q=0.9,en;q=0.8", "am"],
    ["en-US,en;q=0.9,am;q=0.8", "en"],
    ["fr,am;q=0.7,en;q=0.5", "am"],
    ["en;q=0.1, am", "am"],
    ["am;q=0, en;q=0.1", "en"],
    ["amh", "en"],
    ["*", "en"],
    ["", "en"],
    [",;q=,am;q=x", "en"],
    [undefined, "en"],
  ])("is by the browser's %s: %s", (header, language) => {
    expect(chooseLanguage(undefined, null, header)).toBe(language);
  });

  it("is the reader's choice, else the checkout's, else the browser's", () => {
    expect(chooseLanguage(undefined, "en", "am")).toBe("en");
    expect(chooseLanguage("am", "en", "en")).toBe("am");
    expect(chooseLanguage("xx", null, "am")).toBe("am");
  });
});
