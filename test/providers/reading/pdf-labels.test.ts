import { describe, expect, test } from "vitest";
import type { PdfLine } from "../../../lib/providers/reading/pdf-labels.ts";
import {
  type LabeledValue,
  pdfLabels,
  type ValueKind,
} from "../../../lib/providers/reading/pdf-labels.ts";
import { Unreadable } from "../../../lib/providers/reading/unreadable.ts";

const LABELS: ReadonlyMap<string, ValueKind> = new Map([
  ["payer", "name"],
  ["account", "account"],
  ["date", "date"],
  ["reference", "reference"],
  ["amount", "amount"],
  ["fee", "amount"],
  ["reason", "text"],
  ["note", "text"],
  ["paid total", "amount"],
  ["paid total in words", "text"],
]);

const read = (lines: readonly PdfLine[]) =>
  pdfLabels(lines, { labels: LABELS })
    .map(({ label, value }: LabeledValue) => `${label}=${value}`)
    .join(" | ");

type Case = readonly [guarantee: string, lines: readonly PdfLine[], found: string];

describe("a value belongs to its label", () => {
  test.each<Case>([
    ["right of it", [["Payer", "ALMAZ"]], "payer=ALMAZ"],
    ["right of it in several cells", [["Reason", "a", "b"]], "reason=a b"],
    ["right of a colon of its own", [["Payer", ":", "ALMAZ"]], "payer=ALMAZ"],
    ["after a colon", [["Payer", ":ALMAZ"]], "payer=ALMAZ"],
    ["after a colon and a blank", [["Payer", ": ALMAZ"]], "payer=ALMAZ"],
    ["with colons inside", [["Reason", "at: home: now"]], "reason=at: home: now"],
    ["in the same cell", [["Payer: ALMAZ"]], "payer=ALMAZ"],
    ["in the same cell and the next ones", [["Reason: a", "b", "c"]], "reason=a b c"],
    [
      "in the same cell, up to the next label",
      [["Reason: a", "Payer", "AL"]],
      "reason=a | payer=AL",
    ],
    ["each of two in a line", [["Payer", "AL", "Reason", "b"]], "payer=AL | reason=b"],
    ["below it", [["Payer"], ["ALMAZ"]], "payer=ALMAZ"],
    [
      "right of it, with another text above two others",
      [
        ["Payer", "x"],
        ["AL", "5"],
      ],
      "payer=x",
    ],
    ["below it and its colon", [["Payer", ":"], ["ALMAZ"]], "payer=ALMAZ"],
    ["in the order of a block", [["Payer"], ["Fee"], ["ALMAZ"], ["5"]], "payer=ALMAZ | fee=5"],
    ["below in several cells", [["Reason"], ["a", "b"]], "reason=a b"],
    [
      "block by block",
      [["Payer"], ["AL"], ["Fee"], ["Note"], ["5"], ["x"]],
      "payer=AL | fee=5 | note=x",
    ],
    [
      "below a line of labels",
      [
        ["Payer", "Fee"],
        ["AL", "5"],
        ["Note", "x"],
      ],
      "payer=AL | fee=5 | note=x",
    ],
    [
      "below a second line of labels",
      [
        ["Fee", "Note"],
        ["5", "x"],
        ["Fee", "Note"],
        ["6", "y"],
      ],
      "fee=5 | note=x | fee=6 | note=y",
    ],
    ["without what follows the block", [["Payer"], ["AL"], ["Thank you"]], "payer=AL"],
    [
      "without what precedes it",
      [["Bank"], ["Payer", "AL"], ["Bank"], ["Note", "x"]],
      "payer=AL | note=x",
    ],
    [
      "without what follows a block that ends with a text",
      [["Fee"], ["Note"], ["5"], ["x"], ["Thank you"]],
      "fee=5 | note=x",
    ],
    ["in no line at all", [], ""],
  ])("%s", (_where, lines, found) => {
    expect(read(lines)).toBe(found);
  });

  test.each<Case>([
    ["where nothing follows", [["Payer"], ["Fee"]], "payer= | fee="],
    ["where a pair follows", [["Reason"], ["Payer: AL"]], "reason= | payer=AL"],
    ["where the only text precedes it", [["Bank"], ["Reason"]], "reason="],
    ["where a pair took what precedes", [["Fee", "5"], ["Reason"]], "fee=5 | reason="],
  ])("and is blank %s", (_where, lines, found) => {
    expect(read(lines)).toBe(found);
  });

  test.each<Case>([
    ["a blank after it", [["Paid total 5 ETB"]], "paid total=5 ETB"],
    ["further cells", [["Paid total 5", "ETB"]], "paid total=5 ETB"],
    ["the longest name that fits", [["Paid Total in Words five"]], "paid total in words=five"],
    ["a slash in its value", [["Paid total 1/2"]], "paid total=1/2"],
    ["an Amharic half", [["ድምር/Paid total 5"]], "paid total=5"],
    ["an Amharic half and a blank", [["ድምር / Paid total 5"]], "paid total=5"],
    ["no blank after it", [["Reason"], ["Paid totally"]], "reason=Paid totally"],
    ["a text before it", [["Reason"], ["I paid total 5"]], "reason=I paid total 5"],
    ["a short name", [["Reason"], ["Account 1234"]], "reason=Account 1234"],
    ["an unknown name and a colon", [["Reason"], ["Sender: AL"]], "reason=Sender: AL"],
  ])("a long label within a cell: %s", (_what, lines, found) => {
    expect(read(lines)).toBe(found);
  });

  test("the longest name wins in whatever order the labels are known", () => {
    const labels = new Map([...LABELS].reverse());
    expect(pdfLabels([["Paid total in words five"]], { labels })).toEqual([
      { label: "paid total in words", value: "five" },
    ]);
  });

  test.each<Case>([
    [
      "dropped before its English half",
      [["Reason"], ["ከፋይ", "/Payer", "AL"]],
      "reason= | payer=AL",
    ],
    ["kept as a value", [["Payer", "አልማዝ"]], "payer=አልማዝ"],
    [
      "kept before a label of its own",
      [["Reason", "አልማዝ", "Payer", "AL"]],
      "reason=አልማዝ | payer=AL",
    ],
    ["kept before a slash of the value", [["Reason", "አልማዝ", "/ x"]], "reason=አልማዝ / x"],
  ])("an Amharic cell is %s", (_what, lines, found) => {
    expect(read(lines)).toBe(found);
  });

  test("an English cell before a slash and a label is a value", () => {
    expect(read([["Reason", "ABC", "/Payer", "AL"]])).toBe("reason=ABC | payer=AL");
  });
});

describe("labels and values that do not pair up are unreadable", () => {
  test.each<readonly [string, readonly PdfLine[]]>([
    ["fewer values than labels", [["Reason"], ["Note"], ["x"]]],
    [
      "a line of labels above more values",
      [
        ["Reason", "Note"],
        ["x", "y", "z"],
      ],
    ],
    ["a line of labels above one value", [["Reason", "Note"], ["x"]]],
    [
      "a line of labels of several kinds above more values",
      [
        ["Payer", "Fee"],
        ["AL", "5", "x"],
      ],
    ],
    ["more values than labels that take any text", [["Reason"], ["Note"], ["x"], ["y"], ["z"]]],
    [
      "a line of labels above another label",
      [
        ["Payer", "Reason"],
        ["ALMAZ", "Amount"],
      ],
    ],
    [
      "a line of labels above a value of another kind",
      [
        ["Payer", "Fee"],
        ["5", "ALMAZ"],
      ],
    ],
  ])("%s", (_what, lines) => {
    expect(() => read(lines)).toThrow(Unreadable);
  });

  test.each<readonly [string, readonly string[], readonly string[]]>([
    ["Amount", ["1,500.00", "5 ETB"], ["ALMAZ", "1.500", "-5"]],
    [
      "Date",
      ["5/20/2026", "20-05-2026", "Aug 16, 2026", "07:29 2026"],
      ["1,500.00", "2026 05 20", "May, Monday", "ALMAZ", "5"],
    ],
    [
      "Account",
      ["1****3321", "+251 911-000", "1000"],
      ["x1****3321", "1****3321 x", "123", "ALMAZ", "1".repeat(31)],
    ],
    [
      "Reference",
      ["FT26140AB1C2", "AB12CD34"],
      ["FT26140AB1C2 x", "(FT26140AB1C2", "AB12CD3", "A".repeat(25)],
    ],
    ["Payer", ["Al", "Shop 24", "አልማዝ"], ["A", "A 1", "ALMAZ 1****3321", "1234", "***"]],
    ["Reason", ["5", "x", "1****3321"], []],
  ])("%s below must look like one", (label, fitting, others) => {
    for (const value of fitting) expect(read([[label], [value]])).toContain(`=${value}`);
    for (const value of others) expect(() => read([[label], [value]]), value).toThrow(Unreadable);
  });
});
