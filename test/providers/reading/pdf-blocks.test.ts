import { describe, expect, test } from "vitest";
import type { PdfLine } from "../../../lib/providers/reading/pdf-labels.ts";
import { pdfLabels, type ValueKind } from "../../../lib/providers/reading/pdf-labels.ts";

const LABELS: ReadonlyMap<string, ValueKind> = new Map([
  ["payer", "name"],
  ["amount", "amount"],
  ["fee", "amount"],
  ["reason", "text"],
  ["note", "text"],
]);

const read = (lines: readonly PdfLine[], valuesBefore?: readonly string[]) =>
  pdfLabels(lines, { labels: LABELS, ...(valuesBefore && { valuesBefore }) })
    .map(({ label, value }) => `${label}=${value}`)
    .join(" | ");

type Case = readonly [guarantee: string, lines: readonly PdfLine[], found: string];

describe("a block of amounts before the block of its labels", () => {
  const ORDER = ["amount", "fee"];

  test.each<Case>([
    ["is paired in order", [["100"], ["5"], ["Amount"], ["Fee"]], "amount=100 | fee=5"],
    [
      "leaves everything around it",
      [["Payer"], ["AL"], ["Note", "x"], ["100"], ["5"], ["Amount"], ["Fee"], ["Reason"], ["y"]],
      "payer=AL | note=x | amount=100 | fee=5 | reason=y",
    ],
    [
      "is directly before its labels",
      [["3"], ["100"], ["5"], ["Amount"], ["Fee"]],
      "amount=100 | fee=5",
    ],
    ["is not taken where one is no amount", [["x"], ["5"], ["Amount"], ["Fee"]], "amount= | fee="],
    ["is not taken where one is missing", [["5"], ["Amount"], ["Fee"]], "amount= | fee="],
    ["is not taken where all are missing", [["Amount"], ["Fee"]], "amount= | fee="],
    [
      "is not taken for labels in between",
      [["9"], ["8"], ["Amount"], ["5"], ["Fee"], ["3"]],
      "amount=5 | fee=3",
    ],
    ["is not taken for other labels", [["9"], ["8"], ["Reason"], ["Note"]], "reason= | note="],
    [
      "is not taken for labels with values",
      [["9"], ["8"], ["Amount", "5"], ["Fee", "3"]],
      "amount=5 | fee=3",
    ],
    ["is not taken for half of the labels", [["9"], ["8"], ["Amount"]], "amount="],
    [
      "is not taken from another pair",
      [["9"], ["Note", "8"], ["Amount"], ["Fee"]],
      "note=8 | amount= | fee=",
    ],
  ])("%s", (_what, lines, found) => {
    expect(read(lines, ORDER)).toBe(found);
  });

  test("is not what a line of labels has above it", () => {
    const lines = [["Fee", "Note"], ["5", "ETB"], ["Amount"]];
    expect(read(lines, ["amount"])).toBe("fee=5 | note=ETB | amount=");
  });

  test("is not taken in a layout without such blocks", () => {
    expect(read([["100"], ["5"], ["Amount"], ["Fee"]])).toBe("amount= | fee=");
  });
});
