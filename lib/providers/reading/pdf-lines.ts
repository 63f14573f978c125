import { tidyText } from "./label-key.ts";
import { checkPdf } from "./pdf-safety.ts";
import { Unreadable } from "./unreadable.ts";

/** A printed line, cut where a wide gap separates columns. */
export type PdfLine = readonly string[];

interface Item {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const MAX_PAGES = 3;
const MAX_ITEMS = 2_000;
const MAX_READING_MS = 5_000;
/** Fractions of the text's height: base lines this close are one line; a gap this wide, a column. */
const SAME_LINE = 0.4;
const COLUMN_GAP = 0.9;
const WORD_GAP = 0.12;

/**
 * The printed lines of a small PDF, top to bottom, by the position of the text on the page (the order in
 * the file is often all labels, then all values). The library is loaded only here.
 *
 * Throws `Unreadable` for anything hostile, cut off, over 3 pages or 5 s.
 */
export async function pdfLines(body: Uint8Array): Promise<readonly PdfLine[]> {
  checkPdf(body);
  const { getDocumentProxy } = await import("unpdf");
  const options = { verbosity: 0, stopAtErrors: true, isEvalSupported: false };
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Unreadable("PDF takes too long")), MAX_READING_MS);
  });
  const opening = getDocumentProxy(new Uint8Array(body), options);
  try {
    return await Promise.race([readPages(await Promise.race([opening, deadline])), deadline]);
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable("PDF not understood");
  } finally {
    clearTimeout(timer);
    void opening.then((document) => document.loadingTask.destroy()).catch(() => {});
  }
}

type Pdf = Awaited<ReturnType<typeof import("unpdf").getDocumentProxy>>;

async function readPages(document: Pdf): Promise<readonly PdfLine[]> {
  if (document.numPages > MAX_PAGES) throw new Unreadable("PDF has too many pages");
  const lines: PdfLine[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    if (content.items.length > MAX_ITEMS) throw new Unreadable("PDF has too much text");
    const items = content.items.flatMap((item): Item[] => {
      if (!("str" in item) || item.str.trim() === "") return [];
      const [, , , scaleY = 0, x = 0, y = 0] = item.transform as number[];
      const height = item.height || Math.abs(scaleY) || 1;
      return [{ text: item.str, x, y, width: item.width, height }];
    });
    lines.push(...linesOf(items));
  }
  return lines;
}

/** Groups positioned text to lines and columns. */
export function linesOf(items: readonly Item[]): readonly PdfLine[] {
  const rows: { first: Item; items: Item[] }[] = [];
  for (const item of [...items].sort((one, other) => other.y - one.y)) {
    const row = rows.at(-1);
    if (row !== undefined && isOneLine(row.first, item)) row.items.push(item);
    else rows.push({ first: item, items: [item] });
  }
  return rows.map(({ items: row }) => columnsOf(row));
}

function isOneLine(upper: Item, lower: Item): boolean {
  return upper.y - lower.y <= SAME_LINE * Math.min(upper.height, lower.height);
}

function columnsOf(row: readonly Item[]): PdfLine {
  const columns: string[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const item of [...row].sort((one, other) => one.x - other.x)) {
    const gap = item.x - end;
    if (columns.length === 0 || gap > COLUMN_GAP * item.height) columns.push(item.text);
    else columns.push(`${columns.pop()}${gap > WORD_GAP * item.height ? " " : ""}${item.text}`);
    end = item.x + item.width;
  }
  return columns.map(tidyText).filter((text) => text !== "");
}
