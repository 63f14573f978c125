import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { Parser } from "htmlparser2";
import type * as z from "zod";
import { type logoBody, MAX_LOGO_BYTES } from "../../contract/schemas/app.ts";
import { invalidField } from "../../domain/errors.ts";
import { encodeBase32 } from "../../domain/ids.ts";

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

const SHAPES = "path rect circle ellipse line polyline polygon text tspan image use";
const GROUPS = "svg g defs symbol clipPath mask pattern linearGradient radialGradient stop style";
const ELEMENTS = new Set(`${SHAPES} ${GROUPS} title desc`.split(" "));

/** Elements of drawing programs; dropped with their contents. */
const EDITORS = /^(metadata|sodipodi:|inkscape:|rdf:|sketch:|adobe:|i:|x:)/i;

const MAX_ELEMENTS = 5000;
const MAX_DEPTH = 64;
/** Nested references multiply; this limit keeps the worst case small. */
const MAX_USES = 20;

class Refusal extends Error {
  override readonly name = "Refusal";
}

/**
 * Rewrites an SVG with drawing elements only. Anything that could run, load or link is rejected rather than
 * removed, so that a logo never looks different from its file.
 *
 * @returns the SVG text, or what is wrong with the file as the end of a sentence about the field
 */
export function cleanSvg(source: string): { readonly svg: string } | string {
  const writer = new SvgWriter();
  const parser = new Parser(writer, { xmlMode: true, decodeEntities: true });
  try {
    parser.write(source);
    parser.end();
    return { svg: writer.finished() };
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

class SvgWriter {
  #text = "";
  #open: string[] = [];
  /** Depth inside a dropped element; 0 outside. */
  #dropped = 0;
  #elements = 0;
  #uses = 0;
  #style = "";
  #isClosed = false;

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.#dropped > 0 || EDITORS.test(name)) {
      this.#dropped += 1;
      return;
    }
    if (this.#isClosed || (this.#open.length === 0) !== (name === "svg")) {
      throw new Refusal("is not an SVG file");
    }
    if (!ELEMENTS.has(name)) throw new Refusal(`contains <${name}>, which a logo may not have`);
    this.#elements += 1;
    if (name === "use") this.#uses += 1;
    const isTooMuch = this.#elements > MAX_ELEMENTS || this.#uses > MAX_USES;
    if (isTooMuch || this.#open.length >= MAX_DEPTH) throw new Refusal("is too complex");
    const isRoot = this.#open.length === 0;
    if (isRoot && !attributes.viewBox && !(attributes.width && attributes.height)) {
      throw new Refusal("is an SVG without a viewBox");
    }
    this.#open.push(name);
    const written = Object.entries(attributes).flatMap(([attribute, value]) =>
      writeAttribute(name, attribute, value),
    );
    const namespace = isRoot
      ? ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
      : "";
    this.#text += `<${name}${namespace}${written.join("")}>`;
  }

  ontext(text: string): void {
    if (this.#dropped > 0 || this.#open.length === 0) return;
    if (this.#open.at(-1) === "style") this.#style += text;
    this.#text += escapeXml(text);
  }

  onclosetag(): void {
    if (this.#dropped > 0) {
      this.#dropped -= 1;
      return;
    }
    const name = this.#open.pop();
    if (name === undefined) throw new Refusal("is not an SVG file");
    // Checked at the end because the parser delivers text in pieces.
    if (name === "style") assertHarmless("style", this.#style);
    this.#text += `</${name}>`;
    this.#isClosed = this.#open.length === 0;
  }

  onprocessinginstruction(name: string, text: string): void {
    if (/doctype/i.test(name) && text.includes("[")) {
      throw new Refusal("defines entities of its own");
    }
  }

  finished(): string {
    if (!this.#isClosed) throw new Refusal("is not an SVG file");
    return this.#text;
  }
}

function writeAttribute(element: string, name: string, value: string): string[] {
  if (/^on/i.test(name)) throw new Refusal(`contains ${name}, which a logo may not have`);
  if (name === "href" || name === "xlink:href") {
    const isLocal = value.startsWith("#");
    const isPicture =
      element === "image" && /^data:image\/(png|jpeg);base64,[\w+/=\s]*$/.test(value);
    if (!isLocal && !isPicture) throw new Refusal("refers to something outside of the file");
  } else if (!/^[A-Za-z][\w-]*$/.test(name) || name === "xmlns") {
    return [];
  }
  assertHarmless(name, name.endsWith("href") ? "" : value);
  return [` ${name}="${escapeXml(value)}"`];
}

/** Rejects styles and paints that refer outside of the file. */
function assertHarmless(where: string, value: string): void {
  const outside =
    /@import|image-set|src\s*\(|expression\s*\(|javascript:|\\|url\s*\(\s*(?!['"]?\s*#)/i;
  if (outside.test(value)) throw new Refusal(`has a ${where} that refers outside of the file`);
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

interface Logo {
  /** Digest of the content, 26 characters. */
  readonly digest: string;
  readonly svg: string;
}

/**
 * Converts an uploaded logo to SVG text. A PNG is wrapped in an SVG, because API Gateway returns binary only if
 * it treats every request body as binary too.
 *
 * @throws ServiceError `invalid_request` naming `data`
 */
export function readLogo({ content_type: type, data }: z.output<typeof logoBody>): Logo {
  const file = Buffer.from(data, "base64");
  if (file.length > MAX_LOGO_BYTES) throw invalidField("data", "must be at most 50 KB");
  const svg = type === "image/png" ? svgOfPng(file) : svgOfFile(file);
  const digest = createHash("sha256").update(svg).digest().subarray(0, 16);
  return { digest: encodeBase32(digest), svg };
}

function svgOfPng(file: Buffer): string {
  const png = readPng(file);
  if (typeof png === "string") throw invalidField("data", png);
  const size = `width="${png.width}" height="${png.height}"`;
  const href = `data:image/png;base64,${png.bytes.toString("base64")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${png.width} ${png.height}"><image ${size} href="${href}"/></svg>`;
}

function svgOfFile(file: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    throw invalidField("data", "is not UTF-8 text");
  }
  const clean = cleanSvg(text);
  if (typeof clean === "string") throw invalidField("data", clean);
  return clean.svg;
}
