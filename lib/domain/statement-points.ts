import { mayBeBooked } from "./banking-days.ts";
import type { Total } from "./books.ts";
import type { ProviderId } from "./provider.ts";
import { foldReference } from "./receipt.ts";
import {
  type BookPayment,
  byRow,
  type Comparison,
  type Days,
  formOf,
  indexReferences,
  isSaleReference,
  mayReverse,
  numbersIn,
  type Pair,
  type StatementRow,
  saysReversal,
  textOf,
  type WaitingReason,
} from "./statement-facts.ts";

/** The points that a person must check, the most serious first. */
export const POINT_KINDS = ["missing", "reversed", "amounts_differ", "unknown"] as const;
export type PointKind = (typeof POINT_KINDS)[number];

/** A difference between a statement and the payments. Money in minor units; null where one side has nothing. */
export interface StatementPoint {
  /** The same whenever the statement is compared again. */
  readonly id: string;
  readonly kind: PointKind;
  /** See `paymentId`; null for money without a payment. */
  readonly payment: string | null;
  readonly reference: string | null;
  readonly paid: number | null;
  readonly paidOn: string | null;
  readonly booked: number | null;
  readonly bookedOn: string | null;
  readonly line: number | null;
  /** Above 1: so many payments of the same amount could be the one. */
  readonly among: number;
  readonly settled: Settled | null;
  /**
   * Of unknown money: ids of at most `MOST_RIVALS` payments without a row of their amount that it may be; absent for none, and
   * in results of earlier releases.
   */
  readonly mayBe?: readonly string[];
  /**
   * Of unknown money with a number: the first and last day of rows without one that payments got by their amount, which may be
   * this money instead. So each payment of these days may be of one of the rows.
   */
  readonly unsureSince?: string;
  readonly unsureUntil?: string;
  /** Of unknown money: the statement also shows that the bank reversed it. */
  readonly isReversed?: true;
}

export interface Settled {
  /** Id of the member; null if a later statement settled it. */
  readonly by: string | null;
  /** ms since the epoch. */
  readonly at: number;
  readonly note: string;
}

/** A payment's id in a comparison: one checkout may have several payments. */
export function paymentId(checkoutId: string, provider: ProviderId, reference: string): string {
  return `${checkoutId} ${provider} ${reference}`;
}

/** The parts of `paymentId`. */
export function paymentOf(id: string) {
  const [checkoutId = "", provider = "", ...reference] = id.split(" ");
  return { checkoutId, provider: provider as ProviderId, reference: reference.join(" ") };
}

/** Sums of a comparison. `agreed`, `differing` and `unknown` add up to the money in, `reversed` and `other` to the money out. */
export interface StatementTotals {
  readonly in: Total;
  readonly out: Total;
  readonly agreed: Total;
  readonly differing: Total;
  /** By how much the payments of `differing` are higher than their rows. */
  readonly difference: number;
  readonly reversed: Total;
  readonly unknown: Total;
  readonly other: Total;
  readonly missing: Total;
  readonly waiting: Readonly<Record<WaitingReason, number>>;
}

/** The open points of a comparison, the most serious kind first, by day within it. */
export function pointsOf(found: Comparison): readonly StatementPoint[] {
  const mayBeOf = rivals(found);
  const unsureOf = exchangeable(found);
  const reversed = reversedRows(found);
  return [
    ...found.missing.map(({ payment, among }) =>
      point("missing", { payment, row: null, among }, payment.id),
    ),
    ...found.reversed.map((pair) => point("reversed", pair, pair.payment.id)),
    ...found.differing.map((pair) =>
      point("amounts_differ", { ...pair, among: 1 }, pair.payment.id),
    ),
    ...found.unknown.map((row) => ({
      ...point("unknown", { payment: null, row, among: 1 }, found.names.get(row) ?? ""),
      ...mayBeOf(row),
      ...unsureOf(row),
      ...(reversed.has(row) && { isReversed: true as const }),
    })),
  ];
}

export const MOST_RIVALS = 5;

/**
 * Payments without a row of their amount that may be the money of an unknown one: of its amount and days, with another form of
 * reference. A bank gives a wallet's transfer a number of its own. Such a row is not matched by its amount beside rows that are
 * found by reference, so that the payment may have got a slightly lower row instead.
 */
function rivals({ missing, waiting, lessFees, lessFeesBefore }: Comparison) {
  // A sold row may have a number in one file only.
  const late = waiting.filter(
    ({ payment: { isSoldRow }, reason }) =>
      reason === "not_covered" || reason === "too_soon" || isSoldRow,
  );
  const listed = [...missing, ...lessFees];
  // First those that no member can settle in this statement.
  const alone = mostOfEach([
    ...late.map(({ payment }) => payment),
    ...lessFeesBefore,
    ...listed.map(({ payment }) => payment),
  ]);
  const byAmount = Map.groupBy(alone, ({ amount }) => amount);
  return (row: StatementRow): Pick<StatementPoint, "mayBe"> => {
    const mayBe = (byAmount.get(row.amount) ?? [])
      .filter((one) => mayBeMoneyOf(one, row))
      .map(({ id }) => id);
    return mayBe.length === 0 ? {} : { mayBe: mayBe.slice(0, MOST_RIVALS) };
  };
}

function mayBeMoneyOf(payment: BookPayment, row: StatementRow): boolean {
  // A sold row has its own day, so that the next file's equal rows of other days stay free.
  const isNear = payment.isSoldRow ? payment.day === row.day : mayBeBooked(payment.day, row.day);
  if (!isNear) return false;
  return !indexReferences([payment], ({ reference }) => reference).hasOther(textOf(row));
}

/** See `unsureSince` of a point. */
function exchangeable({ byAmount }: Comparison) {
  const unsold = byAmount.filter(({ payment }) => !isSaleReference(payment.reference));
  const alike = Map.groupBy(
    unsold.toSorted((a, b) => byRow(a.row, b.row)),
    ({ payment }) => payment.amount,
  );
  // Of payments of one day and form, only those with the first and the last row say anything more.
  const telling = new Map(
    [...alike].map(([amount, pairs]) => {
      const kinds = Map.groupBy(pairs, ({ payment }) => `${payment.day} ${kindOf(payment)}`);
      const ends = [...kinds.values()].flatMap((some) => [...some.slice(0, 1), ...some.slice(-1)]);
      return [amount, ends] as const;
    }),
  );
  return (row: StatementRow): Pick<StatementPoint, "unsureSince" | "unsureUntil"> => {
    const found = numbersIn(row).length === 0 ? [] : (telling.get(row.amount) ?? []);
    const days = found
      .filter(({ payment }) => mayBeMoneyOf(payment, row))
      .map((pair) => pair.row.day)
      .toSorted();
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return {};
    return { unsureSince: first, unsureUntil: last };
  };
}

const kindOf = ({ reference }: BookPayment) => formOf(foldReference(reference));

/**
 * The first payments of each amount, day and form of reference, as many as a point names: a row may be all of these or none.
 * A shop with one price may have thousands, for each of as many rows.
 */
function mostOfEach(payments: readonly BookPayment[]): readonly BookPayment[] {
  const counts = new Map<string, number>();
  return payments.filter((payment) => {
    const { amount, day } = payment;
    const alike = `${amount} ${day} ${kindOf(payment)}`;
    const count = (counts.get(alike) ?? 0) + 1;
    counts.set(alike, count);
    return count <= MOST_RIVALS;
  });
}

/**
 * Unknown money that the statement shows as reversed. An outgoing row of the same amount has its number, or says "reversal"
 * without a number, which reverses the latest such money. A number in several incoming rows, such as a branch's, is ignored.
 */
function reversedRows(found: Comparison): ReadonlySet<StatementRow> {
  const { unknown, other } = found;
  const reversed = new Set<StatementRow>();
  const incoming = [...unknown, ...[...found.agreed, ...found.differing].map(({ row }) => row)];
  const numbered = incoming.flatMap((row) => numbersIn(row).map((number) => ({ row, number })));
  const named = Map.groupBy(numbered, ({ number }) => number);
  const equal = Map.groupBy(unknown, ({ amount }) => amount);
  const take = (outgoing: StatementRow, able: readonly StatementRow[]) => {
    const row = able.findLast((one) => !reversed.has(one) && mayReverse(outgoing, one));
    if (row !== undefined) reversed.add(row);
  };
  for (const row of other) {
    const able = numbersIn(row).flatMap((number) => {
      const [one, ...others] = named.get(number) ?? [];
      return one !== undefined && others.length === 0 ? [one.row] : [];
    });
    take(row, able);
  }
  const silent = other.filter((row) => numbersIn(row).length === 0);
  for (const row of silent) if (saysReversal(textOf(row))) take(row, equal.get(row.amount) ?? []);
  return reversed;
}

interface Sides {
  readonly payment: Pair["payment"] | null;
  readonly row: StatementRow | null;
  readonly among: number;
}

function point(kind: PointKind, { payment, row, among }: Sides, id: string): StatementPoint {
  return {
    id: `${kind} ${id}`,
    kind,
    payment: payment?.id ?? null,
    reference: payment?.reference ?? row?.reference ?? null,
    paid: payment?.amount ?? null,
    paidOn: payment?.day ?? null,
    booked: row?.amount ?? null,
    bookedOn: row?.day ?? null,
    line: row?.line ?? null,
    among,
    settled: null,
  };
}

/** The sums of a comparison. Payments that wait count only if they were made on the days from the first row to the last. */
export function totalsOf(
  rows: readonly StatementRow[],
  found: Comparison,
  { from, to }: Days,
): StatementTotals {
  const rowsOf = (pairs: readonly Pair[]) => pairs.map(({ row }) => row);
  const paid = found.differing.map(({ payment }) => payment);
  const reasons = found.waiting
    .filter(({ payment }) => payment.day >= from && payment.day <= to)
    .map(({ reason }) => reason);
  const countOf = (reason: WaitingReason) => reasons.filter((one) => one === reason).length;
  return {
    in: sum(rows.filter(({ direction }) => direction === "in")),
    out: sum(rows.filter(({ direction }) => direction === "out")),
    agreed: sum(rowsOf(found.agreed)),
    differing: sum(rowsOf(found.differing)),
    difference: sum(paid).amount - sum(rowsOf(found.differing)).amount,
    reversed: sum(rowsOf(found.reversed)),
    unknown: sum(found.unknown),
    other: sum(found.other),
    missing: sum(found.missing.map(({ payment }) => payment)),
    waiting: {
      not_covered: countOf("not_covered"),
      too_soon: countOf("too_soon"),
      account_unknown: countOf("account_unknown"),
      confirmed_before: countOf("confirmed_before"),
    },
  };
}

function sum(some: readonly { readonly amount: number }[]): Total {
  return { count: some.length, amount: some.reduce((total, { amount }) => total + amount, 0) };
}

/** Whether a point says of one certain payment that the bank does not confirm it. */
export function accuses({ kind, among }: StatementPoint): boolean {
  return (kind === "missing" || kind === "reversed") && among === 1;
}

/** Points of earlier comparisons keep what settled them, the last one if there are several. */
export function keepSettled(
  points: readonly StatementPoint[],
  before: readonly StatementPoint[],
): readonly StatementPoint[] {
  const known = before.filter((one) => one.settled !== null);
  const settled = new Map(known.map((one) => [one.id, one.settled]));
  return points.map((one) => ({ ...one, settled: settled.get(one.id) ?? null }));
}

/** Characters of a note that a statement always has room for, as for the id of a sale. */
export const SHORT_NOTE = 40;

/** Cuts the notes that came from other statements, where they are kept in full. `own` are the ids of points of this one. */
export function cutNotes(
  points: readonly StatementPoint[],
  own: ReadonlySet<string>,
): readonly StatementPoint[] {
  return points.map((point) => {
    const { id, settled } = point;
    if (settled === null || settled.note.length <= SHORT_NOTE || own.has(id)) return point;
    const note = `${[...settled.note].slice(0, SHORT_NOTE - 1).join("")}…`;
    return { ...point, settled: { ...settled, note } };
  });
}
