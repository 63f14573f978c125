import { Parser } from "htmlparser2";
import { LabelValues, labelKey, tidyText } from "./labels.ts";
import { Unreadable } from "./unreadable.ts";

/** A colon in a place of its own. */
const COLON = /^[:：]$/;

/**
 * Pairs known labels with their values, by position.
 *
 * In a table row the value is the next cell; a row of nothing but labels heads the row below. In
 * running blocks it is the next block, or the text after the colon. A text that was used as a value is
 * never read as a label, so that a payment reason cannot add lines.
 */
export function htmlLabels(pieces: readonly Piece[], known: ReadonlySet<string>): LabelValues {
  const found = new LabelValues();
  let index = 0;
  for (let piece = pieces[index]; piece !== undefined; piece = pieces[index]) {
    index += 1;
    const [below, then] = [pieces[index], pieces[index + 1]];
    if (piece.kind === "block") {
      index += readBlock(piece.text, below, then, known, found);
      continue;
    }
    const cells = piece.cells.filter((cell) => !COLON.test(cell));
    if (below?.kind === "row" && isHeader(cells, below.cells, known)) {
      cells.forEach((cell, column) => {
        found.add(labelKey(cell), below.cells[column] ?? "");
      });
      index += 1;
    } else {
      readRow(cells, known, found);
    }
  }
  return found;
}

/** A row that starts with a label is not a row of values: the label above had a label as its text. */
function isHeader(
  cells: readonly string[],
  below: readonly string[],
  known: ReadonlySet<string>,
): boolean {
  const isLabel = (cell: string | undefined) => known.has(labelKey(cell ?? ""));
  return (
    cells.length > 1 && cells.every(isLabel) && below.length === cells.length && !isLabel(below[0])
  );
}

function readRow(cells: readonly string[], known: ReadonlySet<string>, found: LabelValues): void {
  const rest = cells.values();
  for (const cell of rest) {
    if (known.has(labelKey(cell))) {
      found.add(labelKey(cell), withoutColon(rest.next().value ?? ""));
    } else if (cells.length === 1) {
      addInline(cell, known, found);
    }
  }
}

/** Returns how many following pieces were taken as the value. */
function readBlock(
  text: string,
  next: Piece | undefined,
  then: Piece | undefined,
  known: ReadonlySet<string>,
  found: LabelValues,
): number {
  const key = labelKey(text);
  if (!known.has(key)) {
    addInline(text, known, found);
    return 0;
  }
  const separator = next?.kind === "block" && COLON.test(next.text) ? 1 : 0;
  const value = separator === 1 ? then : next;
  if (value?.kind !== "block" || known.has(labelKey(value.text))) {
    found.add(key, "");
    return separator;
  }
  found.add(key, withoutColon(value.text));
  return separator + 1;
}

/** `Label: value` in one block. */
function addInline(text: string, known: ReadonlySet<string>, found: LabelValues): void {
  const colon = text.indexOf(":");
  if (colon < 1) return;
  const key = labelKey(text.slice(0, colon));
  if (known.has(key)) found.add(key, text.slice(colon + 1).trim());
}

function withoutColon(text: string): string {
  return text.replace(/^:\s*/, "");
}

/** A page as a reader sees it: table rows with their cells, and blocks of text between them. */
export type Piece =
  | { readonly kind: "row"; readonly cells: readonly string[] }
  | { readonly kind: "block"; readonly text: string };

interface Element {
  readonly tag: string;
  readonly children: (Element | string)[];
}

const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 200;
const SKIPPED = new Set(["script", "style", "head", "template", "noscript", "svg", "textarea"]);
const BLOCKS = new Set(
  "html body div p section article header footer main ul ol li dl dt dd table thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 form fieldset center blockquote pre hr".split(
    " ",
  ),
);

/** Cuts HTML into pieces in reading order. Throws `Unreadable` for a page too big or too deep. */
export function htmlPieces(html: string): readonly Piece[] {
  const pieces: Piece[] = [];
  walk(parse(html), pieces);
  return pieces;
}

/** Throws `Unreadable` unless the page has its end: half a page can show half a number. */
export function requireWholePage(html: string): void {
  if (!/<\/html\s{0,9}>\s*$/i.test(html.slice(-4_000).replace(/<!--[^>]*-->/g, ""))) {
    throw new Unreadable("half a page");
  }
}

/** Each cell and each block. */
export function textsOf(pieces: readonly Piece[]): readonly string[] {
  return pieces.flatMap((piece) => (piece.kind === "row" ? piece.cells : [piece.text]));
}

/** All visible text of the page on one line. */
export function htmlText(html: string): string {
  return tidyText(textsOf(htmlPieces(html)).join(" "));
}

function parse(html: string): Element {
  const root: Element = { tag: "body", children: [] };
  const parents: Element[] = [];
  let current = root;
  let elements = 0;
  const parser = new Parser({
    onopentagname(tag) {
      elements += 1;
      if (elements > MAX_ELEMENTS || parents.length >= MAX_DEPTH)
        throw new Unreadable("page too deep");
      const element: Element = { tag, children: [] };
      current.children.push(element);
      parents.push(current);
      current = element;
    },
    ontext(text) {
      current.children.push(text);
    },
    onclosetag() {
      current = parents.pop() ?? root;
    },
  });
  parser.end(html);
  return root;
}

function walk(element: Element, pieces: Piece[]): void {
  if (SKIPPED.has(element.tag)) return;
  if (element.tag === "tr") walkRow(element, pieces);
  else if (hasBlock(element)) walkBlocks(element, pieces);
  else emitLeaf(element, pieces);
}

function walkBlocks(element: Element, pieces: Piece[]): void {
  let run = "";
  const flush = () => {
    if (tidyText(run) !== "") pieces.push({ kind: "block", text: tidyText(run) });
    run = "";
  };
  for (const child of element.children) {
    if (isElement(child) && (BLOCKS.has(child.tag) || hasBlock(child))) {
      flush();
      walk(child, pieces);
    } else {
      run += inlineText(child);
    }
  }
  flush();
}

/** A cell that contains a layout counts as an empty cell, and is walked afterward. */
function walkRow(row: Element, pieces: Piece[]): void {
  const cells = row.children.filter(isElement);
  const nested = cells.filter((cell) => leafBlocks(cell) > 1 || contains(cell, "table"));
  const texts = cells.map((cell) => (nested.includes(cell) ? "" : tidyText(inlineText(cell))));
  if (nested.length < cells.length) pieces.push({ kind: "row", cells: texts });
  for (const cell of nested) walk(cell, pieces);
}

/** Bold text that ends in a colon, first in its element, is a label; the rest of the element is its value. */
const BOLD = new Set(["strong", "b"]);

/**
 * `<p><strong>label:</strong> value</p>` is a row of two cells, also where the value is empty;
 * `<div><span>label</span><span>value</span></div>` is two blocks; anything else without blocks is one.
 */
function emitLeaf(element: Element, pieces: Piece[]): void {
  const [first, ...rest] = element.children.filter(
    (child) => isElement(child) || tidyText(child) !== "",
  );
  if (isElement(first) && BOLD.has(first.tag)) {
    const label = tidyText(inlineText(first));
    if (label.endsWith(":")) {
      pieces.push({ kind: "row", cells: [label, tidyText(rest.map(inlineText).join(""))] });
      return;
    }
  }
  const inner = element.children.filter(isElement);
  const looseText = element.children.some((child) => !isElement(child) && tidyText(child));
  if (inner.length > 1 && !looseText) {
    for (const child of inner) {
      if (child.tag !== "br" && child.tag !== "img") {
        pieces.push({ kind: "block", text: tidyText(inlineText(child)) });
      }
    }
  } else {
    pieces.push({ kind: "block", text: tidyText(inlineText(element)) });
  }
}

function inlineText(node: Element | string): string {
  if (!isElement(node)) return node;
  if (SKIPPED.has(node.tag)) return "";
  if (node.tag === "br") return " ";
  const inner = node.children.map(inlineText).join("");
  return BLOCKS.has(node.tag) ? ` ${inner} ` : inner;
}

function hasBlock(element: Element): boolean {
  return element.children.some(
    (child) => isElement(child) && (BLOCKS.has(child.tag) || hasBlock(child)),
  );
}

function leafBlocks(element: Element): number {
  let count = 0;
  for (const child of element.children.filter(isElement)) {
    const inside = leafBlocks(child);
    count += inside > 0 ? inside : BLOCKS.has(child.tag) ? 1 : 0;
  }
  return count;
}

function contains(element: Element, tag: string): boolean {
  return element.children.some(
    (child) => isElement(child) && (child.tag === tag || contains(child, tag)),
  );
}

function isElement(node: Element | string | undefined): node is Element {
  return typeof node === "object";
}
