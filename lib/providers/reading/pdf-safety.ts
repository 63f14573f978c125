import { inflateSync } from "node:zlib";
import { Unreadable } from "./unreadable.ts";

/**
 * The bytes of a stream in ASCII85 (PDF 32000-1, section 7.4.3), which ends at `~`. Throws `Unreadable` for whatever
 * a parser might read in another way.
 */
export function fromAscii85(stream: Buffer): Buffer {
  const text = stream.toString("latin1").replaceAll(/[\s\0]/g, "");
  const end = text.indexOf("~");
  if (end < 0) throw new Unreadable("PDF has a stream without its end");
  const words: Buffer[] = [];
  // Four zeros have a short form, at the start of a group only.
  for (const [group] of text.slice(0, end).matchAll(/z|[^z].{0,4}/gs)) words.push(wordOf(group));
  return Buffer.concat(words);
}

/** Up to four bytes: one fewer than digits of base 85. */
function wordOf(group: string): Buffer {
  if (group === "z") return Buffer.alloc(4);
  let value = 0;
  for (const digit of group.padEnd(5, "u")) value = value * 85 + digit.charCodeAt(0) - 33;
  if (!/^[!-u]{2,5}$/.test(group) || value > 0xffff_ffff) {
    throw new Unreadable("PDF has a stream damaged or too long");
  }
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes.subarray(0, group.length - 1);
}

const MAX_BYTES = 1_048_576;
const MAX_STREAMS = 300;
const MAX_INFLATED_BYTES = 2_097_152;
/** Ways through forms that paint forms; loops the parser refuses by itself. */
const MAX_PAINTING_PATHS = 10_000;
/** Saved graphics states that are open at once; the parser's time grows with their square. */
const MAX_OPEN_STATES = 500;
/** Codes that all character maps together may map: a font has at most 65,536. */
const MAX_MAPPED_CODES = 262_144;
/** No number in a file of a megabyte needs to be larger; a width table up to it could fill memory. */
const MAX_NUMBER = 2_000_000;
/** Nothing draws the images, but a parser may be led to take one for text. */
const MAX_IMAGE_BYTES = 16_777_216;
const TAIL_BYTES = 2_048;
const STREAM = Buffer.from("stream");
const RANGES = /\bbegin(?:bf|cid|notdef)range\b(.*?)(?:\bend(?:bf|cid|notdef)range\b|$)/gs;
/** The first and the last code, and the text, the texts or the number that the first one maps to. */
const RANGE =
  /<([0-9A-Fa-f]{1,8})>\s*<([0-9A-Fa-f]{1,8})>\s*(?:<[0-9A-Fa-f\s]*>|\[[0-9A-Fa-f<>\s]*\]|[0-9]+)/g;
/** No program needs to write a letter as its code. */
const HIDDEN_NAME = /\/[^\s()<>[\]{}/%]{0,127}#(?:[46][1-9A-Fa-f]|[57][0-9Aa])/;
/** Strings within a line, as a parenthesis in a comment could hide the lines up to the next one; and names. */
const WORDS = /\((?:[^()\\\r\n]|\\[^\r\n]){0,500}\)|<[0-9A-Fa-f]{0,500}>|\/[^\s()<>[\]{}/%]{1,127}/;

/**
 * Refuses, before a parser sees it, a PDF that is cut off or made to exhaust one: too big, streams that
 * inflate far or twice or not as a whole, forms that multiply by painting each other, boundless character
 * maps and numbers, and what hides these from us but not from the parser. Throws `Unreadable`.
 *
 * The parser runs in our own thread, where nothing could stop it: what this lets through is bounded by the
 * function's timeout alone.
 */
export function checkPdf(body: Uint8Array): void {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length > MAX_BYTES) throw new Unreadable("PDF too big");
  if (bytes.subarray(0, 1_024).indexOf("%PDF-") < 0) throw new Unreadable("not a PDF");
  if (bytes.subarray(-TAIL_BYTES).indexOf("%%EOF") < 0) throw new Unreadable("half a PDF");
  if (bytes.indexOf("/Encrypt") >= 0) throw new Unreadable("PDF is encrypted");
  checkContents(bytes);
}

function checkFilters(text: string): void {
  // Behind these our own inflating would see other bytes than the parser.
  if (/\/(?:LZWDecode|LZW|RunLengthDecode|RL|ASCIIHexDecode|AHx)\b/.test(text)) {
    throw new Unreadable("PDF uses a compression not expected");
  }
  if (/\/(?:FlateDecode|Fl)\b[^\]<>]{0,60}\/(?:FlateDecode|Fl)\b/.test(text)) {
    throw new Unreadable("PDF is compressed twice");
  }
}

function checkContents(bytes: Buffer): void {
  let between = "";
  let from = 0;
  let inflated = 0;
  let images = 0;
  let paths = 1;
  let mapped = 0;
  let opened = 0;
  for (const { start, end } of streamsOf(bytes)) {
    const before = bytes.toString("latin1", from, start);
    between += before;
    from = end;
    // Of this object alone: a word in another one must not hide this one.
    const dictionary = before.slice(before.lastIndexOf("obj"));
    const content = contentOf(withoutAscii85(bytes.subarray(start, end), dictionary));
    if (/\/Subtype\s*\/Image\b/.test(dictionary)) {
      images += content.length;
      if (images > MAX_IMAGE_BYTES) throw new Unreadable("PDF inflates too far");
      continue;
    }
    inflated += content.length;
    if (inflated > MAX_INFLATED_BYTES) throw new Unreadable("PDF inflates too far");
    const paints = content.match(/\bDo\b/g)?.length ?? 0;
    paths *= Math.max(paints, 1);
    mapped += mappedCodes(content);
    opened += openStates(content);
    if (opened > MAX_OPEN_STATES) throw new Unreadable("PDF nests too deep");
    if (/\/(?:ObjStm|First)\b/.test(before)) checkObjects(content);
  }
  if (paths > MAX_PAINTING_PATHS) throw new Unreadable("PDF paints too much");
  if (mapped > MAX_MAPPED_CODES) throw new Unreadable("PDF maps too much");
  checkObjects(between + bytes.toString("latin1", from));
}

function streamsOf(bytes: Buffer): readonly { start: number; end: number }[] {
  const streams: { start: number; end: number }[] = [];
  let at = bytes.indexOf(STREAM);
  while (at >= 0) {
    const start = nextLine(bytes, at);
    const found = bytes.indexOf("endstream", start);
    const end = found < 0 ? bytes.length : found;
    streams.push({ start, end });
    if (streams.length > MAX_STREAMS) throw new Unreadable("PDF has too many streams");
    at = bytes.indexOf(STREAM, end + "endstream".length);
  }
  return streams;
}

/** Where the parser takes a stream to begin: whatever else is in the line of the word is skipped. */
function nextLine(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
  return at + (bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? 2 : 1);
}

function withoutAscii85(stream: Buffer, dictionary: string): Buffer {
  return /\/(?:ASCII85Decode|A85)\b/.test(dictionary) ? fromAscii85(stream) : stream;
}

/** The inflated bytes as latin1; the bytes themselves where they are not deflated. */
function contentOf(stream: Buffer): string {
  try {
    return inflateSync(stream, { maxOutputLength: MAX_IMAGE_BYTES }).toString("latin1");
  } catch {
    // The parser inflates as far as it can, even what is cut off or has a wrong checksum.
    if (isDeflated(stream)) throw new Unreadable("PDF has a stream damaged or too long");
    const raw = stream.toString("latin1");
    // ASCII85 that the dictionary does not name, or twice: the parser may decode what we have not read.
    if (/~>\s*$/.test(raw)) throw new Unreadable("PDF uses a compression not expected");
    // A word "stream" in a text or a comment would hide the objects after it.
    if (/obj[\s\0%<[(/]/.test(raw)) throw new Unreadable("PDF has objects in a stream");
    return raw;
  }
}

/** Whether the parser would take these bytes for deflated ones: by the header of RFC 1950. */
function isDeflated(stream: Buffer): boolean {
  return stream.length > 1 && (stream.readUInt8() & 15) === 8 && stream.readUInt16BE() % 31 === 0;
}

function openStates(content: string): number {
  let open = 0;
  let most = 0;
  for (const [operator] of content.matchAll(/\b[qQ]\b/g)) {
    open = Math.max(open + (operator === "q" ? 1 : -1), 0);
    most = Math.max(most, open);
  }
  return most;
}

/** All ranges of a character map. Anything else among them is refused, as the parser could skip it. */
function mappedCodes(content: string): number {
  let codes = 0;
  for (const [, block = ""] of content.matchAll(RANGES)) {
    const rest = block.replace(RANGE, (_range, low: string, high: string) => {
      codes += Math.max(Number.parseInt(high, 16) - Number.parseInt(low, 16), 0) + 1;
      return "";
    });
    if (rest.trim() !== "") throw new Unreadable("PDF has an unknown character map");
  }
  return codes;
}

/** What stands outside of the streams, or the objects of a stream that holds some. */
function checkObjects(text: string): void {
  checkFilters(text);
  if (HIDDEN_NAME.test(text)) throw new Unreadable("PDF hides a name");
  checkNumbers(text);
}

/** Strings, dates and names are not counted. The parser skips a minus within a number. */
function checkNumbers(text: string): void {
  for (const bare of text.split(WORDS)) {
    for (const [number] of bare.matchAll(/(?<![0-9.])[0-9][0-9-]{6,}/g)) {
      if (Number(number.replaceAll("-", "")) > MAX_NUMBER)
        throw new Unreadable("PDF has a number out of bounds");
    }
  }
}
