import { headerKey, MOST_PREAMBLE, recognizeColumns } from "./columns.ts";
import { writtenDay } from "./dates.ts";
import { accountsIn, areOthers, otherCurrencyIn } from "./heads.ts";
import { rowAboveBookings } from "./rows.ts";
import type { Cell, Grid } from "./table.ts";
import { loaded, UnusableFile } from "./table.ts";

/** The largest file. */
export const MOST_BYTES = 5 * 1024 * 1024;
/** What a workbook may unpack to: XML of 5,000 rows takes some 3 MB. */
const MOST_UNPACKED = 60 * 1024 * 1024;
const MOST_PARTS = 500;
/** Columns that a text may have, and cells between the first and the last of a sheet, which the library all makes. */
const MOST_COLUMNS = 16_384;
const MOST_CELLS = 100_000_000;
/** Rows that are read of a file; more are refused by the page. */
export const MOST_READ = 200_000;

/** A file's rows, and what kind it was. */
export interface ReadFile {
  readonly grid: Grid;
  readonly kind: "csv" | "xlsx" | "pdf";
}

/**
 * Reads a file by its contents, whatever its name says. Nothing leaves the browser.
 *
 * @throws UnusableFile
 */
export async function readFile(file: Blob): Promise<ReadFile> {
  if (file.size > MOST_BYTES) throw new UnusableFile("too_large");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const begins = (...head: number[]) => head.every((byte, at) => bytes[at] === byte);
  if (begins(0x50, 0x4b)) return { grid: await readWorkbook(bytes), kind: "xlsx" };
  // An encrypted workbook is in the old container, too.
  if (begins(0xd0, 0xcf, 0x11, 0xe0))
    throw new UnusableFile(isEncrypted(bytes) ? "password" : "old_excel");
  if (begins(0x25, 0x50, 0x44, 0x46)) {
    const { readPdf } = await loaded(import("./pdf.ts"));
    return { grid: await readPdf(bytes), kind: "pdf" };
  }
  // Files that were put together end some lines in one way and some in another.
  const text = decode(bytes).replaceAll(/\r\n?/g, "\n");
  return { grid: await readText(text), kind: "csv" };
}

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Grid> {
  const { unzipSync, strFromU8 } = await loaded(import("fflate"));
  let [unpacked, parts] = [0, 0];
  const names: string[] = [];
  const files = attempt(() =>
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        names.push(name);
        unpacked += originalSize;
        parts += 1;
        if (unpacked > MOST_UNPACKED || parts > MOST_PARTS) throw new UnusableFile("zip_bomb");
        return SHEET.test(name);
      },
    }),
  );
  if (names.some((name) => /vbaProject|macrosheets|activeX|embeddings/i.test(name)))
    throw new UnusableFile("macros");
  if (!names.includes("xl/workbook.xml")) throw new UnusableFile("unknown_kind");
  const sheets = Object.values(files).map((sheet) => strFromU8(sheet));
  if (sheets.some((xml) => FORMULA.test(xml))) throw new UnusableFile("formulas");
  if (sheets.some((xml) => cellsIn(xml) > MOST_CELLS)) throw new UnusableFile("zip_bomb");
  const { default: readSheets } = await loaded(import("read-excel-file/universal"));
  const complete = sheets.some(lacksAddresses) ? await withAddresses(bytes) : bytes;
  const read = await readSheets(complete.buffer).catch(() => {
    throw new UnusableFile("broken");
  });
  const filled = read
    .map(({ data }) => (data as Cell[][]).map(withoutEmptyEnd))
    .filter((data) => data.length > 0);
  // Statements are on the sheet with the most rows, whatever stands before it.
  const [largest] = filled.toSorted((a, b) => b.length - a.length);
  if (largest === undefined) throw new UnusableFile("empty");
  return joinSheets(largest, filled).slice(0, MOST_READ);
}

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;

/** A formula, or the error that one ended with: the library takes such a cell for an empty one. */
const FORMULA = /<(?:\w+:)?(?:f[\s>/]|c\s[^>]*\bt=["']e["'])/;

const TAGS = /<(?:\w+:)?(row|c)(?=[\s/>])([^>]*)/g;
const ADDRESS = /\sr=["']([A-Z]{0,3})([0-9]{0,7})["']/;

/** Whether a cell does not say where it is, which the format allows and the library refuses. */
function lacksAddresses(xml: string): boolean {
  return [...xml.matchAll(TAGS)].some(([tag, name]) => name === "c" && !ADDRESS.test(tag));
}

/** How many cells a sheet has, with those that it leaves out: one at the end of a sheet makes a tab run out of memory. */
function cellsIn(xml: string): number {
  let [rows, columns] = [0, 0];
  for (const [tag, name] of xml.matchAll(TAGS)) {
    const [, letters = "", digits = ""] = (name === "c" && ADDRESS.exec(tag)) || [];
    [rows, columns] = [Math.max(rows, Number(digits)), Math.max(columns, numberOf(letters))];
  }
  return rows * columns;
}

/** The workbook with the address of every cell: the next one of its row. */
async function withAddresses(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { unzipSync, zipSync, strFromU8, strToU8 } = await loaded(import("fflate"));
  const parts = Object.entries(attempt(() => unzipSync(bytes))).map(([name, part]) => {
    return [name, SHEET.test(name) ? strToU8(addressed(strFromU8(part))) : part] as const;
  });
  return zipSync(Object.fromEntries(parts), { level: 0 }) as Uint8Array<ArrayBuffer>;
}

function addressed(xml: string): string {
  let [row, column] = [0, 0];
  return xml.replace(TAGS, (tag: string, name: string) => {
    const [, letters = "", digits = ""] = ADDRESS.exec(tag) ?? [];
    if (name === "row") {
      [row, column] = [Number(digits) || row + 1, 0];
      return tag;
    }
    column = letters === "" ? column + 1 : numberOf(letters);
    return letters === "" ? tag.replace(/c(?=[\s/]|$)/, `c r="${lettersOf(column)}${row}"`) : tag;
  });
}

/** A is 1, Z is 26, AA is 27. */
const numberOf = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function lettersOf(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return (before > 0 ? lettersOf(before) : "") + String.fromCharCode(65 + ((column - 1) % 26));
}

/** Two rows with a day and an amount are no coincidence. */
const FEWEST_BOOKINGS = 2;

/**
 * The sheet of a statement, with others that name the same columns: some exports put each month or page on its own.
 *
 * @throws UnusableFile if there are bookings in other columns, of another account or in another currency
 */
function joinSheets(largest: Grid, sheets: readonly Grid[]): Grid {
  const headOf = (sheet: Grid) => {
    const mapping = recognizeColumns(sheet);
    if (mapping === null) return null;
    const { headerRow } = mapping;
    const accounts = accountsIn(sheet, headerRow);
    const currency = otherCurrencyIn(sheet, mapping);
    return { key: headerKey(sheet, headerRow), accounts, currency, below: sheet.slice(headerRow) };
  };
  const own = headOf(largest);
  const [same, others]: [Grid[], Grid[]] = [[], []];
  for (const sheet of sheets) {
    const head = sheet === largest ? own : headOf(sheet);
    const isSame =
      head !== null &&
      head.key === own?.key &&
      head.currency === own.currency &&
      !areOthers(own.accounts, head.accounts);
    if (isSame) same.push(same.length === 0 ? sheet : head.below);
    else if (sheet !== largest) others.push(sheet);
  }
  if (others.some((sheet) => bookingsIn(sheet) >= FEWEST_BOOKINGS))
    throw new UnusableFile("several_sheets");
  return same.length === 0 ? largest : same.flat();
}

function bookingsIn(sheet: Grid): number {
  return sheet.filter((row) => rowAboveBookings([row]) === -1).length;
}

/** Damaged archives throw anything. */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UnusableFile ? error : new UnusableFile("broken");
  }
}

/**
 * A row without its empty cells at the end, of which spreadsheets write up to 16,384: every step would look at each. Keeps the
 * first cell.
 */
function withoutEmptyEnd<C extends Cell>(row: readonly C[]): C[] {
  const last = row.findLastIndex((cell) => cell !== null && cell !== "");
  return row.slice(0, Math.max(last, 0) + 1);
}

const DELIMITERS = [",", ";", "\t", "|"];

async function readText(text: string): Promise<Grid> {
  if (/^\s*(?:<!doctype|<html|<\?xml|<table|<style|mime-version)/i.test(text))
    throw new UnusableFile("web_page");
  const { default: papaparse } = await loaded(import("papaparse"));
  const parse = (delimiter: string, preview: number) => {
    const options = { delimiter, delimitersToGuess: DELIMITERS, newline: "\n", preview } as const;
    const { data, errors, meta } = papaparse.parse<string[]>(text, options);
    if (data.some(({ length }) => length > MOST_COLUMNS)) throw new UnusableFile("unknown_kind");
    return { raw: data, data: data.map(withoutEmptyEnd), errors, mark: meta.delimiter };
  };
  // With a comma in each amount, the guess may be wrong; then the names of the columns show it.
  const isRight = (delimiter: string) =>
    recognizeColumns(parse(delimiter, MOST_PREAMBLE).data) !== null;
  const delimiter = ["", ...DELIMITERS].find(isRight) ?? "";
  const { raw, data, errors, mark } = parse(delimiter, MOST_READ);
  // After a quotation mark within a quoted cell, the cell goes on to the next mark, over other cells and rows.
  const isTorn = (cell: string) => cell.includes('"') && (cell.includes(mark) || /\n/.test(cell));
  const quote = errors.find(
    ({ code, row = 0 }) =>
      code === "MissingQuotes" || (code === "InvalidQuotes" && data[row]?.some(isTorn)),
  );
  if (quote !== undefined) throw new UnusableFile("unclosed_quote", (quote.row ?? 0) + 1);
  if (!text.endsWith("\n") && isCut(raw)) throw new UnusableFile("broken", data.length);
  const grid = data.map((row, index) => row.map((cell) => literal(cell, index + 1)));
  if (grid.every((row) => row.every((cell) => cell === ""))) throw new UnusableFile("empty");
  return grid;
}

/** Whether the last row has a day and fewer cells than the line above it and each such row: its last amount may be cut, too. */
function isCut(rows: readonly (readonly string[])[]): boolean {
  const dated = rows.filter((row) => row.some((cell) => writtenDay(cell) !== null));
  const [above, last] = rows.slice(-2);
  if (last === undefined || dated.at(-1) !== last || dated.length < 2) return false;
  return [above, ...dated].every((row) => row === last || (row?.length ?? 0) > last.length);
}

/** Some banks write `="00123"` so that spreadsheets keep the zeros. Any other formula is refused. */
function literal(cell: string, line: number): string {
  const text = cell.trim();
  if (!text.startsWith("=")) return cell;
  const [, quoted] = /^="([^"]*)"$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted;
  if (/[^=\s]/.test(text)) throw new UnusableFile("formulas", line);
  return cell;
}

/** UTF-8, UTF-16 by its mark or its zeros, else the code page of old exports. */
function decode(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  const zeros = (from: number) => {
    const sample = bytes.subarray(0, 400).filter((_, index) => index % 2 === from);
    return sample.filter((byte) => byte === 0).length > sample.length / 2;
  };
  if ((first === 0xff && second === 0xfe) || zeros(1)) return textIn("utf-16le", bytes);
  if ((first === 0xfe && second === 0xff) || zeros(0)) return textIn("utf-16be", bytes);
  const isBinary = bytes.subarray(0, 4000).includes(0);
  if (isBinary) throw new UnusableFile("unknown_kind");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return textIn("windows-1252", bytes);
  }
}

const textIn = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);

/** Whether the container has the stream of an encrypted workbook, in UTF-16. */
function isEncrypted(bytes: Uint8Array): boolean {
  return textIn("utf-16le", bytes.subarray(0, bytes.length & ~1)).includes("EncryptedPackage");
}
