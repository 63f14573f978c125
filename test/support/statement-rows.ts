import { compareStatement } from "../../lib/domain/statement.ts";
import type {
  BookPayment,
  StatementFacts,
  StatementRow,
} from "../../lib/domain/statement-facts.ts";

/** A Monday; no holiday is near. */
export const DAY = "2026-11-16";
/** Everything is covered, and long ago. */
const ALL: StatementFacts = {
  complete: [{ from: "2026-10-01", to: "2026-12-31" }],
  confirmed: new Set(),
  today: "2027-01-30",
};
let lines = 0;

/** An incoming row of its own line. */
export function row(change: Partial<StatementRow> = {}): StatementRow {
  lines += 1;
  const plain = { line: lines, day: DAY, amount: 150_000, text: "Transfer", reference: null };
  return { ...plain, direction: "in", ...change };
}

export function payment(id: string, change: Partial<BookPayment> = {}): BookPayment {
  return {
    id,
    reference: `FT26320${id.padStart(5, "X")}`,
    amount: 150_000,
    day: DAY,
    isAccountKnown: true,
    ...change,
  };
}

export function compare(
  rows: readonly StatementRow[],
  payments: readonly BookPayment[],
  facts: Partial<StatementFacts> = {},
) {
  return compareStatement(rows, payments, { ...ALL, ...facts });
}

export function idsOf(pairs: readonly { readonly payment: BookPayment }[]): string[] {
  return pairs.map((pair) => pair.payment.id).sort();
}
