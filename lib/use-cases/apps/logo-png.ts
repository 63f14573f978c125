import { crc32 } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const MAX_SIDE = 1024;

/** Chunks that affect the image. Others can hold texts, times and locations. */
const KEPT = new Set(["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "sRGB", "gAMA"]);

interface Png {
  readonly width: number;
  readonly height: number;
  /** The file without other chunks. */
  readonly bytes: Buffer;
}

/**
 * Reads a PNG's chunks (ISO/IEC 15948) and drops metadata.
 *
 * @returns the image, or what is wrong with the file as the end of a sentence about the field
 */
export function readPng(file: Buffer): Png | string {
  if (!file.subarray(0, 8).equals(SIGNATURE)) return "is not a PNG file";
  const kept: Buffer[] = [SIGNATURE];
  let hasPixels = false;
  for (let at = 8; ; ) {
    const chunk = readChunk(file, at);
    if (typeof chunk === "string") return chunk;
    const { type, bytes } = chunk;
    if (at === 8 && (type !== "IHDR" || bytes.length !== 25)) return "is not a PNG file";
    hasPixels ||= type === "IDAT";
    if (KEPT.has(type)) kept.push(bytes);
    if (type === "IEND") return hasPixels ? sized(kept) : "is a PNG without an image";
    at += bytes.length;
  }
}

/** Reads the chunk at `at`, including length, type and checksum; a string says what is wrong. */
function readChunk(
  file: Buffer,
  at: number,
): { readonly type: string; readonly bytes: Buffer } | string {
  const end = at + 12 <= file.length ? at + 12 + file.readUInt32BE(at) : Number.POSITIVE_INFINITY;
  if (end > file.length) return "is a PNG that ends too early";
  if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) {
    return "is a damaged PNG";
  }
  return { type: file.toString("latin1", at + 4, at + 8), bytes: file.subarray(at, end) };
}

/** `chunks` begins with the signature and the header, which holds the size. */
function sized(chunks: readonly Buffer[]): Png | string {
  const bytes = Buffer.concat(chunks);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width < 1 || height < 1) return "is a PNG without an image";
  return width > MAX_SIDE || height > MAX_SIDE
    ? `must be at most ${MAX_SIDE} × ${MAX_SIDE} pixels`
    : { width, height, bytes };
}
