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
  const found = inBestOrder(rows, (known) => known.size);
  const isEnough = found.size >= (rows.length - 1) / 2;
  if (!isEnough || ![...found.values()].includes("out")) return { rows, bad };
  const read = rows.flatMap((row) => {
    const direction = found.get(row);
    return direction === undefined ? [] : [{ ...row, direction }];
  });
  return { rows: read, bad: [...bad, ...unreadable(rows.filter((row) => !found.has(row)))] };
}

/**
 * Takes rows for unreadable whose balance moves by their amount in the other direction: their amounts stand in a column that
 * was taken for another one.
 */
export function withoutContradicted({ rows, bad }: Rows): Rows {
  const isRight = ([row, direction]: [ReadRow, ReadRow["direction"]]) =>
    row.direction === direction;
  const found = inBestOrder(rows, (known) => [...known].filter(isRight).length);
  const isWrong = (row: ReadRow) => (found.get(row) ?? row.direction) !== row.direction;
  const wrong = rows.filter(isWrong);
  if (wrong.length === 0) return { rows, bad };
  return { rows: rows.filter((row) => !isWrong(row)), bad: [...bad, ...unreadable(wrong)] };
}

function unreadable(rows: readonly ReadRow[]): readonly BadRow[] {
  return rows.map(({ line, date }) => ({ line, why: "amount", date }));
}

type Directions = ReadonlyMap<ReadRow, ReadRow["direction"]>;

/** Statements begin with the oldest row or with the latest one: the order that scores more counts, or that of the days. */
function inBestOrder(rows: readonly ReadRow[], score: (found: Directions) => number): Directions {
  const [down, up] = [directionsIn(rows), directionsIn(rows.toReversed())];
  const isLatestFirst = (rows[0]?.date ?? "") > (rows.at(-1)?.date ?? "");
  const lead = score(down) - score(up) || down.size - up.size;
  if (lead !== 0) return lead > 0 ? down : up;
  // Equal amounts of one day follow in both orders: money out in one of them is money in in the other.
  const isOneDay = rows.every(({ date }) => date === rows[0]?.date);
  return isLatestFirst || (isOneDay && outsOf(up) < outsOf(down)) ? up : down;
}

const outsOf = (found: Directions) => [...found.values()].filter((each) => each === "out").length;

/** The direction of each row whose amount is the difference to the balance before it. */
function directionsIn(order: readonly ReadRow[]): Directions {
  const found = new Map<ReadRow, ReadRow["direction"]>();
  for (const [index, row] of order.entries()) {
    const before = order[index - 1]?.balance ?? null;
    if (before === null || row.balance === null) continue;
    const change = row.balance - before;
    if (Math.abs(change) === row.amount) found.set(row, change > 0 ? "in" : "out");
  }
  return found;
}
