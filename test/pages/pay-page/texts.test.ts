import { beforeAll, describe, expect, it } from "vitest";
import { PAYER_LANGUAGES } from "../../../lib/domain/payer-language.ts";
import { dayText, instantText, span } from "../../../lib/pages/pay-page/format.ts";
import { am } from "../../../lib/pages/pay-page/texts/am.ts";
import { en } from "../../../lib/pages/pay-page/texts/en.ts";
import { om } from "../../../lib/pages/pay-page/texts/om.ts";
import type { Facts, Texts } from "../../../lib/pages/pay-page/texts/shape.ts";
import { so } from "../../../lib/pages/pay-page/texts/so.ts";
import {
  chooseLanguage,
  type LANGUAGE_NAMES,
  textsIn,
} from "../../../lib/pages/pay-page/texts/texts.ts";
import { ti } from "../../../lib/pages/pay-page/texts/ti.ts";
import { INPUT_LABELS } from "../../../lib/providers/input-labels.ts";
import { prepareSpecimens } from "../../support/pay-page-specimens.ts";

beforeAll(prepareSpecimens);

const CATALOGS: Readonly<Record<keyof typeof LANGUAGE_NAMES, Texts>> = { en, am, om, ti, so };

const FACTS: Facts = {
  merchant: "MERCHANT",
  amount: "AMOUNT",
  received: "RECEIVED",
  confirmedBy: "bank",
  missing: "MISSING",
  late: false,
  bank: "BANK",
  reference: "REFERENCE",
  referenceDay: "DAY",
  wait: "WAIT",
  several: false,
  accounts: true,
  choices: false,
};

/** Each turns one condition of the texts the other way. */
const VARIANTS: Readonly<Record<string, Facts>> = {
  usual: FACTS,
  notice: { ...FACTS, confirmedBy: "notice" },
  merchant: { ...FACTS, confirmedBy: "merchant" },
  enough: { ...FACTS, missing: null },
  unknown: {
    ...FACTS,
    received: null,
    missing: null,
    bank: null,
    reference: null,
    referenceDay: null,
  },
  late: { ...FACTS, late: true },
  several: { ...FACTS, several: true },
  choices: { ...FACTS, accounts: false, choices: true },
};

const ARGUMENTS = ["FIRST", "SECOND"] as const;

/** Every sentence by its place in the catalog, with what it mentions filled in, in every variant. */
function sentences(value: unknown, place = ""): [string, string][] {
  if (typeof value === "string") return [[place, value]];
  if (value === null || typeof value === "boolean") return [];
  if (typeof value === "function") {
    return place.startsWith(".situations")
      ? Object.entries(VARIANTS).flatMap(([variant, facts]) =>
          sentences(value(facts), `${place}(${variant})`),
        )
      : [true, false].flatMap((more) => sentences(value(...ARGUMENTS, more), `${place}(${more})`));
  }
  return Object.entries(value as object).flatMap(([key, inner]) =>
    sentences(inner, `${place}.${key}`),
  );
}

/** What a sentence mentions. */
function mentioned(text: string): readonly string[] {
  const known = [...Object.values(FACTS), ...ARGUMENTS].filter((fact) =>
    /^[A-Z]+$/.test(String(fact)),
  );
  return known.map(String).filter((fact) => text.includes(fact));
}

describe.each(PAYER_LANGUAGES)("the texts in %s", (language) => {
  const own = new Map(sentences({ ...CATALOGS[language], units: null }));
  const english = new Map(sentences({ ...en, units: null }));

  it("cover every text of the pages", () => {
    expect([...own.keys()]).toEqual([...english.keys()]);
    expect([...own.values()].filter((text) => text.trim() === "")).toEqual([]);
  });

  it("mention the same facts as the English ones", () => {
    const facts = (texts: ReadonlyMap<string, string>) =>
      Object.fromEntries([...texts].map(([place, text]) => [place, mentioned(text)]));
    expect(facts(own)).toEqual(facts(english));
  });

  it("are written in the letters of the language", () => {
    const isEthiopic = language === "am" || language === "ti";
    const foreign = [...own].filter(([, text]) => /[\u1200-\u137f]/.test(text) !== isEthiopic);
    expect(foreign).toEqual([]);
  });

  it("are translated", () => {
    const same = [...own].filter(
      ([place, text]) =>
        // Names and numbers alone are the same everywhere.
        text === english.get(place) && /\p{Ll}/u.test(text),
    );
    expect(language === "en" ? [] : same).toEqual([]);
  });

  it("include the labels of every bank's fields", () => {
    for (const label of Object.values(INPUT_LABELS)) expect(label[language]).toMatch(/\p{L}/u);
  });

  it("give lengths of time in words", () => {
    for (const seconds of [1, 40, 600, 7200, 200_000]) {
      expect(span(seconds, language)).toMatch(/\d.*\p{L}{3}|\p{L}{3}.*\d/u);
    }
  });

  it("write every length of time as `Intl` does, where it knows the words", () => {
    const units = [
      ["second", 1, 1, 119],
      ["minute", 60, 2, 119],
      ["hour", 3600, 2, 47],
      ["day", 86_400, 2, 999],
    ] as const;
    for (const [unit, size, from, to] of units) {
      const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
      const word = textsIn(language).units?.[unit];
      for (let count = from; count <= to; count++)
        expect(span(count * size, language)).toBe(
          word === undefined ? format.format(count) : `${word} ${count}`,
        );
    }
  });
});

describe("a date", () => {
  const at = Date.UTC(2026, 10, 20, 9, 30);
  const midnight = Date.UTC(2026, 10, 19, 21);
  const texts = (language: (typeof PAYER_LANGUAGES)[number]) => [
    instantText(at, language),
    dayText(midnight, language),
  ];

  it.each(["am", "om", "ti"] as const)(
    "has the Ethiopian calendar beside the Gregorian in %s",
    (language) => {
      for (const text of texts(language)) {
        expect(text).toMatch(/\b20\b.*2026/);
        expect(text).toMatch(/\(.*11.*2019\)$/);
        expect(text).not.toMatch(/AM|ERA/);
      }
    },
  );

  it.each(["en", "so"] as const)("is Gregorian alone in %s", (language) => {
    for (const text of texts(language)) {
      expect(text).toContain("2026");
      expect(text).not.toContain("2019");
    }
  });
});

describe("the language", () => {
  it.each([
    ["am", "am"],
    ["am-ET,am;q=0.9,en;q=0.8", "am"],
    ["en-US,en;q=0.9,am;q=0.8", "en"],
    ["fr,am;q=0.7,en;q=0.5", "am"],
    ["om-ET,om;q=0.9,am;q=0.8", "om"],
    ["ti-ER, ti;q=0.9", "ti"],
    ["so;q=0.9,en;q=0.8", "so"],
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
    expect(chooseLanguage(undefined, "so", "am")).toBe("so");
    expect(chooseLanguage("ti", "en", "en")).toBe("ti");
    expect(chooseLanguage("xx", null, "am")).toBe("am");
  });
});
