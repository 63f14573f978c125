import { createHash } from "node:crypto";
import { addDays, dayOf } from "../../contract/days.ts";
import { BOOKS_KEPT_DAYS, type CompareStatementBody } from "../../contract/schemas/books.ts";
import { bankingDayAfter, bookingDays } from "../../domain/banking-days.ts";
import { isIncome } from "../../domain/books.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import { derivedId } from "../../domain/ids.ts";
import { compareStatement } from "../../domain/statement.ts";
import {
  type BookPayment,
  byRow,
  type Comparison,
  type Days,
  nameRows,
  type StatementRow,
} from "../../domain/statement-facts.ts";
import {
  cutNotes,
  keepSettled,
  pointsOf,
  type StatementPoint,
  totalsOf,
} from "../../domain/statement-points.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { type UserPrincipal, worksWith } from "../../pipeline/principal.ts";
import {
  type BookAccount,
  type ComparedStatement,
  digestOf,
  getStatement,
  getStatementDetails,
  leaveRoom,
  type StatementDetails,
  statementsAround,
  statementWrites,
} from "../../store/books.ts";
import { eventWrites } from "../../store/outbox.ts";
import { transact, type Write } from "../../store/transact.ts";
import { audit } from "../events/audit.ts";
import { buildEvent } from "../events/build-event.ts";
import {
  followPoints,
  type OtherStatement,
  paymentsTo,
  type ReceivingAccount,
  receivingAccount,
  saleReference,
  settleEarlier,
} from "./accounts.ts";
import { entriesIn, rangeOf } from "./entries.ts";
import { presentPoint, presentStatement } from "./present-statement.ts";
import { firstKeptDay } from "./sheets.ts";

const MOST_SHOWN = 100;

/** Apps that get an event: as many as fit into one transaction with the statement. */
const MOST_APPS = 40;

/** The apps that a comparison concerns. */
interface Apps {
  /** Those that use the receiving account. */
  readonly ofAccount: readonly number[];
  /** The app of each payment. */
  readonly of: ReadonlyMap<string, number>;
}

/**
 * The events about new points, one for each app: with its payments and, if it uses the account, unknown money. So no app's
 * endpoint learns of another app's payments. Nothing without new points: comparing again is quiet. `at` in ms.
 */
export function differenceWrites(
  statement: ComparedStatement,
  fresh: readonly StatementPoint[],
  apps: Apps,
  at: number,
): readonly Write[] {
  const { id, accountId } = statement;
  const isOf = (appId: number, { payment }: StatementPoint) =>
    payment === null ? apps.ofAccount.includes(appId) : apps.of.get(payment) === appId;
  const concerned = [...new Set([...apps.ofAccount, ...apps.of.values()])]
    .map((appId) => ({ appId, own: fresh.filter((point) => isOf(appId, point)) }))
    .filter(({ own }) => own.length > 0);
  return concerned.slice(0, MOST_APPS).flatMap(({ appId, own }) => {
    const newPoints = own.slice(0, MOST_SHOWN).map(presentPoint);
    const object = { ...presentStatement(statement), new_points: newPoints };
    const event = { type: "books.difference", accountId, appId, livemode: true } as const;
    return eventWrites(buildEvent({ ...event, sequence: 0, objectId: id, object, at }));
  });
}

/** Points that are kept. With more, it is hardly the statement of this account. */
const MOST_POINTS = 1_000;
/** A reversal may be booked so much later than its payment. */
const REVERSED_WITHIN_DAYS = 31;
/** Days in which a person may enter money of a statement by hand, or a customer hand in a receipt. */
export const LATE_DAYS = 31;

/** A statement and what is known of it from before. */
interface Case {
  readonly principal: UserPrincipal;
  readonly account: ReceivingAccount;
  readonly id: string;
  readonly body: CompareStatementBody;
  readonly rows: readonly StatementRow[];
  readonly days: Days;
  /** Days that the member calls complete. */
  readonly complete: readonly Days[];
  readonly now: number;
}

/**
 * Compares a statement with the payments to its account and keeps the result. The same rows replace their earlier result,
 * and points that this statement settles are settled in the results of other statements.
 *
 * @throws ServiceError `not_found`, `invalid_request`, `conflict`
 */
export async function compare(principal: UserPrincipal, body: CompareStatementBody, now: number) {
  const account = await receivingAccount(principal, body.provider, body.account_number);
  const rows = body.rows.map(
    ({ date, reference, ...row }): StatementRow => ({
      ...row,
      day: date,
      reference: reference ?? null,
    }),
  );
  const days = daysOf(rows, now);
  const id = statementId(principal, account, body.currency, rows, days);
  const complete = reached(body.complete, now);
  const facts: Case = { principal, account, id, body, rows, days, complete, now };
  const [before, beforeDetails, others] = await Promise.all([
    getStatement(table(), principal.accountId, id, now),
    getStatementDetails(table(), principal.accountId, id, now),
    readOthers(facts),
  ]);
  // With other payments, it would take back what the result says of those.
  if (before?.appIds?.every((appId) => worksWith(principal, appId)) === false)
    throw new ServiceError("conflict", OF_ANOTHER_APP);
  const { payments, appOf } = await readPayments(facts);
  const found = compareStatement(rows, payments, {
    complete: reached([...complete, ...others.flatMap((one) => one.statement.complete)], now),
    ...confirmedBefore(payments, others),
    rowsBefore: rowsBefore(rows, payments, [
      beforeDetails,
      ...others.map(({ details }) => details),
    ]),
    today: dayOf(now),
    saleOf: (name) => saleReference({ ...account, currency: body.currency }, name),
  });
  // Statements overlap: a point of two of them is settled once, and is new once.
  const earlier = [...others.map(({ details }) => details), beforeDetails].flatMap(
    ({ points }) => points,
  );
  const all = keepSettled(pointsOf(found), earlier);
  const points = all.slice(0, MOST_POINTS);
  const full = { points, confirmed: confirmedBy(found), byAmount: byAmount(found) };
  const own = new Set(beforeDetails.points.flatMap((one) => (one.settled === null ? [] : one.id)));
  // Each statement has room for its notes, but perhaps not for those of all the others whose days it has.
  const details = leaveRoom(full) ? full : { ...full, points: cutNotes(full.points, own) };
  const result = resultOf(facts, found, all.length, details, before?.version ?? 0);
  const statement = { ...result, appIds: appsIn(found, appOf) };
  const known = new Set(earlier.map((point) => point.id));
  const fresh = details.points.filter((point) => !known.has(point.id));
  assertCommitted(
    await transact(table(), [
      ...statementWrites(statement, details, before?.version ?? 0),
      ...differenceWrites(statement, fresh, { ofAccount: account.appIds, of: appOf }, now),
      audit(principal, "statement.compared", id, now, String(rows.length)),
    ]),
  );
  await followPoints(principal.accountId, appOf, details.points, beforeDetails.points, now);
  await settleEarlier(principal.accountId, statement, found, others);
  return { statement, repeated: before !== null };
}

/** @throws ServiceError `invalid_request` for days that the books no longer have, or that are still to come */
function daysOf(rows: readonly StatementRow[], now: number): Days {
  const sorted = rows.map(({ day }) => day).sort();
  const [from = "", to = ""] = [sorted[0], sorted.at(-1)];
  const today = dayOf(now);
  const first = firstKeptDay(now);
  if (from < first)
    throw invalidField("rows", `must not be older than ${BOOKS_KEPT_DAYS} days; begin at ${first}`);
  // A value date may be that of the next banking day.
  if (to > bankingDayAfter(today))
    throw invalidField("rows", "must not be in the future; check how the dates are written");
  return { from, to };
}

/** The part of days that a statement of today can show of what the books have. */
function reached(complete: readonly Days[], now: number): readonly Days[] {
  const today = dayOf(now);
  // A payment may be booked the day before, and a value date may be that of the next banking day.
  const [first, last] = [addDays(today, -BOOKS_KEPT_DAYS - 1), bankingDayAfter(today)];
  return complete.flatMap((days) => {
    const [, from = first] = [first, days.from].sort();
    const [to = last] = [last, days.to].sort();
    return from <= to ? [{ from, to }] : [];
  });
}

/** The same for the same rows in any order. Later days sort after earlier ones. */
function statementId(
  { accountId }: UserPrincipal,
  { provider, accountNumber }: BookAccount,
  currency: string,
  rows: readonly StatementRow[],
  { to }: Days,
): string {
  const lines = rows.map(({ line, day, amount, direction, text, reference }) =>
    JSON.stringify([day, line, amount, direction, text, reference]),
  );
  const scope = JSON.stringify([accountId, provider, accountNumber, currency]);
  const hash = createHash("sha256").update(scope);
  for (const line of lines.sort()) hash.update(`\n${line}`);
  return derivedId("stm_", Date.parse(to), hash.digest());
}

/** Statements of the same account and currency whose days touch those of this one. */
async function readOthers({
  principal,
  account,
  id,
  body,
  days,
  now,
}: Case): Promise<OtherStatement[]> {
  const { accountId } = principal;
  // Payments of the days before may be booked on the first one, and those of the last one after it.
  const around = { from: addDays(days.from, -REVERSED_WITHIN_DAYS), to: addDays(days.to, 7) };
  const found = await statementsAround(table(), accountId, account, around, now);
  const others = found.filter((one) => one.id !== id && one.currency === body.currency);
  return Promise.all(
    others.map(async (statement) => ({
      statement,
      details: await getStatementDetails(table(), accountId, statement.id, now),
    })),
  );
}

const OF_ANOTHER_APP =
  "Another app had payments to this account in these days. Ask a member who works with all apps to compare this statement.";

function mayBeWithin({ day }: BookPayment, days: Days): boolean {
  const { from, to } = bookingDays(day);
  return from <= days.to && to >= days.from;
}

/**
 * Payments that may be on the statement, or that it may reverse, and the app of each.
 *
 * @throws ServiceError `conflict` for payments of an app that the member does not work with
 */
async function readPayments({ principal, account, body, days, now }: Case) {
  const kept = addDays(dayOf(now), -BOOKS_KEPT_DAYS);
  const first = addDays(days.from, -REVERSED_WITHIN_DAYS);
  const [, from = first] = [first, kept].sort();
  const today = dayOf(now);
  const [to = today] = [today, addDays(days.to, LATE_DAYS)].sort();
  const span = { from, to };
  const range = await rangeOf({ ...principal, apps: null }, { livemode: true }, span);
  const all: BookPayment[] = [];
  const appOf = new Map<string, number>();
  for await (const entry of entriesIn(range)) {
    if (!isIncome(entry) || entry.currency !== body.currency) continue;
    const own = paymentsTo(account, entry);
    if (!worksWith(principal, entry.appId)) {
      // An app that had the account before: its payments would be unknown money to this member.
      if (own.some((one) => one.isAccountKnown && mayBeWithin(one, days)))
        throw new ServiceError("conflict", OF_ANOTHER_APP);
      continue;
    }
    all.push(...own);
    for (const { id } of own) appOf.set(id, entry.appId);
  }
  // A payment that a person entered later has no day of payment: its reference decides.
  const payments = all.filter(
    ({ day, isAccountKnown }) => day <= addDays(days.to, 1) || !isAccountKnown,
  );
  return { payments, appOf };
}

function confirmedBefore(payments: readonly BookPayment[], others: readonly OtherStatement[]) {
  const digests = new Set(others.flatMap(({ details }) => details.confirmed));
  const isSure = (id: string) => digests.has(digestOf(id));
  const differing = others
    .flatMap(({ details }) => details.points)
    .filter(({ kind }) => kind === "amounts_differ");
  const idsOf = (points: readonly StatementPoint[]) => points.flatMap((one) => one.payment ?? []);
  return {
    confirmed: new Set([...payments.map(({ id }) => id).filter(isSure), ...idsOf(differing)]),
    lessFeesBefore: new Set(
      idsOf(differing.filter(({ settled }) => settled === null)).filter((id) => !isSure(id)),
    ),
  };
}

/** Rows that earlier comparisons matched with payments by their amount, by the payments' ids. */
function rowsBefore(
  rows: readonly StatementRow[],
  payments: readonly BookPayment[],
  before: readonly StatementDetails[],
): ReadonlyMap<string, StatementRow> {
  const rowOf = new Map(before.flatMap((details) => details.byAmount ?? []));
  if (rowOf.size === 0) return new Map();
  const incoming = rows.filter(({ direction }) => direction === "in").toSorted(byRow);
  const named = new Map([...nameRows(incoming)].map(([row, name]) => [digestOf(name), row]));
  return new Map(
    payments.flatMap(({ id }) => {
      const row = named.get(rowOf.get(digestOf(id)) ?? "");
      return row === undefined ? [] : [[id, row]];
    }),
  );
}

/**
 * Apps whose payments are to the account, or have a row. Payments of no known account may be to any: without a row, as those
 * of other apps' sold rows, they hide the result from nobody.
 */
function appsIn({ waiting }: Comparison, appOf: ReadonlyMap<string, number>): readonly number[] {
  const elsewhere = waiting.filter(({ payment }) => !payment.isAccountKnown);
  const ids = new Set(elsewhere.map(({ payment }) => payment.id));
  const apps = [...appOf].flatMap(([id, appId]) => (ids.has(id) ? [] : [appId]));
  return [...new Set(apps)].toSorted((a, b) => a - b);
}

function byAmount(found: Comparison): NonNullable<StatementDetails["byAmount"]> {
  return found.byAmount.map(({ payment, row }) => {
    const name = found.names.get(row) ?? "";
    return [digestOf(payment.id), digestOf(name)] as const;
  });
}

/** Leaves out payments whose row is slightly lower and names no reference: only their points show them. */
function confirmedBy({ agreed, differing, lessFees }: Comparison): string[] {
  const unsure = new Set(lessFees.map(({ payment }) => payment));
  const payments = [...agreed, ...differing].map(({ payment }) => payment);
  return payments.filter((one) => !unsure.has(one)).map(({ id }) => digestOf(id));
}

function resultOf(
  { principal, account, id, body, rows, days, complete, now }: Case,
  found: Comparison,
  pointCount: number,
  { points }: StatementDetails,
  versionBefore: number,
): ComparedStatement {
  return {
    id,
    accountId: principal.accountId,
    provider: account.provider,
    accountNumber: account.accountNumber,
    currency: body.currency,
    ...days,
    complete,
    rowCount: rows.length,
    totals: totalsOf(rows, found, days),
    openCount: points.filter(({ settled }) => settled === null).length,
    leftOutCount: pointCount - points.length,
    member: principal.userId,
    comparedAt: now,
    version: versionBefore + 1,
  };
}
