import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pdfLines } from "../../lib/providers/reading/pdf-labels.ts";
import { pdfOf } from "./fixtures/pdf.ts";

/** A PDF of raw objects without a cross-reference table, as a broken or hostile producer writes it. */
function rawPdf(content: Buffer, filter = "", more = ""): Uint8Array {
  const head = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>/Font<</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>> endobj
${more}
4 0 obj <</Length ${content.length}${filter}>> stream
`;
  const tail = "\nendstream endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n";
  return Uint8Array.from(Buffer.concat([Buffer.from(head), content, Buffer.from(tail)]));
}
/** Each form paints the next one twice, and the last one paints a letter: 2^30 letters. */
const LAUGHS = Array.from({ length: 30 }, (_one, index) => {
  const content = index === 29 ? "BT /F 9 Tf (a) Tj ET" : "/X Do /X Do";
  const font = "/Font<</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
  const resources = `/Resources<<${font}/XObject<</X ${index + 6} 0 R>>>>`;
  return `${index + 5} 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 9 9]${resources}/Length ${content.length}>> stream\n${content}\nendstream endobj`;
}).join("\n");
const BOMB = deflateSync(Buffer.alloc(64_000_000, " "));

describe("the lines of a PDF", () => {
  test("are in reading order, cut into columns, whatever the order in the file", async () => {
    const bytes = await pdfOf([
      ["right", 300, 100],
      ["below", 40, 140],
      ["left", 40, 100],
      ["part", 70, 140],
    ]);
    expect(await pdfLines(bytes)).toEqual([["left", "right"], ["below part"]]);
  });

  test("are read from a plain hand-made file too", async () => {
    const bytes = rawPdf(Buffer.from("BT /F 12 Tf 20 200 Td (hello) Tj ET"));
    expect(await pdfLines(bytes)).toEqual([["hello"]]);
  });

  test.each([
    ["a stream that inflates to 64 MB", () => rawPdf(BOMB, "/Filter/FlateDecode")],
    [
      "a stream compressed twice",
      () => rawPdf(deflateSync(BOMB), "/Filter[/FlateDecode/FlateDecode]"),
    ],
    ["an unexpected compression", () => rawPdf(BOMB, "/Filter/LZWDecode")],
    ["encryption", () => rawPdf(Buffer.from("BT ET"), "", "9 0 obj <</Encrypt 1>> endobj")],
    [
      "a page that breaks off after its first text",
      () => rawPdf(Buffer.from(`BT /F 9 Tf 20 200 Td (a) Tj ET ${"x".repeat(200)} BT (b) Tj ET`)),
    ],
    ["more than a megabyte", () => rawPdf(Buffer.alloc(1_100_000, " "))],
    ["four pages", () => pdfOf([["a", 1, 1]], 4)],
    ["no end", async () => (await pdfOf([["a", 1, 1]])).slice(0, -30)],
    ["no PDF in it", () => new TextEncoder().encode("%%EOF")],
  ])("are refused with %s", async (_what, make) => {
    await expect(pdfLines(await make())).rejects.toThrow();
  });

  test.each([
    ["forms that multiply", "/X Do", LAUGHS],
    [
      "a form that paints itself",
      "/X Do",
      "5 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>/Length 11>> stream\n/X Do /X Do\nendstream endobj",
    ],
    ["text states that never close", "q BT ".repeat(100_000), ""],
    ["a hundred thousand texts", `BT /F 1 Tf ${"(a) Tj 9 9 Td ".repeat(60_000)} ET`, ""],
  ])("end in time with %s", async (_what, content, more) => {
    await pdfLines(rawPdf(Buffer.from(content), "", more)).catch(() => []);
  });
});
