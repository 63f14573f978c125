import { csvOf } from "../../contract/csv.ts";
import { localInstant } from "../../contract/days.ts";
import type { BookPoint, BookStatement, NamedPoint } from "../../contract/schemas/books.ts";
import { maskNumber } from "../../domain/account-number.ts";
import { instant } from "../../domain/instant.ts";
import { decimalOf } from "../../domain/money.ts";
import { paymentOf, type StatementPoint } from "../../domain/statement-points.ts";
import { table } from "../../pipeline/deps.ts";
import type { ComparedStatement } from "../../store/books.ts";
import { getUsers } from "../../store/users.ts";

export function presentStatement(statement: ComparedStatement): BookStatement {
  const { totals } = statement;
  return {
    object: "book_statement",
    id: statement.id,
    provider: statement.provider,
    account_number: statement.accountNumber,
    currency: statement.currency,
    from: statement.from,
    to: statement.to,
    complete: statement.complete.map(({ from, to }) => ({ from, to })),
    rows: statement.rowCount,
    money_in: totals.in,
    money_out: totals.out,
    agreed: totals.agreed,
    amounts_differ: totals.differing,
    difference: totals.difference,
    reversed: totals.reversed,
    unknown: totals.unknown,
    other: totals.other,
    missing: totals.missing,
    waiting: totals.waiting,
    open_points: statement.openCount,
    points_left_out: statement.leftOutCount,
    member: statement.member,
    compared_at: instant(statement.comparedAt),
  };
}

export function presentPoint(point: StatementPoint): BookPoint {
  const { settled } = point;
  return {
    object: "book_point",
    id: point.id,
    kind: point.kind,
    checkout_id: point.payment === null ? null : paymentOf(point.payment).checkoutId,
    reference: point.reference,
    paid_amount: point.paid,
    paid_on: point.paidOn,
    booked_amount: point.booked,
    booked_on: point.bookedOn,
    line: point.line,
    among: point.among,
    settled: settled && {
      member: settled.by,
      at: instant(settled.at),
      note: settled.note,
    },
  };
}

/** A point for members, with the names of those who settle by id. */
export function presentNamedPoint(
  point: StatementPoint,
  names: ReadonlyMap<string, string>,
): NamedPoint {
  const shown = presentPoint(point);
  const { settled } = shown;
  return {
    ...shown,
    settled: settled && { ...settled, member_name: names.get(settled.member ?? "") ?? null },
  };
}

/** The points of a statement as a CSV file (RFC 4180), amounts as decimals, times by the clock of Addis Ababa. An unknown member has an id and no name. */
export function pointsCsv(
  { currency }: ComparedStatement,
  points: readonly StatementPoint[],
  names: ReadonlyMap<string, string>,
): string {
  const money = (minor: number | null) => (minor === null ? null : decimalOf(minor, currency));
  return csvOf(
    [
      ...["kind", "paid_on", "paid_amount", "booked_on", "booked_amount", "currency", "reference"],
      ...["checkout", "line", "among", "settled_by", "settled_by_name", "settled_at", "note"],
    ],
    points.map((point) => [
      ...[point.kind, point.paidOn, money(point.paid), point.bookedOn, money(point.booked)],
      ...[currency, point.reference, point.payment && paymentOf(point.payment).checkoutId],
      ...[point.line, point.among, point.settled?.by ?? null],
      names.get(point.settled?.by ?? "") ?? null,
      ...[point.settled && localInstant(point.settled.at), point.settled?.note ?? null],
    ]),
  );
}

/** What members are called, by id: as in the list of the team. Unknown ones are left out. `known` ones are not read again. */
export async function memberNames(
  ids: readonly (string | null | undefined)[],
  known = new Map<string, string>(),
): Promise<Map<string, string>> {
  const unknown = new Set(ids.flatMap((id) => (id && !known.has(id) ? [id] : [])));
  for (const { id, name, telegram, phone } of await getUsers(table(), [...unknown])) {
    const shown = name ?? telegram?.name ?? maskNumber(phone);
    if (shown) known.set(id, shown);
  }
  return known;
}
