import type { Piece } from "./html-pieces.ts";
import { labelKey } from "./label-key.ts";
import { LabelValues } from "./label-values.ts";

/** A colon in a place of its own. */
const COLON = /^[:：]$/;

/**
 * Pairs known labels with their values, by position.
 *
 * In a table row the value is the next cell; a row of nothing but labels heads the row below. In
 * running blocks it is the next block, or the text after the colon. A text that was taken as a value is
 * never looked at as a label again, so that a payment reason cannot write lines of its own.
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
