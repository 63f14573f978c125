import { describe, expect, it } from "vitest";
import { csvOf, csvOfObjects, withoutFormulaQuote } from "../../lib/contract/csv.ts";

describe("a CSV file", () => {
  it("takes no customer's text for a formula, and keeps quotes and line breaks within a cell", () => {
    const cells = ["=1+1", "+251", "-5", "@x", 'say "yes"', "two\nlines", "a,b", -5, null];
    expect(csvOf(["a"], [cells])).toBe(
      `a\r\n'=1+1,'+251,'-5,'@x,"say ""yes""","two\nlines","a,b",-5,\r\n`,
    );
  });

  it.each(["\n=1+1", "＝1+1", "＋1", "－1", "＠SUM(A1)"])(
    "quotes %j, a formula to some spreadsheets",
    (text) => {
      const [, row = ""] = csvOf(["a"], [[text]]).split("\r\n");
      const cell = row.replaceAll('"', "");
      expect(cell).toBe(`'${text}`);
      expect(withoutFormulaQuote(cell)).toBe(text);
    },
  );

  it("of objects names nested fields, joins lists, writes times of Addis Ababa and leaves out lists of objects", () => {
    const method = {
      object: "payment_method",
      id: "pm_1",
      payer: { name: "Abebe", phone: null },
      events: ["checkout.verified", "checkout.review"],
      inputs: [{ id: "input", label: "Reference" }],
      created_at: "2026-11-27T09:00:00Z",
    };
    expect(csvOfObjects([method, { id: "pm_2", note: 7 }])).toBe(
      "id,payer.name,payer.phone,events,created_at,note\r\n" +
        "pm_1,Abebe,,checkout.verified checkout.review,2026-11-27T12:00:00+03:00,\r\n" +
        "pm_2,,,,,7\r\n",
    );
  });
});
