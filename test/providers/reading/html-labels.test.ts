import { describe, expect, test } from "vitest";
import type { Piece } from "../../../lib/providers/reading/html-labels.ts";
import { htmlLabels } from "../../../lib/providers/reading/html-labels.ts";
import { Unreadable } from "../../../lib/providers/reading/unreadable.ts";

const KNOWN = ["amount", "status", "reason", "t"] as const;
const row = (...cells: string[]): Piece => ({ kind: "row", cells });
const block = (text: string): Piece => ({ kind: "block", text });

/** What the page says under each label that has a value. */
function read(...pieces: Piece[]): Record<string, string> {
  const page = htmlLabels(pieces, new Set(KNOWN));
  const values = KNOWN.map((label) => [label, page.optional(label)]);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}
type Case = [string, Piece[], Record<string, string>];

describe("the labels of a page", () => {
  test.each<Case>([
    ["the value is the next cell", [row("Amount:", "5 Birr")], { amount: "5 Birr" }],
    ["a colon may have its own cell", [row("Amount", ":", "5 Birr")], { amount: "5 Birr" }],
    ["a wide colon too", [row("Amount", "：", "5 Birr")], { amount: "5 Birr" }],
    ["a colon before the value is no part of it", [row("Amount", ":5 Birr")], { amount: "5 Birr" }],
    ["nor is the space after it", [row("Amount", ":  5 Birr")], { amount: "5 Birr" }],
    [
      "a row may hold several labels",
      [row("Amount", "5 Birr", "Status", "Completed")],
      { amount: "5 Birr", status: "Completed" },
    ],
    ["a cell may hold both", [row("Amount: 5 Birr")], { amount: "5 Birr" }],
    ["a label at the end of its row has no value", [row("x", "Amount"), row("5 Birr", "x")], {}],
    ["a label alone in its row has no value", [row("Amount"), row("5 Birr")], {}],
    [
      "a text that was taken as a value is no label",
      [row("Reason", "Amount", "9 Birr")],
      { reason: "Amount" },
    ],
    [
      "a cell that is no label writes no line of its own",
      [row("Note", "Amount: 9 Birr"), row("Amount", "5 Birr")],
      { amount: "5 Birr" },
    ],
  ])("in a row: %s", (_guarantee, pieces, expected) => {
    expect(read(...pieces)).toEqual(expected);
  });

  test.each<Case>([
    [
      "it heads the row below",
      [row("Amount", "Status"), row("5 Birr", "Completed"), row("Reason", "coffee")],
      { amount: "5 Birr", status: "Completed", reason: "coffee" },
    ],
    [
      "its values are no labels",
      [row("Reason", "Status"), row("coffee", "Amount"), row("9 Birr")],
      { reason: "coffee", status: "Amount" },
    ],
    [
      "it heads no longer row",
      [row("Amount", "Status"), row("9 Birr", "Completed", "x")],
      { amount: "Status" },
    ],
    [
      "it heads no row that starts with a label",
      [row("Reason", "Amount"), row("Status", "Completed")],
      { reason: "Amount", status: "Completed" },
    ],
    [
      "a row with a value is none",
      [row("Amount", "5 Birr"), row("9 Birr", "x")],
      { amount: "5 Birr" },
    ],
    ["a block is no row below", [row("Reason", "Amount"), block("9 Birr")], { reason: "Amount" }],
  ])("in a row of labels: %s", (_guarantee, pieces, expected) => {
    expect(read(...pieces)).toEqual(expected);
  });

  test.each<Case>([
    ["the value is the next block", [block("Amount"), block("5 Birr")], { amount: "5 Birr" }],
    [
      "a colon may have its own block",
      [block("Amount"), block(":"), block("5 Birr"), block("Status: Completed")],
      { amount: "5 Birr", status: "Completed" },
    ],
    ["a colon before it is dropped", [block("Amount"), block(": 5"), block("9")], { amount: "5" }],
    [
      "a block with a colon is a value",
      [block("Amount"), block("x:"), block("9")],
      { amount: "x:" },
    ],
    ["one letter is a value", [block("Amount"), block("5"), block("9")], { amount: "5" }],
    [
      "a label without a value takes none from the label below",
      [block("Amount"), block("Status"), block("Completed")],
      { status: "Completed" },
    ],
    [
      "nor past a colon",
      [block("Amount"), block(":"), block("Status"), block("Completed")],
      { status: "Completed" },
    ],
    ["nor from a row", [block("Amount"), row("Status", "Completed")], { status: "Completed" }],
    ["nor from a row with a colon", [block("Amount"), row(":"), block("9")], {}],
    ["nor from an empty block", [block("Amount"), block(""), block("9")], {}],
    ["a label at the end has no value", [block("Amount")], {}],
    ["a label and a colon at the end have no value", [block("Amount"), block(":")], {}],
    [
      "a text that was taken as a value is no line of its own",
      [block("Reason"), block("Amount: 9 Birr"), block("x")],
      { reason: "Amount: 9 Birr" },
    ],
  ])("in blocks: %s", (_guarantee, pieces, expected) => {
    expect(read(...pieces)).toEqual(expected);
  });

  test.each<Case>([
    ["the value follows the colon", [block("Amount:5 Birr ")], { amount: "5 Birr" }],
    ["the first colon counts", [block("Reason: at 12:30")], { reason: "at 12:30" }],
    ["a label of one letter is one", [block("T: 5")], { t: "5" }],
    ["a label is a whole text", [block("No amount: 5"), block("Amounts: 5")], {}],
    ["without a colon it is no label", [block("Amounts"), block("Amount 5")], {}],
    ["nor with a colon first", [block(": amount"), block(":")], {}],
    ["another label is not read", [block("Total: 5")], {}],
  ])("in one text: %s", (_guarantee, pieces, expected) => {
    expect(read(...pieces)).toEqual(expected);
  });

  test("two values under one label are refused, wherever they are", () => {
    const page = htmlLabels([row("Amount", "5"), block("Amount: 9")], new Set(KNOWN));
    expect(() => page.optional("amount")).toThrow(Unreadable);
  });

  test("a page without labels has none", () => {
    expect(htmlLabels([row("x", "5"), block("y: 9"), block("x")], new Set(KNOWN)).isEmpty).toBe(
      true,
    );
    expect(htmlLabels([block("Amount")], new Set(KNOWN)).isEmpty).toBe(false);
  });
});
