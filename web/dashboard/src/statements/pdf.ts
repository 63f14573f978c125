import { writtenDay } from "./dates.ts";
import { moneyOf } from "./money.ts";
import { type Grid, loaded, UnusableFile } from "./table.ts";

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
  const document = await getDocumentProxy(bytes).catch((error: unknown) => {
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
  for (const piece of pieces.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
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

/** Columns are where the line with the names of the columns has its cells; other lines put their cells below them. */
function toGrid(lines: readonly (readonly Piece[])[]): Grid {
  const [header] = lines.toSorted((a, b) => b.length - a.length);
  const columns = header ?? [];
  return lines.map((line) => {
    const row: string[] = columns.map(() => "");
    for (const cell of line) {
      const at = nearest(columns, cell);
      row[at] = row[at] ? `${row[at]} ${cell.text}` : cell.text;
    }
    return row.some((text) => writtenDay(text) !== null) ? row.map(withDivided) : row;
  });
}

/**
 * `1 500.00` may be a thousand and a half, or a number beside an amount: the space is all that is known of the gap. A bar makes
 * it unreadable, and shows why.
 */
function withDivided(text: string): string {
  const isNumber = /\d\s+\d/.test(text) && moneyOf(text, 2) !== null;
  return isNumber ? text.replaceAll(/(?<=\d)\s+(?=\d)/g, " | ") : text;
}

/** An amount that stands below no name ends at the right of its column, and names may begin at the left of theirs. */
function nearest(columns: readonly Piece[], cell: Piece): number {
  const isBelow = ({ x, end }: Piece) => cell.end >= x && cell.x <= end;
  if (moneyOf(cell.text, 2) !== null && !columns.some(isBelow)) {
    return Math.max(
      0,
      columns.findLastIndex(({ x }) => x <= cell.x),
    );
  }
  const distances = columns.map(({ x, end }) =>
    cell.end < x
      ? x - cell.end
      : cell.x > end
        ? cell.x - end
        : -Math.min(end, cell.end) + Math.max(x, cell.x),
  );
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
