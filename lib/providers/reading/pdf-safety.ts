import { inflateSync } from "node:zlib";
import { Unreadable } from "./unreadable.ts";

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
const DICTIONARY_BYTES = 2_000;
const TAIL_BYTES = 2_048;
const STREAM = Buffer.from("stream");

/**
 * Refuses, before a parser sees it, a PDF that is cut off or made to exhaust one: too big, streams that
 * inflate far or twice, forms that multiply by painting each other, boundless character maps
 * and numbers. Throws `Unreadable`. The parser runs in our own thread, where nothing could stop it: what
 * this lets through is bounded by the function's timeout alone.
 */
export function checkPdf(body: Uint8Array): void {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length > MAX_BYTES) throw new Unreadable("PDF too big");
  if (bytes.subarray(0, 1_024).indexOf("%PDF-") < 0) throw new Unreadable("not a PDF");
  if (bytes.subarray(-TAIL_BYTES).indexOf("%%EOF") < 0) throw new Unreadable("half a PDF");
  if (bytes.indexOf("/Encrypt") >= 0) throw new Unreadable("PDF is encrypted");
  checkFilters(bytes.toString("latin1"));
  checkContents(bytes);
}

function checkFilters(text: string): void {
  if (/\/(?:LZWDecode|LZW|RunLengthDecode|RL)\b/.test(text)) {
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
  let paths = 1;
  let mapped = 0;
  let opened = 0;
  const streams = streamsOf(bytes);
  for (const { start, end } of streams) {
    const opening = Math.max(from, start - DICTIONARY_BYTES);
    const dictionary = bytes.toString("latin1", opening, start);
    between += bytes.toString("latin1", from, start);
    from = end;
    if (/\/Subtype\s*\/Image\b/.test(dictionary)) continue;
    const content = contentOf(bytes.subarray(start, end));
    inflated += content.length;
    if (inflated > MAX_INFLATED_BYTES) throw new Unreadable("PDF inflates too far");
    const paints = content.match(/\bDo\b/g)?.length ?? 0;
    paths *= Math.max(paints, 1);
    mapped += mappedCodes(content);
    opened += openStates(content);
    if (opened > MAX_OPEN_STATES) throw new Unreadable("PDF nests too deep");
    if (/\/ObjStm\b/.test(dictionary)) checkNumbers(content);
  }
  if (paths > MAX_PAINTING_PATHS) throw new Unreadable("PDF paints too much");
  if (mapped > MAX_MAPPED_CODES) throw new Unreadable("PDF maps too much");
  checkNumbers(between + bytes.toString("latin1", from));
}

function streamsOf(bytes: Buffer): readonly { start: number; end: number }[] {
  const streams: { start: number; end: number }[] = [];
  let at = bytes.indexOf(STREAM);
  while (at >= 0) {
    const start = at + STREAM.length + (bytes[at + STREAM.length] === 0x0d ? 2 : 1);
    const found = bytes.indexOf("endstream", start);
    const end = found < 0 ? bytes.length : found;
    streams.push({ start, end });
    if (streams.length > MAX_STREAMS) throw new Unreadable("PDF has too many streams");
    at = bytes.indexOf(STREAM, end + "endstream".length);
  }
  return streams;
}

/** The inflated bytes as latin1; the bytes themselves where they are not deflated. */
function contentOf(stream: Buffer): string {
  try {
    return inflateSync(stream, { maxOutputLength: MAX_INFLATED_BYTES }).toString("latin1");
  } catch (error) {
    if (error instanceof RangeError) throw new Unreadable("PDF inflates too far");
    return stream.toString("latin1");
  }
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

function mappedCodes(content: string): number {
  if (!/\bbegin(?:bf|cid|notdef)range\b/.test(content)) return 0;
  let codes = 0;
  for (const [, low = "", high = ""] of content.matchAll(
    /<([0-9A-Fa-f]{1,16})>\s{0,9}<([0-9A-Fa-f]{1,16})>/g,
  )) {
    codes += Math.max(Number.parseInt(high, 16) - Number.parseInt(low, 16), 0) + 1;
  }
  return codes;
}

/** Ten-digit offsets of the cross-reference table are not counted, nor are strings and dates. */
function checkNumbers(text: string): void {
  const bare = text.replace(
    /\([^()]{0,500}\)|<[0-9A-Fa-f\s]{0,500}>|\b[0-9]{10} [0-9]{5} [nf]\b/g,
    "",
  );
  for (const [number] of bare.matchAll(/(?<![0-9.])[0-9]{7,}/g)) {
    if (Number(number) > MAX_NUMBER) throw new Unreadable("PDF has a number out of bounds");
  }
}
