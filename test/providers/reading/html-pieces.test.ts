import { describe, expect, test } from "vitest";
import {
  htmlPieces,
  htmlText,
  type Piece,
  requireWholePage,
} from "../../../lib/providers/reading/html-labels.ts";
import { Unreadable } from "../../../lib/providers/reading/unreadable.ts";

const row = (...cells: string[]): Piece => ({ kind: "row", cells });
const block = (text: string): Piece => ({ kind: "block", text });
const table = (cells: string) => `<table><tr>${cells}</tr></table>`;

describe("a page in pieces", () => {
  test.each<[string, string, Piece[]]>([
    [
      "cells of a table row stay together",
      table("\n<td>Amount</td> <td>5</td>\n"),
      [row("Amount", "5")],
    ],
    ["tags are read in any case", "<TABLE><TR><TD>5</TD><TD>6</TD></TR></TABLE>", [row("5", "6")]],
    ["entities are read as what they mean", "<p>&#53; &lt; 6 &amp; 7</p>", [block("5 < 6 & 7")]],
    ["a row without cells is none", table(""), []],
    ["a paragraph in a cell is its text", table("<td><p>A</p></td><td>5</td>"), [row("A", "5")]],
    [
      "text beside a paragraph in a cell keeps its distance",
      table("<td><p>500</p>600</td><td>A</td>"),
      [row("500 600", "A")],
    ],
    [
      "a cell with a layout of its own follows its row, in which it is empty",
      table("<td><p>A</p><p>5</p></td><td>B</td>"),
      [row("", "B"), block("A"), block("5")],
    ],
    [
      "the layout of a cell may be deep inside",
      table("<td><span><div><p>A</p><p>5</p></div></span></td><td>B</td>"),
      [row("", "B"), block("A"), block("5")],
    ],
    [
      "a table in a cell has rows of its own",
      table(`<td>${table("<td>A</td>")}</td><td>B</td>`),
      [row("", "B"), row("A")],
    ],
    [
      "a table deep in a cell has rows of its own, whatever is beside it",
      table(`<td><div>A<i>B</i>${table("<td>5</td>")}</div></td><td>C</td>`),
      [row("", "C"), block("AB"), row("5")],
    ],
    [
      "a row of nothing but layouts is no row",
      table("<td><p>A</p><p>5</p></td>"),
      [block("A"), block("5")],
    ],
    [
      "text around a block is cut at the block",
      "<div>before<p>inside</p>after</div>",
      [block("before"), block("inside"), block("after")],
    ],
    [
      "white space around a block is nothing",
      "<div> \n<p>inside</p>\u00a0</div>",
      [block("inside")],
    ],
    [
      "bold words do not cut a text",
      "<div>Paid <b>500</b> Birr<p>x</p></div>",
      [block("Paid 500 Birr"), block("x")],
    ],
    [
      "a block in an inline element cuts too",
      "<div>A<span><p>5</p></span>B</div>",
      [block("A"), block("5"), block("B")],
    ],
  ])("%s", (_guarantee, html, pieces) => {
    expect(htmlPieces(html)).toEqual(pieces);
  });

  test.each<[string, string, Piece[]]>([
    [
      "a bold label and the rest of its element are a row",
      "<p>\n<strong>Amount:</strong> 5 <i>Birr</i></p>",
      [row("Amount:", "5 Birr")],
    ],
    [
      "a bold label without a value has an empty one",
      "<p><b>Amount:</b></p>",
      [row("Amount:", "")],
    ],
    ["bold words without a colon are no label", "<p><b>Amount</b> 5</p>", [block("Amount 5")]],
    [
      "words with a colon are no label unless bold",
      "<p><i>Amount:</i> 5</p>",
      [block("Amount: 5")],
    ],
    ["a bold label after a text is none", "<p>no <b>Amount:</b> 5</p>", [block("no Amount: 5")]],
    [
      "inline elements beside each other are blocks of their own",
      "<div> <span>Amount</span><br>\n<span>5</span><img></div>",
      [block("Amount"), block("5")],
    ],
    [
      "inline elements within a text are part of it",
      "<p>Paid <i>500</i><i> Birr</i></p>",
      [block("Paid 500 Birr")],
    ],
    ["a line break keeps numbers apart", "<p>500<br>600</p>", [block("500 600")]],
    [
      "an empty place stays empty, so that nothing moves into it",
      "<p>Amount</p><p></p><p>5</p><p><img></p>",
      [block("Amount"), block(""), block("5"), block("")],
    ],
  ])("%s", (_guarantee, html, pieces) => {
    expect(htmlPieces(html)).toEqual(pieces);
  });

  test.each([
    ["script", "<script>Amount: 5</script>"],
    ["style", "<style>Amount: 5</style>"],
    ["textarea", "<textarea>Amount: 5</textarea>"],
    ["template", "<template><p>Amount: 5</p><p>6</p></template>"],
    ["noscript", "<noscript><div>Amount: 5</div></noscript>"],
    ["svg", "<svg><text>Amount: 5</text></svg>"],
    ["head", "<head><title>Amount: 5</title></head>"],
  ])("what no reader sees is not read: %s", (_tag, hidden) => {
    expect(htmlText(`<div>A ${hidden}B</div>`)).toMatch(/^A ?B$/);
    expect(htmlText(`<div><p>A</p>${hidden}<p>B</p></div>`)).toBe("A B");
  });

  test("all its text is one line, rows and blocks apart from each other", () => {
    const html = `<p>Paid</p>${table("<td>A</td><td>5</td>")}<p>\u00a0Thank\n you</p>`;
    expect(htmlText(html)).toBe("Paid A 5 Thank you");
  });

  test("a page too big or too deep is refused", () => {
    const many = (count: number) => "<i></i>".repeat(count);
    expect(htmlText(`${many(20_000)}A`)).toBe("A");
    expect(() => htmlPieces(many(20_001))).toThrow(Unreadable);
    const deep = (depth: number) => `${"<div>".repeat(depth)}A`;
    expect(htmlText(deep(200))).toBe("A");
    expect(() => htmlPieces(deep(201))).toThrow(Unreadable);
  });

  test("an end without a beginning changes nothing", () => {
    expect(htmlPieces("</div></td><p>A</p></html>B</body><p>5</p>")).toEqual([
      block("A"),
      block("B"),
      block("5"),
    ]);
  });
});

describe("a whole page", () => {
  test.each(["<html></html>", "<html></HTML >\r\n", "<html></html><!-- node 3 -->\n<!---->"])(
    "has its end: %j",
    (html) => {
      expect(() => requireWholePage(html)).not.toThrow();
    },
  );

  test.each([
    ["no end", "<html><p>1,5"],
    ["half an end", "<html></html"],
    ["a text after the end", "<html></html>1,5"],
    ["a number that was cut after an end", "<html></html> 1,5"],
    ["another tag at the end", "<html></htmlx>"],
    ["a comment for an end", "<html><!-- </html> -->"],
    ["an end that is far away", `<html></html><!--${"-".repeat(4_000)}-->`],
    ["nothing", ""],
  ])("is none with %s", (_what, html) => {
    expect(() => requireWholePage(html)).toThrow(Unreadable);
  });
});
