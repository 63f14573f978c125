import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { checkPdf } from "../../../lib/providers/reading/pdf-safety.ts";
import { Unreadable } from "../../../lib/providers/reading/unreadable.ts";

const HEAD = "%PDF-1.4\n";
const END = "\n%%EOF\n";

function pdf(...parts: readonly (string | Buffer)[]): Uint8Array {
  const all = [HEAD, ...parts, END].map((part) =>
    typeof part === "string" ? Buffer.from(part, "latin1") : part,
  );
  return Uint8Array.from(Buffer.concat(all));
}

const isAccepted = (bytes: Uint8Array) => {
  try {
    checkPdf(bytes);
    return true;
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
};

/** A stream as it is in the file. */
function raw(content: string | Buffer, dictionary = "", newline = "\n"): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content;
  const head = `1 0 obj <<${dictionary}>> stream${newline}`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\nendstream endobj\n")]);
}
const deflated = (content: string | Buffer, dictionary = "", newline = "\n") =>
  raw(deflateSync(content), `/Filter/FlateDecode ${dictionary}`, newline);

const saved = (count: number) => "q ".repeat(count);
const painting = (count: number) => "/X Do ".repeat(count);
const range = (low: string, high: string) => `beginbfrange <${low}> <${high}> <0000> endbfrange `;
const TOO_DEEP = saved(501);
const IMAGE = "/Subtype /Image";
const MB = 1_048_576;

describe("a PDF is accepted up to a limit, and refused one over it", () => {
  const frame = HEAD.length + END.length;
  const half = deflated(Buffer.alloc(MB));
  const image = deflated(Buffer.alloc(8 * MB), IMAGE);

  test.each<[string, Uint8Array, Uint8Array]>([
    ["bytes", pdf(Buffer.alloc(MB - frame)), pdf(Buffer.alloc(MB - frame + 1))],
    ["bytes before the header", late(1_019), late(1_020)],
    ["bytes after the end", early(2_043), early(2_044)],
    ["streams", pdf(...Array(300).fill(raw(""))), pdf(...Array(301).fill(raw("")))],
    ["inflated bytes", pdf(half, half), pdf(half, half, deflated("a"))],
    ["inflated bytes of images", pdf(image, image), pdf(image, image, deflated("a", IMAGE))],
    ["saved states", pdf(raw(saved(500))), pdf(raw(TOO_DEEP))],
    [
      "saved states of all streams",
      pdf(raw(saved(250)), raw(saved(250))),
      pdf(raw(saved(250)), raw(saved(251))),
    ],
    [
      "ways to paint forms",
      pdf(raw(painting(100)), raw(""), raw(painting(100))),
      pdf(raw(painting(73)), raw(painting(137))),
    ],
    ["codes of a map", pdf(raw(range("1", "40000"))), pdf(raw(range("0", "40000")))],
    [
      "codes of all maps",
      pdf(raw(range("0", "1ffff") + range("20000", "3ffff"))),
      pdf(raw(range("0", "1ffff")), raw(range("0", "20000"))),
    ],
    [
      "codes of many ranges",
      pdf(raw(range("5", "5").repeat(9))),
      pdf(raw(range("1", "40000") + range("9", "5"))),
    ],
    ["numbers", pdf("[0 2000000]"), pdf("[0 2000001]")],
  ])("%s", (_what, accepted, refused) => {
    expect([isAccepted(accepted), isAccepted(refused)]).toEqual([true, false]);
  });

  function early(count: number): Uint8Array {
    return Uint8Array.from(Buffer.from(`${HEAD}%%EOF${" ".repeat(count)}`));
  }

  function late(count: number): Uint8Array {
    return Uint8Array.from(Buffer.from(`${" ".repeat(count)}${HEAD}${END}`));
  }
});

describe("a stream is judged by what the parser would see in it", () => {
  test.each<[string, Uint8Array]>([
    ["in a deflated stream", pdf(deflated(TOO_DEEP))],
    ["after a line end of two characters", pdf(deflated(TOO_DEEP, "", "\r\n"))],
    ["after a lone carriage return", pdf(deflated(TOO_DEEP, "", "\r"))],
    ["after blanks in the line of the word", pdf(deflated(TOO_DEEP, "", "  \r\n"))],
    ["in a later stream", pdf(raw(""), deflated(TOO_DEEP))],
    ["in a stream without an end", pdf(`1 0 obj <<>> stream\n${TOO_DEEP}`)],
    ["behind an image", pdf(`2 0 obj <<${IMAGE}>> endobj\n`, deflated(TOO_DEEP))],
    ["in a stream that is cut off", pdf(raw(deflateSync(TOO_DEEP).subarray(0, -6)))],
    ["in a stream with a wrong checksum", pdf(raw(wrongEnd(deflateSync(TOO_DEEP))))],
    [
      "in the first bytes",
      Uint8Array.from(Buffer.from(`stream\n${TOO_DEEP}endstream ${HEAD}${END}`)),
    ],
  ])("%s", (_where, bytes) => {
    expect(isAccepted(bytes)).toBe(false);
  });

  test.each<[string, Uint8Array]>([
    ["what is drawn and closed again", pdf(raw("q Q ".repeat(2_000)))],
    ["more closed than opened", pdf(raw("Q ".repeat(600) + saved(500)))],
    ["letters of a text", pdf(raw("(aq qb Doo) Tj ".repeat(2_000)))],
    ["a stream without an end", pdf("1 0 obj <<>> stream\nBT ET")],
    ["the word in the last line", Uint8Array.from(Buffer.from(`${HEAD}%%EOF stream`))],
    ["no byte, and one", pdf("<<>>stream\nendstream <<>>stream\nxendstream")],
    ["two bytes of nothing", pdf(raw("\0\0"))],
    [
      "what the parser does not inflate",
      pdf(raw(Buffer.concat([Buffer.from("\n"), deflateSync(TOO_DEEP)]))),
    ],
    ["an image without a blank", pdf(raw(`\xff\xd8${TOO_DEEP}`, "/Subtype/Image"))],
    ["the bytes of an image", pdf(raw(`\xff\xd8${TOO_DEEP}`, IMAGE))],
    ["an image larger than a text may be", pdf(deflated(Buffer.alloc(3 * MB), IMAGE))],
    [
      "bytes that only begin like deflated ones",
      pdf(raw("x"), raw("8"), raw("h\x82"), raw("\x79\x9c")),
    ],
    ["large numbers of a text", pdf(raw("9999999 0 Td"), deflated("9999999 0 Td"))],
  ])("accepted: %s", (_what, bytes) => {
    expect(isAccepted(bytes)).toBe(true);
  });

  function wrongEnd(bytes: Buffer): Buffer {
    return Buffer.concat([bytes.subarray(0, -1), Buffer.from([255 - (bytes.at(-1) ?? 0)])]);
  }
});

describe("refused before it is parsed", () => {
  test.each(["LZWDecode", "LZW", "RunLengthDecode", "RL", "ASCIIHexDecode", "AHx"])(
    "the compression %s",
    (filter) => {
      expect(isAccepted(pdf(raw("", `/Filter/${filter}`)))).toBe(false);
      expect(isAccepted(pdf(raw(`9 0 /${filter}`, "/Type/ObjStm")))).toBe(false);
      expect(isAccepted(pdf(raw("", `/Filter/${filter}x`)))).toBe(true);
    },
  );

  test.each([
    ["compressed twice", raw("", "/Filter[/FlateDecode/FlateDecode]")],
    ["compressed twice by the short name", raw("", "/Filter [ /Fl /Fl ]")],
    ["a name written in codes", raw("", "/Filter/LZ#57Decode")],
    ["a name written in codes of small letters", raw("", "/LZWDeco#64e")],
    ["encryption", "trailer <</Encrypt 9 0 R>>"],
    ["objects behind a word in a text", "(stream\n) 9 0 obj <</W[0 9999999 5]>> (endstream)"],
    ["a number among the objects", "9 0 obj <</W[0 9999999 5]>>"],
    ["a number directly after a bracket, without blanks", "<</W[9999999]>>"],
    ["a negative number", "[-9999999 0]"],
    ["a number with a minus in it", "[0 999-9999]"],
    ["a number of many digits", `[${"9".repeat(400)}]`],
    ["a number between two comments", "%(\n9999999 %)\n"],
    ["a number between two strings", "(a)9999999(b)"],
    ["a number after a string with an escaped end", "(a\\)b)9999999(c)"],
    ["a number after a name", "/W 9999999"],
    ["a number among the objects of a stream", deflated("[9999999]", "/Type/ObjStm")],
    ["a number in a stream of objects without its type", deflated("[9999999]", "/N 1/First 9")],
    ["a far dictionary", deflated("[9999999]", `/Type/ObjStm/X(${" ".repeat(3_000)})`)],
    ["a number after the last stream", `${raw("").toString()}[9999999]`],
    ["a number before a stream", `[9999999]${raw("").toString()}`],
  ])("%s", (_what, part) => {
    expect(isAccepted(pdf(part))).toBe(false);
  });

  test("encryption in the first bytes", () => {
    expect(isAccepted(Uint8Array.from(Buffer.from(`/Encrypt ${HEAD}${END}`)))).toBe(false);
  });

  test.each([
    ["one compression for each of two streams", "<</Filter/FlateDecode>><</Filter/FlateDecode>>"],
    ["a name with a blank in it", "/BaseFont/Noto#20Sans"],
    ["dates and other texts", "/CreationDate(D:20260520192900+03)/ID[<12345678901234567890>]"],
    ["offsets of the cross-reference table", "0000000015 00000 n\n0000999999 65535 f"],
    ["fractions of many digits", "[0.123456789 .99999999]"],
    ["digits of two numbers", "[123(a)4567 123<00>4567 1234 567]"],
    // As iText 5 and pdf-lib write them.
    ["years in a producer's name", "<</Producer(iText 5 2000-2022 Group NV \\(AGPL-version\\))>>"],
    ["a number in a name", "<</Font <</Helvetica-7098480789 4 0 R>> >>"],
  ])("but not %s", (_what, part) => {
    expect(isAccepted(pdf(part))).toBe(true);
  });
});

describe("every range of a character map counts", () => {
  const map = (ranges: string, kind = "bf") =>
    pdf(raw(`2 begin${kind}range ${ranges} end${kind}range`));

  test.each([
    ["behind a range of one code", "<00> <00> <00>\n<00> <FFFFFF> <00>"],
    ["with many blanks", "<00>                    <FFFFFF>\n\n<00>"],
    ["without blanks", "<00><FFFFFF><00>"],
    ["in small letters", "<00> <ffffff> <00>"],
    ["that maps to a number", "<00> <FFFFFF> 7"],
    ["that maps to several texts", "<00> <FFFFFF> [<00> <01>]"],
  ])("%s", (_what, ranges) => {
    for (const kind of ["bf", "cid", "notdef"]) expect(isAccepted(map(ranges, kind))).toBe(false);
  });

  test("also in a map without an end", () => {
    expect(isAccepted(pdf(raw("beginbfrange <00> <FFFFFF> <00>")))).toBe(false);
  });

  test.each([
    ["blanks within a code", "<00> <FF FF FF> <00>"],
    ["a code of too many digits", "<00> <00000FFFFFF> <00>"],
    ["a code as a text", "(\\000) (\\377\\377\\377) <00>"],
    ["a comment", "<00> % \n <FFFFFF> <00>"],
    ["half a range", "<00> <01>"],
    ["a map within a map", "<00> <01> <02> beginbfrange <00> <01> <02>"],
  ])("and %s is refused", (_what, ranges) => {
    expect(isAccepted(map(ranges))).toBe(false);
  });

  test.each([
    ["codes that lead far away", "<0003><0003><1200>\n<0004> <0005> <1201>\n".repeat(100)],
    ["several texts", "<0000> <0002> [<0041 0042> <0043>\n<0044>]"],
    ["no range", ""],
  ])("accepted: %s", (_what, ranges) => {
    expect(isAccepted(map(ranges))).toBe(true);
  });

  test("single codes and code spaces do not", () => {
    const single =
      "begincodespacerange <0000> <FFFFFF> endcodespacerange beginbfchar <00> <FFFFFF>";
    expect(isAccepted(pdf(raw(single)))).toBe(true);
  });
});
