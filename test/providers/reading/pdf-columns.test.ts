import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { linesOf, pdfLines } from "../../../lib/providers/reading/pdf-labels.ts";
import { Unreadable } from "../../../lib/providers/reading/unreadable.ts";
import { pdfOf } from "../fixtures/pdf.ts";

const item = (text: string, x: number, y = 0, width = 10, height = 10) => ({
  text,
  x,
  y,
  width,
  height,
});
type Item = ReturnType<typeof item>;

describe("printed texts become", () => {
  test.each<[string, Item[], string[][]]>([
    ["one line up to 0.4 of their height", [item("A", 0, 4), item("B", 50, 0)], [["A", "B"]]],
    ["two lines beyond it", [item("A", 0, 4.1), item("B", 50, 0)], [["A"], ["B"]]],
    [
      "two lines by the smaller height",
      [item("A", 0, 6, 10, 20), item("B", 50, 0)],
      [["A"], ["B"]],
    ],
    [
      "lines by the first text of each, so that no slope joins them",
      [item("A", 0, 6), item("B", 50, 3), item("C", 90, 0)],
      [["A", "B"], ["C"]],
    ],
    ["one word without a gap", [item("A", 0), item("B", 11)], [["AB"]]],
    ["one word at a gap of 0.12", [item("A", 0, 0, 0), item("B", 1.2)], [["AB"]]],
    ["two words beyond it", [item("A", 0), item("B", 12)], [["A B"]]],
    ["two words at a gap of 0.9", [item("A", 0), item("B", 19)], [["A B"]]],
    ["two columns beyond it", [item("A", 0), item("B", 19.1)], [["A", "B"]]],
    ["columns from left to right", [item("B", 50), item("A", 0)], [["A", "B"]]],
    ["no column where they are blank", [item("A", 0), item(" ", 50), item("B", 90)], [["A", "B"]]],
    ["themselves at an impossible place", [item("A", Number.NaN)], [["A"]]],
    ["nothing without any", [], []],
  ])("%s", (_what, items, lines) => {
    expect(linesOf(items)).toEqual(lines);
  });
});

describe("while a PDF is read", () => {
  const destroy = vi.fn(async () => {});
  const text = (str: string, y: number, height = 10) => ({
    str,
    transform: [10, 0, 0, -10, 0, y],
    width: 10,
    height,
  });
  /** What the library opens next. */
  let opening: Promise<unknown>;

  function opens(items: readonly object[], numPages = 1): void {
    const getPage = async () => ({ getTextContent: async () => ({ items }) });
    opening = Promise.resolve({ numPages, getPage, loadingTask: { destroy } });
  }

  const body = new TextEncoder().encode("%PDF-1.4 %%EOF");

  beforeEach(() => {
    destroy.mockClear();
    vi.useFakeTimers();
    vi.doMock("unpdf", () => ({ getDocumentProxy: () => opening }));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.doUnmock("unpdf");
  });

  test("2,000 texts are read, and one more is refused", async () => {
    opens(Array.from({ length: 2_000 }, () => text("a", 0)));
    expect(await pdfLines(body)).toHaveLength(1);
    opens(Array.from({ length: 2_001 }, () => text("a", 0)));
    await expect(pdfLines(body)).rejects.toThrow(Unreadable);
  });

  test("a text without a height has that of its font", async () => {
    opens([text("A", 3, 0), { ...text("B", 0, 0), transform: [10, 0, 0, -10, 50, 0] }]);
    expect(await pdfLines(body)).toEqual([["A", "B"]]);
    opens([text("A", 3, 1), { ...text("B", 0, 1), transform: [10, 0, 0, -10, 50, 0] }]);
    expect(await pdfLines(body)).toEqual([["A"], ["B"]]);
  });

  test("blank texts and marks leave their gap, which separates columns", async () => {
    const at = (str: string, x: number, width: number) => ({
      ...text(str, 0),
      transform: [10, 0, 0, -10, x, 0],
      width,
    });
    opens([at("A", 0, 10), at(" ", 10, 40), { type: "beginMarkedContent" }, at("B", 50, 10)]);
    expect(await pdfLines(body)).toEqual([["A", "B"]]);
  });

  test("five seconds end it, in the opening and on a page", async () => {
    const never = new Promise<never>(() => {});
    const getPage = () => never;
    for (const stuck of [
      never,
      Promise.resolve({ numPages: 1, getPage, loadingTask: { destroy } }),
    ]) {
      opening = stuck;
      const refused = expect(pdfLines(body)).rejects.toThrow("PDF takes too long");
      await vi.advanceTimersByTimeAsync(5_000);
      await refused;
    }
  });

  test("neither a timer nor the document outlives it", async () => {
    opens([text("a", 0)]);
    await pdfLines(body);
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(destroy).toHaveBeenCalledOnce();
  });

  test("whatever the library throws, it is unreadable", async () => {
    opening = Promise.reject(new TypeError("broken"));
    await expect(pdfLines(body)).rejects.toThrow(Unreadable);
  });
});

describe("a real PDF", () => {
  test("of three pages is read", async () => {
    expect(await pdfLines(await pdfOf([["a", 1, 1]], 3))).toEqual([["a"]]);
  });
});
