import { dayIn, writtenDay } from "./dates.ts";
import { type BadRow, folded, type Grid, type ReadRow, textOf } from "./table.ts";

const DAY_MS = 86_400_000;

export interface Days {
  readonly from: string;
  /** Included. */
  readonly to: string;
}

/** What a statement itself shows of the days that it covers completely. */
export interface Completeness {
  /** Days that are surely complete. */
  readonly sure: readonly Days[];
  /** Days without rows, or at its beginning and end: complete only if the member says so. */
  readonly doubtful: readonly Days[];
  /** Lines between which the balance jumps: rows are missing there. */
  readonly jumps: readonly (readonly [before: number, after: number])[];
  /** Whether every balance follows from the one before; null without balances. */
  readonly isUnbroken: boolean | null;
}

/**
 * Says which days a statement covers completely. A period above the columns says where it begins and ends, and an unbroken
 * balance that no rows are missing in between. A day with an unreadable row, or at which the balance jumps, is never complete,
 * the day on which the file was made is not surely so, and no day after it is, whatever the period says.
 *
 * @param made the day on which the file was made; null if that is not known
 */
export function completenessOf(
  rows: readonly ReadRow[],
  bad: readonly BadRow[],
  period: Days | null,
  made: string | null = null,
): Completeness {
  const dates = rows.map(({ date }) => date).sort();
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  if (first === "") return { sure: [], doubtful: [], jumps: [], isUnbroken: null };
  const chain = chainOf(rows);
  const isUnbroken = chain === null ? null : chain.length === 0;
  const pairs = chain ?? [];
  const [from, to] = [earlier(period?.from ?? first, first), later(period?.to ?? last, last)];
  const booked = new Set(dates);
  const broken = new Set([...bad.flatMap(({ date }) => date ?? []), ...pairs.flatMap(daysBetween)]);
  const isAnyDayBroken = bad.some(({ date }) => date === null);
  // A row of a later day shows that the file's date is wrong.
  const end = made === null ? to : later(made, last);
  const days = daysIn({ from, to: earlier(to, end) }).filter(
    (day) => !isAnyDayBroken && !broken.has(day),
  );
  const isSure = (day: string) =>
    (period !== null || (day > first && day < last)) &&
    (booked.has(day) || isUnbroken === true) &&
    (made === null || day < end);
  const sure = days.filter(isSure);
  const doubtful = days.filter((day) => !isSure(day));
  const jumps = pairs.map(([before, after]) => [before.line, after.line] as const);
  return { sure: runsOf(sure), doubtful: runsOf(doubtful), jumps, isUnbroken };
}

/** Joins days to the fewest ranges, e.g. after the member has called doubtful ones complete. */
export function joined(ranges: readonly Days[]): readonly Days[] {
  return runsOf([...new Set(ranges.flatMap(daysIn))].sort());
}

/**
 * Pairs of rows where the balance does not follow from the one before; null without balances. The order with the fewest jumps
 * counts.
 */
function chainOf(rows: readonly ReadRow[]): (readonly [ReadRow, ReadRow])[] | null {
  const known = rows.filter(({ balance }) => balance !== null);
  if (known.length < 2 || known.length < rows.length) return null;
  const jumpsIn = (order: readonly ReadRow[]) =>
    order.flatMap((row, index) => {
      const before = order[index - 1];
      if (before === undefined) return [];
      const signed = row.direction === "in" ? row.amount : -row.amount;
      return (before.balance ?? 0) + signed === row.balance ? [] : [[before, row] as const];
    });
  const { down, up, mixed } = ordersOf(rows);
  const [first, ...others] = [down, up, ...mixed].map(jumpsIn);
  const jumps = others.reduce((best, one) => (one.length < best.length ? one : best), first ?? []);
  // Most balances do not fit: it is another kind of column.
  return jumps.length > rows.length / 2 ? null : jumps;
}

/**
 * The orders in which a statement may have been booked. It begins with the oldest row or with the latest one; some sort their
 * days by one of these and the rows within a day by the other.
 */
function ordersOf(rows: readonly ReadRow[]) {
  const days: ReadRow[][] = [];
  for (const row of rows) {
    const last = days.at(-1);
    if (last?.[0]?.date === row.date) last.push(row);
    else days.push([row]);
  }
  return {
    down: rows,
    up: rows.toReversed(),
    mixed: [days.toReversed().flat(), days.flatMap((day) => day.toReversed())],
  };
}

function daysBetween([{ date: one }, { date: other }]: readonly [ReadRow, ReadRow]): string[] {
  return daysIn({ from: earlier(one, other), to: later(one, other) });
}

/**
 * The period that the rows above the columns name, e.g. `From: 01/11/2026 To: 30/11/2026`; null if none does, if it does not
 * contain all rows, or if it could be read in two ways that do.
 */
export function periodIn(grid: Grid, headerRow: number, rows: readonly ReadRow[]): Days | null {
  const texts = grid.slice(0, Math.max(0, headerRow)).flatMap((row) => {
    const text = row.map(textOf).join(" ");
    const names = /\b(?:from|to|period|between|start|end|until)\b|ከ|እስከ|ጊዜ/;
    return names.test(folded(text)) ? [text] : [];
  });
  const date = /\d{1,4}[-/. ](?:\d{1,2}|[A-Za-z]{3,9})[-/. ,]{1,2}\d{2,4}/g;
  const [first = null, last = null] = texts.flatMap((text) =>
    [...text.matchAll(date)].map(([match]) => writtenDay(match)),
  );
  const days = rows.map((row) => row.date);
  const readings = (["day first", "month first"] as const).flatMap((order) => {
    const [from, to] = [dayIn(first, order, false), dayIn(last, order, false)];
    if (from === null || to === null) return [];
    return days.every((day) => day >= from && day <= to) ? [{ from, to }] : [];
  });
  const [one = null, other = one] = readings;
  return one?.from === other?.from && one?.to === other?.to ? one : null;
}

function daysIn({ from, to }: Days): string[] {
  const days: string[] = [];
  const end = Date.parse(to);
  for (let ms = Date.parse(from); ms <= end && days.length < 400; ms += DAY_MS) {
    days.push(new Date(ms).toISOString().slice(0, 10));
  }
  return days;
}

function runsOf(days: readonly string[]): Days[] {
  const runs: { from: string; to: string }[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last !== undefined && Date.parse(day) - Date.parse(last.to) === DAY_MS) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

const earlier = (a: string, b: string) => (a < b ? a : b);
const later = (a: string, b: string) => (a > b ? a : b);

interface Rows {
  readonly rows: readonly ReadRow[];
  readonly bad: readonly BadRow[];
}

/**
 * Takes the directions from the balances, for a statement in which neither a sign nor a word says that of any amount. Rows
 * whose direction the balances don't show, such as the first one, can't be read. Without balances, and where they show no
 * money out, the rows stay as they are. `hasDirections`: whether the balances show those of at least half of the rows.
 */
export function signedByBalance({ rows, bad }: Rows): Rows & { readonly hasDirections: boolean } {
  if (rows.length < 2 || rows.some(({ balance }) => balance === null))
    return { rows, bad, hasDirections: false };
  const found = inBestOrder(rows, (known) => known.size);
  const isEnough = found.size >= (rows.length - 1) / 2;
  if (!isEnough || ![...found.values()].includes("out"))
    return { rows, bad, hasDirections: isEnough };
  const read = rows.flatMap((row) => {
    const direction = found.get(row);
    return direction === undefined ? [] : [{ ...row, direction }];
  });
  const unknown = unreadable(rows.filter((row) => !found.has(row)));
  return { rows: read, bad: [...bad, ...unknown], hasDirections: true };
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
  return { rows: rows.filter((row) => !isWrong(row)), bad: [...bad, ...unreadable(wrong)] };
}

function unreadable(rows: readonly ReadRow[]): readonly BadRow[] {
  return rows.map(({ line, date }) => ({ line, why: "amount", date }));
}

type Directions = ReadonlyMap<ReadRow, ReadRow["direction"]>;

/** The order that scores most counts, or that of the days. */
function inBestOrder(rows: readonly ReadRow[], score: (found: Directions) => number): Directions {
  const orders = ordersOf(rows);
  const [down, up] = [directionsIn(orders.down), directionsIn(orders.up)];
  const most = Math.max(score(down), score(up));
  const better = orders.mixed.map(directionsIn).filter((found) => score(found) > most);
  if (better.length > 0) return better.reduce((a, b) => (score(b) > score(a) ? b : a));
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
