import { inflateSync } from "node:zlib";
import { Unreadable } from "./unreadable.ts";

const MAX_BYTES = 1_048_576;
const MAX_STREAMS = 300;
const MAX_INFLATED_BYTES = 4_194_304;
const STREAM = Buffer.from("stream");
const TAIL_BYTES = 2_048;

/**
 * Refuses, before a parser sees it, a PDF that is cut off or made to exhaust one: too big, too many
 * streams, streams that inflate beyond 4 MB or through several compressions. Throws `Unreadable`.
 */
export function checkPdf(body: Uint8Array): void {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length > MAX_BYTES) throw new Unreadable("PDF too big");
  if (bytes.subarray(0, 1_024).indexOf("%PDF-") < 0) throw new Unreadable("not a PDF");
  if (bytes.subarray(-TAIL_BYTES).indexOf("%%EOF") < 0) throw new Unreadable("half a PDF");
  if (bytes.indexOf("/Encrypt") >= 0) throw new Unreadable("PDF is encrypted");
  checkFilters(bytes);
  checkStreams(bytes);
}

function checkFilters(bytes: Buffer): void {
  const text = bytes.toString("latin1");
  if (/\/(?:LZWDecode|LZW|RunLengthDecode|RL)\b/.test(text)) {
    throw new Unreadable("PDF uses a compression not expected");
  }
  if (/\/(?:FlateDecode|Fl)\b[^\]<>]{0,60}\/(?:FlateDecode|Fl)\b/.test(text)) {
    throw new Unreadable("PDF is compressed twice");
  }
}

function checkStreams(bytes: Buffer): void {
  let count = 0;
  let total = 0;
  for (let at = bytes.indexOf(STREAM); at >= 0; at = bytes.indexOf(STREAM, at + STREAM.length)) {
    if (bytes.subarray(at - 3, at).toString("latin1") === "end") continue;
    count += 1;
    if (count > MAX_STREAMS) throw new Unreadable("PDF has too many streams");
    const start = at + STREAM.length + (bytes[at + STREAM.length] === 0x0d ? 2 : 1);
    const end = bytes.indexOf("endstream", start);
    total += inflatedSize(bytes.subarray(start, end < 0 ? undefined : end));
    if (total > MAX_INFLATED_BYTES) throw new Unreadable("PDF inflates too far");
  }
}

/** 0 for what does not inflate: the parser will not get far with it either. */
function inflatedSize(stream: Buffer): number {
  try {
    return inflateSync(stream, { maxOutputLength: MAX_INFLATED_BYTES }).length;
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return isTooLarge ? MAX_INFLATED_BYTES + 1 : 0;
  }
}
