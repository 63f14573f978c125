import { describe, expect, test } from "vitest";
import type { PdfLine } from "../../../lib/providers/reading/pdf-labels.ts";
import { pdfLabels, type ValueKind } from "../../../lib/providers/reading/pdf-labels.ts";
import { Unreadable } from "../../../lib/providers/reading/unreadable.ts";

describe("a party around the payer's own text", () => {
  const labels = new Map<string, ValueKind>([
    ["payer", "name"],
    ["date", "date"],
    ["payment reason", "text"],
  ]);
  const pairs = (lines: readonly PdfLine[]) => pdfLabels(lines, { labels });

  test.each<readonly [string, readonly PdfLine[]]>([
    [
      "below it, where it is the first line",
      [
        ["Payment reason", "x"],
        ["Payer", "AL"],
      ],
    ],
    [
      "below its own label, where others have cells",
      [["Date", "5/20/2026"], ["Payer"], ["AL"], ["Payment reason", "x"]],
    ],
  ])("is unreadable %s", (_where, lines) => {
    expect(() => pairs(lines)).toThrow(Unreadable);
  });

  test("may be blank above it", () => {
    const blank = [["Date", "5/20/2026"], ["Payer"], ["Payment reason", "x"]];
    expect(pairs(blank)).toContainEqual({ label: "payer", value: "" });
  });
});
