import { crc32, deflateSync, inflateSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { recognizeColumns } from "../../web/dashboard/src/statements/columns.ts";
import { readFile } from "../../web/dashboard/src/statements/file.ts";
import { readRows } from "../../web/dashboard/src/statements/rows.ts";

/** A text, a number, a date or a formula. */
export type XlsxCell =
  | string
  | number
  | null
  | { readonly day: string }
  | { readonly formula: string };

interface WorkbookParts {
  readonly merged?: readonly string[];
  readonly second?: readonly (readonly XlsxCell[])[];
  readonly extra?: Readonly<Record<string, Uint8Array>>;
  /** Writes empty cells too, which files without addresses need. */
  readonly keepEmpty?: boolean;
}

/** A workbook with one or two sheets; style 1 is a date. */
export function workbook(
  rows: readonly (readonly XlsxCell[])[],
  { merged = [], second, extra = {}, keepEmpty = false }: WorkbookParts = {},
): Uint8Array {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const xml = (text: string) =>
    strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
  const sheets = second === undefined ? [rows] : [rows, second];
  const ids = sheets.map((_, index) => index + 1);
  return zipSync({
    "[Content_Types].xml": xml(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    ),
    "_rels/.rels": xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    "xl/workbook.xml": xml(
      `<workbook ${main} xmlns:r="${relations}"><sheets>${ids.map((id) => `<sheet name="Sheet${id}" sheetId="${id}" r:id="rId${id}"/>`).join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${ids.map((id) => `<Relationship Id="rId${id}" Type="${relations}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join("")}<Relationship Id="rId9" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ),
    "xl/styles.xml": xml(
      `<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(
      sheets.map((sheet, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        xml(
          `<worksheet ${main}><sheetData>${sheet.map((row, at) => rowXml(row, at, keepEmpty)).join("")}</sheetData>${mergeXml(index === 0 ? merged : [])}</worksheet>`,
        ),
      ]),
    ),
    ...extra,
  });
}

function mergeXml(merged: readonly string[]): string {
  if (merged.length === 0) return "";
  return `<mergeCells>${merged.map((cells) => `<mergeCell ref="${cells}"/>`).join("")}</mergeCells>`;
}

function rowXml(row: readonly XlsxCell[], index: number, keepEmpty: boolean): string {
  const cells = row.map((cell, column) => {
    const letters = (column < 26 ? "" : "A") + String.fromCharCode(65 + (column % 26));
    const at = `r="${letters}${index + 1}"`;
    if (cell === null || cell === "") return keepEmpty ? `<c ${at}/>` : "";
    if (typeof cell === "number") return `<c ${at}><v>${cell}</v></c>`;
    if (typeof cell === "string") {
      const text = cell.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      return `<c ${at} t="inlineStr"><is><t>${text}</t></is></c>`;
    }
    if ("formula" in cell) return `<c ${at}><f>${cell.formula}</f><v>2</v></c>`;
    const serial = Math.round((Date.parse(cell.day) - Date.UTC(1899, 11, 30)) / 86_400_000);
    return `<c ${at} s="1"><v>${serial}</v></c>`;
  });
  return `<row r="${index + 1}">${cells.join("")}</row>`;
}

/** A black-and-white picture (PNG, 8 bits of gray) by what each pixel is; black where nothing is said. */
export function png(
  width: number,
  height: number,
  isWhite: (x: number, y: number) => boolean = () => false,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = isWhite(x, y) ? 255 : 0;
  }
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from("Comment\0made for a test")),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, check]);
}

/**
 * A screenshot with at most 256 colors: the commonest as they are, the others by their nearest. A third
 * of the size, and no visible difference in pictures of text and flat colors.
 * Reads what Chromium writes: 8 bits, RGB or RGBA, not interlaced (PNG, ISO/IEC 15948).
 */
export function shrinkPng(png: Buffer): Buffer {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const [depth, type, , , interlace] = png.subarray(24, 29);
  if (depth !== 8 || (type !== 2 && type !== 6) || interlace !== 0) return png;
  const size = type === 6 ? 4 : 3;
  const raw = unfilter(inflateSync(dataOf(png)), width * size, height, size);
  const colors = new Uint32Array(width * height);
  for (let pixel = 0; pixel < colors.length; pixel++) {
    colors[pixel] = raw.readUIntBE(pixel * size, 3);
  }
  const palette = commonest(colors);
  const rows = Buffer.alloc((width + 1) * height);
  const nearest = new Map(palette.map((color, index) => [color, index]));
  for (let pixel = 0; pixel < colors.length; pixel++) {
    const color = colors[pixel] ?? 0;
    let index = nearest.get(color);
    if (index === undefined) {
      index = nearestOf(palette, color);
      nearest.set(color, index);
    }
    rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = index;
  }
  const header = Buffer.from(png.subarray(16, 29));
  header[9] = 3;
  const table = Buffer.from(palette.flatMap((color) => [...channels(color)]));
  const small = Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", header),
    chunk("PLTE", table),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return small.length < png.length ? small : png;
}

function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") {
      parts.push(png.subarray(at + 8, at + 8 + length));
    }
    at += length + 12;
  }
  return Buffer.concat(parts);
}

function unfilter(data: Buffer, stride: number, height: number, size: number): Buffer {
  const out = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = data[row * (stride + 1)];
    const before = (row: number, column: number) =>
      row < 0 || column < 0 ? 0 : (out[row * stride + column] ?? 0);
    for (let column = 0; column < stride; column++) {
      const at = row * stride + column;
      const left = before(row, column - size);
      const up = before(row - 1, column);
      const corner = before(row - 1, column - size);
      const value = data[row * (stride + 1) + 1 + column] ?? 0;
      out[at] = value + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function commonest(colors: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([color]) => color);
}

function nearestOf(palette: readonly number[], color: number): number {
  const [red, green, blue] = channels(color);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, candidate] of palette.entries()) {
    const [r, g, b] = channels(candidate);
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

function channels(color: number): readonly [number, number, number] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

/** Reads a statement as the dashboard's page does, in 2026. `shown`: each row as `2026-11-02 in 150000`. */
export async function readStatement(bytes: Uint8Array) {
  const { grid } = await readFile(new Blob([new Uint8Array(bytes)]));
  const mapping = recognizeColumns(grid);
  if (mapping === null) throw new Error("no columns");
  const found = readRows(grid, mapping, 2, 2026);
  const shown = found.rows.map(({ date, direction, amount }) => `${date} ${direction} ${amount}`);
  return { ...found, grid, mapping, shown, badLines: found.bad.map(({ line }) => line) };
}
