import { parseAmount } from "./amounts.ts";
import { labelKey, tidyText } from "./labels.ts";
import { checkPdf } from "./pdf-safety.ts";
import { STATUS_LABELS } from "./receipt-of.ts";
import { Unreadable } from "./unreadable.ts";

/** What the value of a label looks like: the check on pairing by order. */
export type ValueKind = "amount" | "date" | "account" | "reference" | "name" | "text";

export interface PdfLayout {
  /** Known labels, as `labelKey` spells them. */
  readonly labels: ReadonlyMap<string, ValueKind>;
  /** Labels whose values may come in the lines directly before them, in the same order. */
  readonly valuesBefore?: readonly string[];
}

export interface LabeledValue {
  readonly label: string;
  readonly value: string;
}

/** Label and value in two cells; in one with a colon; in one without, where a long label touches its value. */
type Form = "apart" | "colon" | "touching";

type Token =
  | {
      readonly kind: "pair";
      readonly label: string;
      readonly value: string;
      readonly form?: Form;
    }
  | { readonly kind: "label"; readonly label: string }
  | { readonly kind: "value"; readonly value: string };

const SHAPES: Readonly<Record<ValueKind, (value: string) => boolean>> = {
  amount: (value) => parseAmount(value) !== null,
  date: (value) => /[0-9]/.test(value) && /[:/,-]/.test(value) && parseAmount(value) === null,
  account: (value) => /^[+0-9][0-9* -]{3,29}$/.test(value),
  reference: (value) => /^[A-Za-z0-9]{8,24}$/.test(value),
  name: (value) => /\p{L}{2}/u.test(value) && !/[0-9*]{4}/.test(value),
  text: () => true,
};

/**
 * Pairs labels and values of a printed page, in the order of the labels.
 *
 * A value is right of its label, or after a colon; else below it. A line of several labels heads the line
 * of as many values below. A block of labels may be followed by a block of as many values: then each must
 * look like its label's kind. Throws `Unreadable` where labels and values do not pair up.
 */
export function pdfLabels(lines: readonly PdfLine[], layout: PdfLayout): readonly LabeledValue[] {
  const found: LabeledValue[] = [];
  const forms = new Map<LabeledValue, Form | undefined>();
  let labels: { label: string }[] = [];
  let values: { value: string }[] = [];
  const pairUp = () => {
    found.push(...zip(labels, values, layout.labels));
    labels = [];
    values = [];
  };
  for (const token of takeValuesBefore(tokensOfLines(lines, layout.labels), layout)) {
    if (token.kind === "value") {
      values.push(token);
      continue;
    }
    if (token.kind === "pair" || values.length > 0) pairUp();
    if (token.kind === "pair") {
      const pair = { label: token.label, value: token.value };
      found.push(pair);
      forms.set(pair, token.form);
    } else labels.push(token);
  }
  pairUp();
  requireNoForgedParty(found, forms, layout.labels);
  return found;
}

/** Labels of text that the payer has written. */
const PAYERS_TEXT: readonly string[] = ["payment reason", "reason/type of service"];
/** Labels that may be printed below it although their values have any form. */
const BELOW_IT: readonly string[] = ["payment channel", ...STATUS_LABELS];
const FORGEABLE: readonly ValueKind[] = ["name", "account", "text"];

/**
 * Text of the payer may go over several lines, and one of them may look like a label with its value. The bank prints no
 * party below it. Above its label, which may stand in the middle of these lines, a party counts only if it is laid out
 * like the others: with cells of its own where they have them.
 */
function requireNoForgedParty(
  found: readonly LabeledValue[],
  forms: ReadonlyMap<LabeledValue, Form | undefined>,
  kinds: ReadonlyMap<string, ValueKind>,
): void {
  const at = found.findIndex(({ label }) => PAYERS_TEXT.includes(label));
  const isForgeable = ({ label }: LabeledValue) =>
    !BELOW_IT.includes(label) && FORGEABLE.includes(kinds.get(label) ?? "text");
  if (at >= 0 && found.slice(at + 1).some(isForgeable)) {
    throw new Unreadable("a party below the payer's own text");
  }
  const isOdd = (one: LabeledValue) => (forms.get(one) ?? "colon") === "colon" && one.value !== "";
  const isApart = [...forms.values()].includes("apart");
  if (isApart && found.slice(0, Math.max(at, 0)).some((one) => isForgeable(one) && isOdd(one))) {
    throw new Unreadable("a party in the payer's own text");
  }
}

function tokensOfLines(
  lines: readonly PdfLine[],
  labels: ReadonlyMap<string, ValueKind>,
): readonly Token[] {
  const rows = lines.map((line) => englishCells(line, labels));
  return rows.flatMap((cells, at): readonly Token[] => {
    if (isHeader(rows[at - 1] ?? [], cells, labels)) return [];
    const below = rows[at + 1] ?? [];
    if (!isHeader(cells, below, labels)) return tokensOf(cells, labels);
    const heads = cells.map((cell) => ({ label: labelKey(cell) }));
    const values = below.map((value) => ({ value }));
    return zip(heads, values, labels).map((pair) => ({ kind: "pair", ...pair }));
  });
}

/** Drops the Amharic half of a label where it is a cell of its own, before `/ ENGLISH`. */
function englishCells(line: PdfLine, labels: ReadonlyMap<string, ValueKind>): PdfLine {
  return line.filter((cell, index) => {
    const next = line[index + 1];
    return /[A-Za-z0-9]/.test(cell) || !next?.startsWith("/") || !labels.has(labelKey(next));
  });
}

/** Several labels in one line, and as many values, none of them a label, in the next. */
function isHeader(cells: PdfLine, below: PdfLine, labels: ReadonlyMap<string, ValueKind>): boolean {
  const isLabel = (cell: string) => labels.has(labelKey(cell));
  return (
    cells.length > 1 &&
    cells.every(isLabel) &&
    below.length === cells.length &&
    !below.some(isLabel)
  );
}

function tokensOf(line: PdfLine, labels: ReadonlyMap<string, ValueKind>): readonly Token[] {
  const parts: { first: string; others: string[] }[] = [];
  for (const cell of line.filter((one) => one !== ":")) {
    const last = parts.at(-1);
    if (last === undefined || labels.has(labelKey(cell))) parts.push({ first: cell, others: [] });
    else last.others.push(cell);
  }
  return parts.map(({ first, others }) => tokenOf(first, others.join(" "), labels));
}

function tokenOf(cell: string, rest: string, labels: ReadonlyMap<string, ValueKind>): Token {
  const label = labelKey(cell);
  if (labels.has(label)) {
    return rest === ""
      ? { kind: "label", label }
      : { kind: "pair", label, value: rest.replace(/^: ?/, ""), form: "apart" };
  }
  const inline = inlinePair(cell, labels);
  return inline === null
    ? { kind: "value", value: `${cell} ${rest}`.trim() }
    : { kind: "pair", ...inline, value: `${inline.value} ${rest}`.trim() };
}

/** `Label: value`, or a long label and its value with only a space between them. */
function inlinePair(
  cell: string,
  labels: ReadonlyMap<string, ValueKind>,
): { label: string; value: string; form: Form } | null {
  const colon = cell.indexOf(": ");
  const key = labelKey(cell.slice(0, Math.max(colon, 0)));
  if (labels.has(key)) return { label: key, value: cell.slice(colon + 2), form: "colon" };
  // The Amharic half of a label may be unreadable.
  const english = cell.replace(/^[^A-Za-z]*\/ ?/, "");
  const lower = english.toLowerCase();
  const starts = [...labels.keys()]
    .filter((label) => label.length >= 10 && lower.startsWith(`${label} `))
    .sort((one, other) => other.length - one.length);
  const [label] = starts;
  return label === undefined
    ? null
    : { label, value: english.slice(label.length + 1), form: "touching" };
}

function zip(
  labels: readonly { readonly label: string }[],
  values: readonly { readonly value: string }[],
  kinds: ReadonlyMap<string, ValueKind>,
): LabeledValue[] {
  if (values.length === 0) return labels.map(({ label }) => ({ label, value: "" }));
  if (values.length < labels.length) throw new Unreadable("fewer values than labels");
  if (labels.length > 1 && isShiftable(labels, values, kinds)) {
    throw new Unreadable("more values than labels, in more than one order");
  }
  return labels.map(({ label }, index) => {
    const value = values[index]?.value ?? "";
    const kind = kinds.get(label) ?? "text";
    if (!SHAPES[kind](value)) throw new Unreadable(`${label}: the value is not of its kind`);
    return { label, value };
  });
}

/**
 * Whether labels could as well belong to values further down: then the last one could, too. A payer's own text that
 * goes over two lines would be taken for an amount otherwise. Lines below the last value do no harm if they are not of
 * its kind.
 */
function isShiftable(
  labels: readonly { readonly label: string }[],
  values: readonly { readonly value: string }[],
  kinds: ReadonlyMap<string, ValueKind>,
): boolean {
  const known = labels.map(({ label }) => kinds.get(label) ?? "text");
  const last = known.findLastIndex((kind) => kind !== "text");
  const below = values.slice(last + 1, last + 1 + values.length - labels.length);
  return below.some(({ value }) => SHAPES[known[last] ?? "text"](value));
}

/** Turns a block of amounts that is followed by the block of its labels into pairs. */
function takeValuesBefore(tokens: readonly Token[], layout: PdfLayout): readonly Token[] {
  const wanted = layout.valuesBefore;
  if (wanted === undefined) return tokens;
  const start = tokens.findIndex((_token, index) =>
    wanted.every((label, offset) => {
      const token = tokens[index + offset];
      return token?.kind === "label" && token.label === label;
    }),
  );
  const amounts = tokens
    .slice(Math.max(start - wanted.length, 0), Math.max(start, 0))
    .flatMap((token) =>
      token.kind === "value" && SHAPES.amount(token.value) ? [token.value] : [],
    );
  if (amounts.length !== wanted.length) return tokens;
  return [
    ...tokens.slice(0, start - wanted.length),
    ...wanted.map((label, at): Token => ({ kind: "pair", label, value: amounts[at] ?? "" })),
    ...tokens.slice(start + wanted.length),
  ];
}

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
