import { parseAmount } from "./amounts.ts";
import { labelKey } from "./label-key.ts";
import type { PdfLine } from "./pdf-lines.ts";
import { Unreadable } from "./unreadable.ts";

/** What the value of a label looks like: the check on pairing by order. */
export type ValueKind = "amount" | "date" | "account" | "reference" | "name" | "text";

export interface PdfLayout {
  /** Known labels, as `labelKey` spells them. */
  readonly labels: ReadonlyMap<string, ValueKind>;
  /** Labels whose values may come in the lines directly before them, in the same order. */
  readonly valuesBefore?: readonly string[];
}

export interface LabelledValue {
  readonly label: string;
  readonly value: string;
}

type Token =
  | { readonly kind: "pair"; readonly label: string; readonly value: string }
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
export function pdfLabels(lines: readonly PdfLine[], layout: PdfLayout): readonly LabelledValue[] {
  const tokens = takeValuesBefore(tokensOfLines(lines, layout.labels), layout);
  const found: LabelledValue[] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (token?.kind === "pair") found.push({ label: token.label, value: token.value });
    if (token?.kind !== "label") {
      at += 1;
      continue;
    }
    const labels = run(tokens, at, "label");
    const values = run(tokens, at + labels.length, "value");
    found.push(...zip(labels, values, layout.labels));
    at += labels.length + values.length;
  }
  return found;
}

function tokensOfLines(
  lines: readonly PdfLine[],
  labels: ReadonlyMap<string, ValueKind>,
): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const cells = englishCells(lines[at] ?? [], labels);
    const below = lines[at + 1] ?? [];
    if (isHeader(cells, below, labels)) {
      tokens.push(
        ...zip(
          cells.map((cell) => ({ label: labelKey(cell) })),
          below.map((value) => ({ value })),
          labels,
        ).map((pair): Token => ({ kind: "pair", ...pair })),
      );
      at += 1;
    } else {
      tokens.push(...tokensOf(cells, labels));
    }
  }
  return tokens;
}

/** Drops the Amharic half of a label where it is a cell of its own, before `/ ENGLISH`. */
function englishCells(line: PdfLine, labels: ReadonlyMap<string, ValueKind>): PdfLine {
  return line.filter((cell, index) => {
    const next = line[index + 1] ?? "";
    return /[A-Za-z0-9]/.test(cell) || !(next.startsWith("/") && labels.has(labelKey(next)));
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

function tokensOf(line: PdfLine, labels: ReadonlyMap<string, ValueKind>): Token[] {
  const cells = line.filter((cell) => cell !== ":");
  const isLabel = (cell: string | undefined) => cell !== undefined && labels.has(labelKey(cell));
  const tokens: Token[] = [];
  let at = 0;
  while (at < cells.length) {
    const cell = cells[at] ?? "";
    const next = cells.findIndex((other, index) => index > at && isLabel(other));
    const rest = cells.slice(at + 1, next < 0 ? undefined : next).join(" ");
    const inline = isLabel(cell) ? null : inlinePair(cell, labels);
    if (inline !== null) {
      tokens.push({ kind: "pair", label: inline.label, value: `${inline.value} ${rest}`.trim() });
    } else if (!isLabel(cell)) {
      tokens.push({ kind: "value", value: `${cell} ${rest}`.trim() });
    } else if (rest === "") {
      tokens.push({ kind: "label", label: labelKey(cell) });
    } else {
      tokens.push({ kind: "pair", label: labelKey(cell), value: rest.replace(/^: ?/, "") });
    }
    at = next < 0 ? cells.length : next;
  }
  return tokens;
}

/** `Label: value`, or a long label and its value with only a space between them. */
function inlinePair(
  cell: string,
  labels: ReadonlyMap<string, ValueKind>,
): { label: string; value: string } | null {
  const colon = cell.indexOf(": ");
  const key = labelKey(cell.slice(0, Math.max(colon, 0)));
  if (labels.has(key)) return { label: key, value: cell.slice(colon + 2).trim() };
  // The Amharic half of a label may be unreadable.
  const english = cell.replace(/^[^A-Za-z]*\/ ?/, "");
  const lower = english.toLowerCase();
  const starts = [...labels.keys()]
    .filter((label) => label.length >= 10 && lower.startsWith(`${label} `))
    .sort((one, other) => other.length - one.length);
  const [label] = starts;
  return label === undefined ? null : { label, value: english.slice(label.length + 1).trim() };
}

function run<Kind extends "label" | "value">(tokens: readonly Token[], start: number, kind: Kind) {
  const end = tokens.findIndex((token, index) => index >= start && token.kind !== kind);
  return tokens.slice(start, end < 0 ? undefined : end) as Extract<Token, { kind: Kind }>[];
}

function zip(
  labels: readonly { readonly label: string }[],
  values: readonly { readonly value: string }[],
  kinds: ReadonlyMap<string, ValueKind>,
): LabelledValue[] {
  if (values.length === 0) return labels.map(({ label }) => ({ label, value: "" }));
  if (values.length < labels.length) throw new Unreadable("fewer values than labels");
  return labels.map(({ label }, index) => {
    const value = values[index]?.value ?? "";
    const kind = kinds.get(label) ?? "text";
    if (!SHAPES[kind](value)) throw new Unreadable(`${label}: the value is not of its kind`);
    return { label, value };
  });
}

/** Turns a block of amounts that is followed by the block of its labels into pairs. */
function takeValuesBefore(tokens: readonly Token[], layout: PdfLayout): readonly Token[] {
  const wanted = layout.valuesBefore ?? [];
  const start = tokens.findIndex((_token, index) =>
    wanted.every((label, offset) => {
      const token = tokens[index + offset];
      return token?.kind === "label" && token.label === label;
    }),
  );
  const before = tokens.slice(Math.max(start - wanted.length, 0), Math.max(start, 0));
  const areAmounts = before.every((token) => token.kind === "value" && SHAPES.amount(token.value));
  if (wanted.length === 0 || before.length !== wanted.length || !areAmounts) return tokens;
  const pairs = before.map((token, index): Token => {
    const value = token.kind === "value" ? token.value : "";
    return { kind: "pair", label: wanted[index] ?? "", value };
  });
  return [
    ...tokens.slice(0, start - wanted.length),
    ...pairs,
    ...tokens.slice(start + wanted.length),
  ];
}
