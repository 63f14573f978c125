import type { Piece } from "./html-pieces.ts";
import { labelKey } from "./label-key.ts";
import { LabelValues } from "./label-values.ts";

/**
 * Pairs known labels with their values, by position.
 *
 * In a table row the value is the next cell; a row of nothing but labels heads the row below. In
 * running blocks it is the next block, or the text after the colon. A text that was taken as a value is
 * never looked at as a label again, so that a payment reason cannot write lines of its own.
 */
export function htmlLabels(pieces: readonly Piece[], known: ReadonlySet<string>): LabelValues {
  const found = new LabelValues();
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index];
    if (piece?.kind === "row") {
      const cells = piece.cells.filter((cell) => !/^[:：]$/.test(cell));
      const below = pieces[index + 1];
      if (below?.kind === "row" && isHeader(cells, below.cells, known)) {
        cells.forEach((cell, column) => {
          found.add(labelKey(cell), below.cells[column] ?? "");
        });
        index += 1;
      } else {
        readRow(cells, known, found);
      }
    } else if (piece !== undefined) {
      index += readBlock(pieces, index, known, found);
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
  for (let column = 0; column < cells.length; column += 1) {
    const cell = cells[column] ?? "";
    if (known.has(labelKey(cell))) {
      column += 1;
      found.add(labelKey(cell), withoutColon(cells[column]));
    } else if (cells.length === 1) {
      addInline(cell, known, found);
    }
  }
}

/** Returns how many following pieces were taken as the value. */
function readBlock(
  pieces: readonly Piece[],
  index: number,
  known: ReadonlySet<string>,
  found: LabelValues,
): number {
  const text = textOf(pieces[index]);
  const key = labelKey(text);
  if (!known.has(key)) {
    addInline(text, known, found);
    return 0;
  }
  const separator = /^[:：]$/.test(textOf(pieces[index + 1])) ? 1 : 0;
  const next = pieces[index + 1 + separator];
  const value = next?.kind === "block" ? next.text : "";
  const missing = next?.kind !== "block" || known.has(labelKey(value));
  found.add(key, missing ? "" : withoutColon(value));
  return missing ? separator : separator + 1;
}

/** `Label: value` in one block. */
function addInline(text: string, known: ReadonlySet<string>, found: LabelValues): void {
  const colon = text.indexOf(":");
  if (colon < 1) return;
  const key = labelKey(text.slice(0, colon));
  if (known.has(key)) found.add(key, text.slice(colon + 1).trim());
}

function textOf(piece: Piece | undefined): string {
  return piece?.kind === "block" ? piece.text : "";
}

function withoutColon(text: string | undefined): string {
  return (text ?? "").replace(/^:\s*/, "");
}
