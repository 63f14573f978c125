import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { csvHeader, csvRows } from "../../../lib/use-cases/checkouts/list.ts";

const ROW = {
  id: "co_1",
  appId: 1001,
  status: "open",
  exceptions: [],
  amount: 100,
  currency: "ETB",
  amountReceived: 0,
  clientReference: null,
  description: null,
  customer: null,
  payments: [],
  createdAt: 0,
  expiresAt: 1_000,
  verifiedAt: null,
  pending: [],
} as unknown as Checkout;

const toCsv = (rows: readonly Checkout[], now: number) => csvHeader() + csvRows(rows, now);

/** Reads RFC 4180 as strictly as a spreadsheet: rows of cells. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let at = cells.exec(csv); at; at = cells.exec(csv)) {
    rows.at(-1)?.push(at[1] === undefined ? (at[2] ?? "") : at[1].replaceAll('""', '"'));
    if (at[3] === "\r\n") rows.push([]);
    if (cells.lastIndex === csv.length) break;
  }
  return rows.slice(0, -1);
}

describe("a CSV file of checkouts", () => {
  it("keeps any text, but never as a formula", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (description) => {
        const [header, row, ...more] = parse(toCsv([{ ...ROW, description }], 0));
        expect(more).toEqual([]);
        expect(row).toHaveLength(header?.length ?? -1);
        const cell = row?.[header?.indexOf("description") ?? -1] ?? "missing";
        expect(cell.replace(/^'/, "")).toBe(description.replace(/^'/, ""));
        expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      }),
    );
  });

  it("writes times with their offset and numbers unchanged", () => {
    const [header, row] = parse(toCsv([ROW], 0));
    expect(row?.[header?.indexOf("created_at") ?? -1]).toBe("1970-01-01T03:00:00+03:00");
    expect(row?.[header?.indexOf("amount_minor") ?? -1]).toBe("100");
  });

  it("has a header even without rows", () => {
    expect(parse(toCsv([], 0))).toHaveLength(1);
  });
});
