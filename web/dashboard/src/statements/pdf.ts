import { recognizeColumns, roleOf } from "./columns.ts";
import { writtenDay } from "./dates.ts";
import { moneyOf } from "./money.ts";
import { rowAboveBookings } from "./rows.ts";
import { type Grid, loaded, type Role, UnusableFile } from "./table.ts";

/** A piece of text on a page, and where it begins and ends. */
interface Piece {
  readonly text: string;
  readonly x: number;
  readonly end: number;
  readonly y: number;
}

/** Pieces on one line differ less in height, in points. */
const SAME_LINE = 3;
/** Pieces with less space between them are one cell. */
const SAME_CELL = 6;
const MOST_PAGES = 200;

/**
 * Reads the text of a PDF as rows of cells: by height, then by the gaps between the pieces; a cell belongs to the column of
 * the widest row under or over which most of it stands, or to the nearest one.
 *
 * @throws UnusableFile for a picture, for more than 200 pages, and for a file that can't be opened
 */
export async function readPdf(bytes: Uint8Array): Promise<Grid> {
  const { getDocumentProxy } = await loaded(import("unpdf"));
  const document = await getDocumentProxy(bytes, { verbosity: 0 }).catch((error: unknown) => {
    throw new UnusableFile(String(error).includes("assword") ? "password" : "broken");
  });
  const lines: Piece[][] = [];
  if (document.numPages > MOST_PAGES) throw new UnusableFile("too_large");
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item): Piece[] => {
      if (!("str" in item) || item.str.trim() === "") return [];
      const [x = 0, y = 0] = [item.transform[4], item.transform[5]];
      return [{ text: item.str, x, end: x + item.width, y }];
    });
    lines.push(...linesOf(pieces));
  }
  if (lines.length === 0) throw new UnusableFile("picture_pdf");
  return toGrid(lines.map(joinCells));
}

function linesOf(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [];
  for (const piece of pieces.toSorted((a, b) => b.y - a.y)) {
    const line = lines.at(-1);
    if (line?.[0] !== undefined && Math.abs(line[0].y - piece.y) < SAME_LINE) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => line.toSorted((a, b) => a.x - b.x));
}

function joinCells(line: readonly Piece[]): Piece[] {
  const cells: Piece[] = [];
  for (const piece of line) {
    const last = cells.at(-1);
    if (last === undefined || piece.x - last.end > SAME_CELL) cells.push(piece);
    else cells[cells.length - 1] = { ...last, text: `${last.text} ${piece.text}`, end: piece.end };
  }
  return cells;
}

type Lines = readonly (readonly Piece[])[];

/** Columns are where the line with the names of the columns has its cells; other lines put their cells below them. */
function toGrid(lines: Lines): Grid {
  const table = tableWithBookings(lines);
  const widths = [namesOf(table), ...table].map((line) =>
    line.filter(({ text }) => !DASH.test(text)),
  );
  const columns = widths.reduce((most, one) => (one.length > most.length ? one : most));
  const known = edgesBelow(columns, lines.flat());
  return withWordsBehind(columns, lines).map((line) => {
    const row: string[] = columns.map(() => "");
    for (const cell of line) {
      const at = alignedTo(known, cell) ?? nearest(columns, cell);
      row[at] = row[at] ? besides(row[at], cell.text) : cell.text;
    }
    return row.some((text) => writtenDay(text) !== null) ? row.map(withDivided) : row;
  });
}

/** The lines from those names of columns that have most bookings below them: a summary above them may be wider. */
function tableWithBookings(lines: Lines): Lines {
  const tables = new Map<string, { readonly lines: (readonly Piece[])[]; bookings: number }>();
  let table = { lines: [] as (readonly Piece[])[], bookings: 0 };
  for (const line of lines) {
    const row = line.map(({ text }) => text);
    const isBooking = rowAboveBookings([row]) === -1;
    if (!isBooking && recognizeColumns([row]) !== null) {
      const key = row.join("|");
      table = tables.get(key) ?? { lines: [], bookings: 0 };
      tables.set(key, table);
    }
    table.lines.push(line);
    if (isBooking) table.bookings += 1;
  }
  // A summary has one row, too.
  const [best] = [...tables.values()].reverse().toSorted((a, b) => b.bookings - a.bookings);
  return best !== undefined && best.bookings > 0 ? best.lines : lines;
}

/** The names of the columns: of two lines, such as `Amount` above `Debit` and `Credit`, the lower ones. */
function namesOf([upper = [], lower = []]: Lines): readonly Piece[] {
  const sides = lower.filter(({ text }) => SIDES.has(roleOf(text)?.role));
  if (sides.length === 0 || lower.some(({ text }) => /\d/.test(text))) return upper;
  const isAlone = (name: Piece) => !lower.some((one) => one.end >= name.x && one.x <= name.end);
  return [...upper.filter(isAlone), ...lower].toSorted((a, b) => a.x - b.x);
}

const SIDES: ReadonlySet<Role | undefined> = new Set<Role>(["debit", "credit"]);
const DAYS: ReadonlySet<Role | undefined> = new Set<Role>(["date", "valueDate"]);
const WORDS: ReadonlySet<Role | undefined> = new Set<Role>(["text", "reference"]);

/**
 * In a table whose rows have their day and amount at half the height of their words, the words above that line come behind it,
 * so that they are not those of the row before: the largest space between two rows is where the second begins.
 */
function withWordsBehind(columns: readonly Piece[], lines: Lines): Lines {
  const roleOfCell = (cell: Piece) => roleOf(columns[nearest(columns, cell)]?.text ?? "")?.role;
  const isRow = (line: readonly Piece[]) =>
    line.some((cell) => writtenDay(cell.text) !== null && DAYS.has(roleOfCell(cell)));
  const isWords = (line: readonly Piece[] | undefined) =>
    line?.every((cell) => WORDS.has(roleOfCell(cell))) === true;
  const rows = lines.flatMap((line, at) => (isRow(line) ? [at] : []));
  // Words directly above and below a row that has none on its line.
  const isCentered = rows.some((at) => {
    const isBetween = isWords(lines[at - 1]) && isWords(lines[at + 1]);
    return isBetween && !lines[at]?.some((cell) => roleOfCell(cell) === "text");
  });
  if (!isCentered) return lines;
  const heightOf = (at: number) => lines[at]?.[0]?.y ?? 0;
  /** The space below a line; none to the next page. */
  const below = (at: number) => heightOf(at) - heightOf(at + 1);
  const ordered = [...lines];
  for (const at of rows) {
    let [from, first, most] = [at, at, below(at - 1)];
    while (below(from - 1) > 0 && isWords(lines[from - 1])) {
      from -= 1;
      const space = below(from - 1) > 0 ? below(from - 1) : Number.POSITIVE_INFINITY;
      if (space > most) [first, most] = [from, space];
    }
    ordered.splice(first, at - first + 1, ...lines.slice(at, at + 1), ...lines.slice(first, at));
  }
  return ordered;
}

/** A dash apart from a number is its minus, or stands for nothing in the column beside it: a bar makes it unreadable. */
function besides(one: string, other: string): string {
  const isUnclear = DASH.test(one) ? isNumber(other) : DASH.test(other) && isNumber(one);
  return `${one}${isUnclear ? " | " : " "}${other}`;
}

const isNumber = (text: string) => moneyOf(text, 2) !== null;
const DASH = /^[-−–—]$/;

/**
 * `1 500.00` may be a thousand and a half, or a number beside an amount: the space is all that is known of the gap. A bar makes
 * it unreadable, and shows why.
 */
function withDivided(text: string): string {
  return isNumber(text) ? text.replaceAll(/(?<=\d)\s+(?=\d)/g, " | ") : text;
}

const AMOUNTS: ReadonlySet<Role | undefined> = new Set<Role>([
  "debit",
  "credit",
  "amount",
  "balance",
]);

const isBelow = (name: Piece, cell: Piece) => cell.end >= name.x && cell.x <= name.end;

/** Where amounts begin, end and have their centers. Two that differ by less than half a point share one of its places. */
function edgesOf({ x, end }: Piece): readonly string[] {
  const edges = [x, end, (x + end) / 2];
  return edges.flatMap((at, edge) =>
    [at, at + 0.5].map((one, kind) => `${edge} ${kind} ${Math.floor(one)}`),
  );
}

/** The columns of the amounts that stand below one name, by their edges. */
function edgesBelow(columns: readonly Piece[], cells: readonly Piece[]): Map<string, Set<number>> {
  const known = new Map<string, Set<number>>();
  for (const cell of cells.filter(({ text }) => isNumber(text))) {
    const [at, ...others] = columns.flatMap((name, column) =>
      isBelow(name, cell) ? [column] : [],
    );
    if (at === undefined || others.length > 0) continue;
    for (const edge of edgesOf(cell)) known.set(edge, (known.get(edge) ?? new Set()).add(at));
  }
  return known;
}

/** The column of the amounts that have an edge where this one has it; null if that is not one column. */
function alignedTo(known: ReadonlyMap<string, ReadonlySet<number>>, cell: Piece): number | null {
  if (!isNumber(cell.text)) return null;
  const found = new Set(edgesOf(cell).flatMap((edge) => [...(known.get(edge) ?? [])]));
  const [at = null] = found;
  return found.size === 1 ? at : null;
}

/** An amount that stands below no name ends at the right of its column, and names may begin at the left of theirs. */
function nearest(columns: readonly Piece[], cell: Piece): number {
  if (
    (isNumber(cell.text) || DASH.test(cell.text)) &&
    !columns.some((name) => isBelow(name, cell))
  ) {
    const at = columns.findLastIndex(({ x }) => x <= cell.x);
    // The minus of the amount after it: spreadsheets put it at the left of a column.
    const isOfNext = DASH.test(cell.text) && !AMOUNTS.has(roleOf(columns[at]?.text ?? "")?.role);
    return Math.min(Math.max(0, isOfNext ? at + 1 : at), columns.length - 1);
  }
  // Below 0 as far as they overlap.
  const distances = columns.map(({ x, end }) => Math.max(x, cell.x) - Math.min(end, cell.end));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
