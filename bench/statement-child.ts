// Makes 5,000 payments and their statement, compares them once, and prints what it took.
import { compareStatement } from "../lib/domain/statement.ts";
import { type Month, makeMonth } from "../test/support/statements.ts";

const COUNT = 5_000;

/** The month of the goal, and the worst cases for each way of matching. */
const CHANGES: Readonly<Record<string, (month: Month) => Partial<Month>>> = {
  month: () => ({}),
  "equal amounts": ({ rows, payments }) => ({
    rows: rows.map((row) => ({ ...row, amount: 50_000, text: "Transfer" })),
    payments: payments.map((payment) => ({ ...payment, amount: 50_000 })),
  }),
  "no reference": ({ rows }) => ({
    rows: rows.map((row) => ({
      ...row,
      amount: row.amount - 100,
      text: `Trf ${"word ".repeat(38)}`,
    })),
  }),
  "all missing": ({ rows, payments }) => ({
    rows: rows.map((row) => ({ ...row, day: "2026-10-01", amount: 49_000, text: "Reversal" })),
    payments: payments.map((payment) => ({ ...payment, day: "2026-10-20", amount: 50_000 })),
  }),
};

const month = makeMonth(COUNT, 17);
const { rows, payments, facts } = { ...month, ...CHANGES[process.argv[2] ?? "month"]?.(month) };
const before = process.cpuUsage();
const startedAt = performance.now();
compareStatement(rows.slice(0, COUNT), payments, facts);
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, peakMegabytes }));
