/** A cell as files give it. */
export type Cell = string | number | boolean | Date | null;

/** The rows of a file, as they stand in it. */
export type Grid = readonly (readonly Cell[])[];

/** What a column of a statement holds. */
export const ROLES = [
  "date",
  "valueDate",
  "credit",
  "debit",
  "amount",
  "direction",
  "reference",
  "text",
  "balance",
  "status",
  "currency",
] as const;
export type Role = (typeof ROLES)[number];

/** How dates such as 03/04/2026 are meant. */
export type DateOrder = "day first" | "month first";

/** Which column holds what. Several may hold text. */
export interface Mapping {
  /** The row with the names of the columns; -1 if the file names none. */
  readonly headerRow: number;
  readonly roles: Readonly<Record<number, Role>>;
  /** null until it is known. */
  readonly dateOrder: DateOrder | null;
}

/** A row of a statement as it is sent, with what stays in the browser: its balance. Money in minor units. */
export interface ReadRow {
  readonly line: number;
  readonly date: string;
  readonly amount: number;
  readonly direction: "in" | "out";
  readonly text: string;
  readonly reference: string | null;
  readonly balance: number | null;
}

/** A row that looks like one of the statement and can't be read. */
export interface BadRow {
  readonly line: number;
  readonly why: "date" | "amount" | "both amounts";
  /** Its day, if at least that is known. */
  readonly date: string | null;
}

/** Why a file can't be used; the page says what to do. */
export type FileFault =
  | "too_large"
  | "empty"
  | "old_excel"
  | "web_page"
  | "macros"
  | "formulas"
  | "zip_bomb"
  | "several_sheets"
  | "broken"
  | "password"
  | "unclosed_quote"
  | "picture_pdf"
  | "unknown_kind"
  | "too_slow"
  | "not_loaded";

/** A fault, and where in the file it is. */
export class UnusableFile extends Error {
  readonly fault: FileFault;
  readonly line: number | null;

  constructor(fault: FileFault, line: number | null = null) {
    super(fault);
    this.fault = fault;
    this.line = line;
  }
}

/** Code that is loaded once a file needs it: without a connection, the file is not to blame. @throws UnusableFile */
export function loaded<T>(code: Promise<T>): Promise<T> {
  return code.catch(() => {
    throw new UnusableFile("not_loaded");
  });
}

/** Marks of the direction of writing, which copied dates and amounts have before them, and spaces without width. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text of a cell on one line; dates as ISO days. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
  return text.replaceAll(UNSEEN, "").replaceAll(/\s+/g, " ").trim();
}

/** Whole characters only, and none that the service refuses. */
export function cut(text: string, most: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the service refuses them
  const plain = text.replaceAll(/[\u0000-\u001f\u007f]/g, " ").toWellFormed();
  return plain
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}

/** First letters of the Amharic rows that sound like another one, with that one. */
const SAME_SOUND: readonly (readonly [row: number, like: number])[] = [
  [0x1210, 0x1200],
  [0x1280, 0x1200],
  [0x1220, 0x1230],
  [0x12d0, 0x12a0],
  [0x1340, 0x1338],
];

/** A text for comparison: lower case, Amharic letters of one sound as one, words with single spaces. */
export function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\u1200-\u1357]/g, soundOf)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function soundOf(letter: string): string {
  const code = letter.charCodeAt(0);
  const row = SAME_SOUND.find(([first]) => code >= first && code < first + 8);
  return row === undefined ? letter : String.fromCharCode(row[1] + code - row[0]);
}
