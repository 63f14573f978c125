import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFullMatch, namesMatch, normalizeName } from "../../lib/domain/names.ts";

const word = fc.stringMatching(/^[a-z]{4,10}$/);
const three = fc.uniqueArray(word, { minLength: 3, maxLength: 3 }).filter(unlikeTitles);

function unlikeTitles(words: readonly string[]): boolean {
  return words.every((one) => normalizeName(one) !== null);
}

describe("equal names", () => {
  it.each([
    ["case", "ABEBE KEBEDE", "Abebe Kebede"],
    ["diacritics", "José Ángel Núñez", "JOSE ANGEL NUNEZ"],
    ["order", "Kebede Tessema Abebe", "Abebe Kebede Tessema"],
    ["a comma", "Kebede, Abebe", "Abebe Kebede"],
    ["spaces", "  Abebe \u00a0 Kebede ", "Abebe Kebede"],
    ["full width", "Ａｂｅｂｅ Ｋｅｂｅｄｅ", "Abebe Kebede"],
    ["an apostrophe", "Ya'qob Ma’aza", "Yaqob Maaza"],
    ["Mr", "Mr. Abebe Kebede", "Abebe Kebede"],
    ["Mrs", "MRS ALMAZ KEBEDE", "Almaz Kebede"],
    ["Ato", "Ato Abebe Kebede", "Abebe Kebede"],
    ["W/ro", "W/ro Almaz Kebede", "Almaz Kebede"],
    ["W/ro with a dot", "W/ro. Almaz Kebede", "Almaz Kebede"],
    ["Dr and Eng", "Dr. Eng. Abebe Kebede", "ato Abebe Kebede"],
    ["a title without a space", "Ato.Abebe Kebede", "Abebe Kebede"],
    ["a title behind", "ABEBE KEBEDE MR", "Abebe Kebede"],
    ["አቶ", "አቶ አበበ ከበደ", "አበበ ከበደ"],
    ["ወ/ሮ", "ወ/ሮ አልማዝ ከበደ", "አልማዝ ከበደ"],
    ["ዶ/ር", "ዶ/ር አበበ ከበደ", "አቶ አበበ ከበደ"],
    ["letters of one sound", "ዓለም ፀሐይ", "አለም ጸሀይ"],
    ["a cut end", "ABEBE KEBE…", "Abebe Kebede"],
    ["a cut end with dots", "ABEBE KEBE...", "Abebe Kebede Tessema"],
    ["a cut end with stars", "ABEBE KEBE***", "Abebe Kebede"],
    ["a cut end and a space", "ABEBE KEBE… ", "Abebe Kebede"],
    [
      "the end of a field of 35 characters",
      "SELAM GENERAL TRADING AND TRANSPORT",
      "Selam General Trading and Transportation PLC",
    ],
    ["& and and", "Almaz & Sons Trading", "Almaz and Sons Trading"],
    ["G/", "Abebe G/mariam", "Abebe Gebremariam"],
    ["W/", "Abebe W/giorgis", "ABEBE WOLDEGIORGIS"],
    ["H/", "H/mariam Desta", "Hailemariam Desta"],
    ["T/ with a space", "Abebe T/ haimanot", "Abebe Teklehaimanot"],
    ["T/ with two spaces", "Abebe T/  haimanot", "Abebe Teklehaimanot"],
    ["ገ/", "አበበ ገ/ማርያም", "አበበ ገብረማርያም"],
    ["ኃ/", "ኃ/ማርያም ደስታ", "ኃይለማርያም ደስታ"],
    ["P.L.C.", "Selam Trading P.L.C.", "Selam Trading PLC"],
    ["a private limited company", "Selam Trading Private Limited Company", "Selam Trading Plc"],
    ["S.C. and share company", "Selam Coffee S.C.", "Selam Coffee Share Company"],
    ["a last name left out", "Abebe Kebede", "ABEBE KEBEDE TESSEMA"],
    ["an initial beside two words", "Abebe K. Tessema", "Abebe Kebede Tessema"],
    ["an initial at the end", "Abebe Kebede T", "Abebe Kebede Tessema"],
    ["one long word", "Alemayehu", "ALEMAYEHU"],
    ["an initial and a cut end", "Abebe K. Tess…", "Abebe Kebede Tessema"],
    ["two short words of six letters", "Sara Al", "Sara Al Tesfaye"],
    ["a word of six letters", "Alemtu", "ALEMTU"],
    ["a word and an initial on both sides", "Abebe K.", "ABEBE K"],
    ["the same firm", "Cafe 24 & Sons P.L.C.", "CAFE 24 AND SONS PLC"],
  ])("but for %s", (_, a, b) => {
    expect([namesMatch(a, b), namesMatch(b, a)]).toEqual([true, true]);
  });
});

describe("different names", () => {
  it.each([
    ["another person", "Abebe Kebede", "Almaz Tessema"],
    ["another father", "Abebe Kebede", "Abebe Tessema"],
    ["a spelling mistake", "Abebe Kebede", "Abebe Kebde"],
    ["one short word alone", "Abebe", "Abebe"],
    ["one short word and its title", "Ato Abebe", "ABEBE"],
    ["one short Amharic word", "ሳራ", "ሳራ"],
    ["one word of several", "Alemayehu", "Alemayehu Kebede"],
    ["one word and an initial", "Abebe K.", "Abebe Kebede"],
    ["a first initial and one word", "A. Kebede", "Abebe Kebede"],
    ["initials only", "A K T", "Abebe Kebede Tessema"],
    ["initials on both sides", "A K T", "A K T"],
    ["a wrong initial", "Abebe T. Tessema", "Abebe Kebede Tessema"],
    ["a whole word that is longer", "Abebe Kebede", "Abebe Kebedech"],
    ["another kind of shop", "Selam Coffee Shop", "Selam Coffee Shopping Mall"],
    ["a word that nothing shows to be cut", "SELAM GENERAL TRADI", "Selam General Trading PLC"],
    ["a cut of three letters", "Abebe Keb…", "Abebe Kebede"],
    ["another order and a cut", "Kebede Abebe Tess…", "Abebe Kebede Tessema"],
    ["another compound", "Abebe G/mariam", "Abebe Wolde Mariam"],
    ["two short words of five letters", "Sar Al", "Sar Al Tesfaye"],
    ["one long word, cut behind it", "Alemayehu…", "Alemayehu"],
    ["one long word, cut", "Alemay…", "Alemayehu"],
    ["a cut first word", "Ab Kebede Tessema", "Abebe Kebede Tessema"],
    ["a word missing within", "Abebe Tessema", "Abebe Kebede Tessema"],
    ["another order of fewer words", "Kebede Abebe", "Abebe Kebede Tessema"],
    ["words run together", "AbebeKebede", "Abebe Kebede"],
    ["a title that belongs to the firm", "Selam Eng Works", "Selam Works"],
    ["letters of another alphabet", "Аbebe Kebede", "Abebe Kebede"],
    ["a word and an initial twice", "Abebe K", "Abebe K Tessema"],
    ["six initials", "A B C D E F", "A B C D E F"],
    ["a shorter word before a cut end", "Abeb Kebede Tess…", "Abebe Kebede Tessema"],
    ["dots inside, which cut nothing", "Abebe.. Kebed", "Abebe Kebede"],
    ["a mask inside", "ABEB*** KEBEDE", "Abeb Kebede"],
    ["two tiny words", "Al Bo", "Al Bo"],
    ["masked words", "AB*** KE***", "AB*** KE***"],
    ["titles only", "Dr. Mr.", "Dr. Mr."],
    ["nothing", "", ""],
    ["signs", "-- //", "-- //"],
    ["too much", "Abebe Kebede ".repeat(20), "Abebe Kebede ".repeat(20)],
  ])("%s", (_, a, b) => {
    expect([namesMatch(a, b), namesMatch(b, a)]).toEqual([false, false]);
  });
});

describe("the words of a name", () => {
  it.each([
    ["Selam P.L.C.", ["selam", "plc"]],
    ["Selam P.L.C", ["selam", "plc"]],
    ["A.B.Kebede", ["a", "b", "kebede"]],
    ["Ab.c.d.", ["ab", "c", "d"]],
    ["A.B", ["a", "b"]],
    ["g/mariam", ["gebremariam"]],
    ["x/mariam", ["x", "mariam"]],
    ["xg/mariam", ["xg", "mariam"]],
    ["g/mariam.x", ["g", "mariam", "x"]],
    ["g/m", ["g", "m"]],
    ["ሖ", ["ሆ"]],
    ["ሗ", ["ሗ"]],
    ["Ato -- Abebe", ["abebe"]],
    ["A".repeat(200), ["a".repeat(200)]],
  ])("%s are %j", (name, words) => {
    expect(normalizeName(name)?.words).toEqual(words);
  });

  it.each([[null], [""], ["Dr. Mr."], ["A".repeat(201)], ["AB*** KE***"]])(
    "%s: none to compare",
    (name) => {
      expect(normalizeName(name)).toBeNull();
    },
  );
});

describe("a full match", () => {
  it("is of two words or more that are all the same", () => {
    expect(isFullMatch("ABEBE KEBEDE", "Kebede Abebe")).toBe(true);
    expect(isFullMatch("Ato Abebe Kebede Tessema", "Abebe Kebede Tessema")).toBe(true);
  });

  it.each([
    [null, "Abebe Kebede"],
    ["Alemayehu", "Alemayehu"],
    ["Abebe Kebede", "Almaz Tessema"],
    ["Abebe Kebede", "Abebe Kebede Tessema"],
    ["ABEBE KEBEDE…", "Abebe Kebede"],
    ["Al Bo", "Al Bo"],
  ])("is not one of %j and %j", (a, b) => {
    expect(isFullMatch(a, b)).toBe(false);
  });
});

describe("comparing names", () => {
  it("is symmetric for any texts", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.array(word).map((all) => all.join(" ")),
    );
    fc.assert(fc.property(text, text, (a, b) => namesMatch(a, b) === namesMatch(b, a)));
  });

  it("ignores order, case and titles", () => {
    fc.assert(
      fc.property(three, fc.constantFrom("Ato", "W/ro", "Dr.", "ወ/ሮ"), ([a, b, c], title) => {
        expect(namesMatch(`${a} ${b} ${c}`, `${title} ${c} ${a} ${b}`.toUpperCase())).toBe(true);
      }),
    );
  });

  it("detects any other word", () => {
    fc.assert(
      fc.property(three, word, fc.nat(2), (words, other, at) => {
        const old = words[at] ?? "";
        fc.pre(!old.startsWith(other) && !other.startsWith(old) && unlikeTitles([other]));
        const changed = words.map((one, place) => (place === at ? other : one));
        fc.pre(new Set([...changed, ...words]).size === 4);
        expect(namesMatch(words.join(" "), changed.join(" "))).toBe(false);
      }),
    );
  });
});
