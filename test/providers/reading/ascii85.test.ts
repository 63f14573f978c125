import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { checkPdf, fromAscii85 } from "../../../lib/providers/reading/pdf-safety.ts";
import { Unreadable } from "../../../lib/providers/reading/unreadable.ts";

const decoded = (text: string) => fromAscii85(Buffer.from(text, "latin1")).toString("latin1");

describe("ASCII85", () => {
  // Made by Python's `base64.a85encode`.
  test.each([
    ['87cURD]i,"Ebo80~>', "Hello World!"],
    ["87cURD]i*~>", "Hello W"],
    ['87cUR\r\nD]i,"E b\0o7~>', "Hello World"],
    ["z87cURDZ~>", "\0\0\0\0Hello"],
    ["s8W-!~>", "\xff\xff\xff\xff"],
    ["~>", ""],
  ])("%j is %j", (text, bytes) => {
    expect(decoded(text)).toBe(bytes);
  });

  test.each([
    ["has no end", "87cURD]i*"],
    ["has a digit alone", "87cUR8~>"],
    ["has a short form within a group", "87zUR~>"],
    ["has another character", "87cU{~>"],
    ["exceeds four bytes", 's8W-"~>'],
  ])("that %s is refused", (_what, text) => {
    expect(() => decoded(text)).toThrow(Unreadable);
  });
});

describe("a stream in ASCII85", () => {
  const encoded = (bytes: Buffer): string => {
    let text = "";
    for (let at = 0; at < bytes.length; at += 4) {
      const word = bytes.subarray(at, at + 4);
      let value = Buffer.concat([word, Buffer.alloc(4)]).readUInt32BE();
      let digits = "";
      for (let digit = 0; digit < 5; digit++) {
        digits = String.fromCharCode(33 + (value % 85)) + digits;
        value = Math.floor(value / 85);
      }
      text += digits.slice(0, word.length + 1);
    }
    return `${text}~>`;
  };
  const holding = (stream: string, filters: string) =>
    Uint8Array.from(
      Buffer.from(
        `%PDF-1.4\n1 0 obj <</Filter [${filters}]>> stream\n${stream}\nendstream endobj\n%%EOF\n`,
        "latin1",
      ),
    );
  const pdf = (content: string, filters: string) => holding(encoded(deflateSync(content)), filters);

  test.each(["/ASCII85Decode /FlateDecode", "/A85 /Fl"])(
    "under %s is checked inflated",
    (filters) => {
      expect(() => checkPdf(pdf("q Q ".repeat(600), filters))).not.toThrow();
      expect(() => checkPdf(pdf("q ".repeat(501), filters))).toThrow("PDF nests too deep");
      expect(() => checkPdf(pdf(" ".repeat(2_097_153), filters))).toThrow("PDF inflates too far");
    },
  );

  test("that the dictionary does not name is refused", () => {
    for (const end of ["", " \n ", "\r\n\t"]) {
      const stream = `${encoded(deflateSync("q"))}${end}`;
      const check = () => checkPdf(holding(stream, "9 0 R"));
      expect(check).toThrow("PDF uses a compression not expected");
    }
  });

  test("is not any stream with its end mark, which a picture may have by chance", () => {
    expect(() => checkPdf(holding("ab~>cd", "/DCTDecode"))).not.toThrow();
  });
});
