import type { BadRow, ReadRow } from "./table.ts";

interface Rows {
  readonly rows: readonly ReadRow[];
  readonly bad: readonly BadRow[];
}

/**
 * Takes the directions from the balances, for a statement in which neither a sign nor a word says that of any amount. Rows
 * whose direction the balances don't show, such as the first one, can't be read. Without balances, and where they show no
 * money out, the rows stay as they are.
 */
export function signedByBalance({ rows, bad }: Rows): Rows {
  if (rows.length < 2 || rows.some(({ balance }) => balance === null)) return { rows, bad };
  const [down, up] = [directionsIn(rows), directionsIn(rows.toReversed())];
  const isLatestFirst = (rows[0]?.date ?? "") > (rows.at(-1)?.date ?? "");
  const found =
    down.size === up.size ? (isLatestFirst ? up : down) : down.size > up.size ? down : up;
  const isEnough = found.size >= (rows.length - 1) / 2;
  if (!isEnough || ![...found.values()].includes("out")) return { rows, bad };
  return {
    rows: rows.flatMap((row) => {
      const direction = found.get(row);
      return direction === undefined ? [] : [{ ...row, direction }];
    }),
    bad: [
      ...bad,
      ...rows
        .filter((row) => !found.has(row))
        .map(({ line, date }) => ({ line, why: "amount" as const, date })),
    ],
  };
}

/** The direction of each row whose amount is the difference to the balance before it. */
function directionsIn(order: readonly ReadRow[]): ReadonlyMap<ReadRow, "in" | "out"> {
  const found = new Map<ReadRow, "in" | "out">();
  for (const [index, row] of order.entries()) {
    const before = order[index - 1]?.balance ?? null;
    if (before === null || row.balance === null) continue;
    const change = row.balance - before;
    if (Math.abs(change) === row.amount) found.set(row, change > 0 ? "in" : "out");
  }
  return found;
}
