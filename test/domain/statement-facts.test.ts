import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAfter } from "../../lib/domain/banking-days.ts";
import {
  type BookPayment,
  indexReferences,
  saysReversal,
} from "../../lib/domain/statement-facts.ts";
import { compare, DAY, idsOf, payment, row, saleReference } from "../support/statements.ts";

const indexOf = (...references: readonly string[]) => indexReferences(references, (one) => one);
const finds = (reference: string, text: string) => indexOf(reference).find(text).length > 0;

describe("a reference in the text of a statement", () => {
  const MIXED = "FT26320A1B2C";

  it.each([
    ["alone", MIXED],
    ["in lower case", MIXED.toLowerCase()],
    ["in full-width letters", "ＦＴ２６３２０Ａ１Ｂ２Ｃ"],
    ["at the start of a word", `${MIXED}ETB`],
    ["at the end of a word", `TRF${MIXED}`],
    ["between signs", `(*${MIXED}*)`],
    ["in two words", "Trf FT26320 A1B2C ok"],
    ["in four words", "FT 26320 A1 B2C"],
    ["in four words before others", "FT-26320-A1-B2C ok"],
  ])("is found %s", (_, text) => {
    expect(indexOf(MIXED).find(text)).toEqual([MIXED]);
  });

  it.each([
    ["in five words", "FT 26 320 A1 B2C"],
    ["with another character", "FT26320A1B2D"],
    ["with a word between its parts", "FT26320 of A1B2C"],
    ["in part", "FT26320A1B2"],
    ["in an empty text", ""],
  ])("is not found %s", (_, text) => {
    expect(indexOf(MIXED).find(text)).toEqual([]);
  });

  it("is found with the spelling of the receipt", () => {
    expect(finds("ft-26320/a1b2c", `x ${MIXED}`)).toBe(true);
  });

  it("needs six characters, and eight within a word or across words", () => {
    expect(finds("AB123", "AB123")).toBe(false);
    expect(finds("AB1234", "AB1234")).toBe(true);
    expect(finds("AB12345", "xAB12345")).toBe(false);
    expect(finds("AB12345", "AB 12345")).toBe(false);
    expect(finds("AB123456", "xAB123456")).toBe(true);
    expect(finds("AB123456", "AB 123456")).toBe(true);
  });

  it("of digits or letters only is a word of its own, whatever other references are known", () => {
    for (const reference of ["123456789012", "ABCDEFGHIJKL"]) {
      const index = indexOf(MIXED, reference);
      expect(index.find(`ref ${reference}.`)).toEqual([reference]);
      expect(index.find(`a1${reference}`)).toEqual([]);
      expect(index.find(`${reference.slice(0, 6)} ${reference.slice(6)}`)).toEqual([]);
    }
  });

  it("is found once, together with all others of the text and all that share it", () => {
    const things = [
      { id: 1, reference: MIXED },
      { id: 2, reference: "12345678" },
      { id: 3, reference: "ft26320-a1b2c" },
    ];
    const { find } = indexReferences(things, ({ reference }) => reference);
    const ids = find(`${MIXED} 12345678 ${MIXED}X`).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([1, 2, 3]);
  });

  it("is found wherever it stands in a longer word, among references of other lengths", () => {
    const { find } = indexOf(MIXED, "AB123456", "1234567");
    const letters = fc.stringMatching(/^[G-Z]{0,12}$/);
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        expect(find(`${before}${MIXED}${after}`)).toEqual([MIXED]);
      }),
    );
  });
});

describe("another reference in the text of a statement", () => {
  const hasOther = (text: string) => indexOf("FT26320A1B2C", "12345678", "ABCDEFG").hasOther(text);

  it.each([
    ["FT26320ZZZZ9", true],
    ["87654321", true],
    ["GFEDCBA", true],
    ["Trf (ft26320zzzz9)", true],
    ["FT26320A1B2C 12345678 abcdefg", false],
    ["FT26320ZZZZ", false],
    ["CONTRIBUTION", false],
    ["251922000111", false],
    ["AB345678", false],
    ["8765432", false],
    ["", false],
  ])("is a word of the form of a known one: %s is %s", (text, isOther) => {
    expect(hasOther(text)).toBe(isOther);
  });

  it("is none where no reference is known", () => {
    expect(indexOf().hasOther("FT26320ZZZZ9")).toBe(false);
  });
});

describe("the bank's words for a reversal", () => {
  it.each(["TRF_REVERSED_12", "rev. FT1", "ＲＥＶＥＲＳＡＬ", "Return of funds", "ክፍያ ተመለሰ"])(
    "are in %s",
    (text) => {
      expect(saysReversal(text)).toBe(true);
    },
  );

  it.each(["Revenue", "Irreversible", "Refund", "TRF_REVENUE_1", "Transfer"])(
    "are not in %s",
    (text) => {
      expect(saysReversal(text)).toBe(false);
    },
  );
});

describe("the sale of a row without a reference", () => {
  const sale = (rowName: string, change: Partial<BookPayment> = {}) =>
    payment("SOLD", {
      ...{ reference: saleReference(rowName), day: dayAfter(DAY, 20), isAccountKnown: false },
      ...change,
    });

  it("belongs to its row alone, however late it was made, and an equal row stays unknown", () => {
    const rows = [row(), row()];
    const { agreed, unknown } = compare(rows, [sale(`${DAY} 150000  2`)]);
    expect(agreed.map((pair) => pair.row)).toEqual([rows[1]]);
    expect(unknown).toEqual([rows[0]]);
  });

  it("takes no other row of its amount, and no row whose payment is named", () => {
    const sameDay = sale(`${DAY} 150000 other 1`, { day: DAY });
    expect(compare([row()], [sameDay])).toMatchObject({
      ...{ agreed: [], unknown: [{ amount: 150_000 }] },
      waiting: [{ reason: "account_unknown" }],
    });
    const lessFee = sale(`${DAY} 150000 other 1`, { day: DAY });
    expect(compare([row({ amount: 149_000 })], [lessFee]).differing).toEqual([]);
    const named = payment("A");
    const { agreed } = compare([row({ text: named.reference })], [named, sale(`${DAY} 150000  1`)]);
    expect(idsOf(agreed)).toEqual(["A"]);
    // The bank booked it twice, and a member sold the second row.
    const twice = [row({ text: named.reference }), row({ text: named.reference })];
    expect(idsOf(compare(twice, [named, sale(`${DAY} 150000  2`)]).agreed)).toEqual(["A"]);
  });

  it("belongs to an equal row where the file has another order, so that no money is sold twice", () => {
    const named = payment("A");
    // Sold when its row was the day's only one; this file begins with the newest.
    const [newer, sold] = [row({ text: named.reference }), row()];
    const found = compare([newer, sold], [named, sale(`${DAY} 150000  1`)]);
    expect(found.agreed.map((pair) => [pair.payment.id, pair.row])).toEqual([
      ["A", newer],
      ["SOLD", sold],
    ]);
    expect(found.unknown).toEqual([]);
    const both = [sale(`${DAY} 150000  1`), sale(`${DAY} 150000  2`, { id: "SOLD2" })];
    const { agreed, unknown } = compare([newer, sold, row()], [named, ...both]);
    expect([idsOf(agreed), unknown]).toEqual([["A", "SOLD", "SOLD2"], []]);
  });

  it("lets nobody accuse the payment whose money it may be", () => {
    const found = compare([row()], [payment("A"), sale(`${DAY} 150000  1`)]);
    expect(found.missing).toMatchObject([{ payment: { id: "A" }, among: 2 }]);
  });
});
