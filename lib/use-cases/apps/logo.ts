import { createHash } from "node:crypto";
import type * as z from "zod";
import { type logoBody, MAX_LOGO_BYTES } from "../../contract/schemas/app.ts";
import { encodeBase32 } from "../../domain/base32.ts";
import { invalidField } from "../../domain/errors.ts";
import { readPng } from "./logo-png.ts";
import { cleanSvg } from "./logo-svg.ts";

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
