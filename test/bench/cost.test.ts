import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cost } from "../../bench/cost.ts";

const ROOT = join(import.meta.dirname, "../..");
const COLUMNS = [
  "10⁶ checkouts, low",
  "10⁶ checkouts, high",
  "10⁶ deliveries, low",
  "10⁶ deliveries, high",
];
type Row = Readonly<Record<string, unknown>>;

/** Sums in whole cents, by columns. */
function added(rows: readonly Row[]): readonly number[] {
  const cents = (row: Row, column: string) => Math.round(Number(row[column] ?? 0) * 100);
  return COLUMNS.map((column) => rows.reduce((sum, row) => sum + cents(row, column), 0));
}

const sumIn = (rows: readonly Row[]) => added(rows.filter(({ part }) => part === "sum"));
const partsIn = (rows: readonly Row[]) =>
  rows.slice(
    0,
    rows.findIndex(({ part }) => part === "sum"),
  );

describe("the cost of a million checkouts", () => {
  it("is the sum of the parts as they are shown, to the cent", () => {
    const call = { service: "dynamodb", action: "", body: {}, changes: [] };
    const units = { readUnits: 0.1, writeUnits: 0.2, higherWriteUnits: 0.3 };
    const step = { name: "submit", functionId: "public-verify-checkout", logBytes: 7_777 };
    const { rows } = cost([{ ...step, calls: [{ ...call, ...units }] }]);
    expect(sumIn(rows)).toEqual(added(partsIn(rows)));
  });

  it("is in docs/deploy.md as it was measured", () => {
    const { figures } = JSON.parse(readFileSync(join(ROOT, "bench/results.json"), "utf8"));
    const text = readFileSync(join(ROOT, "docs/deploy.md"), "utf8");
    const table = text.split("\n\n").find((part) => part.startsWith("| part | 10⁶")) ?? "";
    const shown = table
      .split("\n")
      .slice(2)
      .map((line) => {
        const [, part = "", ...cells] = line
          .split("|")
          .map((cell) => cell.replaceAll("*", "").trim());
        return {
          part,
          ...Object.fromEntries(
            COLUMNS.map((column, at) => [column, cells[at]?.replace("–", "0")]),
          ),
        };
      });
    expect(sumIn(shown)).toEqual(sumIn(figures.P9.rows));
    expect(added(partsIn(shown))).toEqual(sumIn(figures.P9.rows));
  });
});
