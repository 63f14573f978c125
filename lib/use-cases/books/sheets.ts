import { addDays, dayOf, ethiopianDay } from "../../contract/days.ts";
import { BOOKS_KEPT_DAYS, type BookSheet } from "../../contract/schemas/books.ts";
import { type Sheet, SheetBook } from "../../domain/books.ts";
import { invalidField, notFound, ServiceError } from "../../domain/errors.ts";
import { type Settled, SHORT_NOTE } from "../../domain/statement-points.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import {
  type ComparedStatement,
  getStatement,
  getStatementDetails,
  leaveRoom,
  statementWrites,
} from "../../store/books.ts";
import { LOST, optimistically, transact } from "../../store/transact.ts";
import { audit } from "../events/audit.ts";
import { resolvePointWrites, visibleStatements } from "./accounts.ts";
import { type EntryRange, entriesIn } from "./entries.ts";

const DAY_MS = 86_400_000;

/** The first day whose events are all kept: those of the day before are deleted one by one. `now` in ms. */
export function firstKeptDay(now: number): string {
  return addDays(dayOf(now), 1 - BOOKS_KEPT_DAYS);
}

/**
 * The days of a query, both included. `now` in ms.
 *
 * @throws ServiceError `invalid_request` for no day, too many, or days whose events are not all kept
 */
export function daysOf(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  most: number,
  ordinary: number,
  now: number,
): { readonly from: string; readonly to: string } {
  const first = firstKeptDay(now);
  const to = query.to ?? dayOf(now);
  if (to < first) throw invalidField("to", `must be within the last ${BOOKS_KEPT_DAYS} days`);
  const [, usual = first] = [addDays(to, 1 - ordinary), first].sort();
  const from = query.from ?? usual;
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (count < 1 || count > most)
    throw invalidField("from", `must be 0 to ${most - 1} days before \`to\``);
  if (from < first) throw invalidField("from", `must be within the last ${BOOKS_KEPT_DAYS} days`);
  return { from, to };
}

/** Sheets of one answer. As JSON within JSON, one takes at most 750 bytes, and Lambda refuses answers of more than 6 MB. */
const MOST_SHEETS = 6_000;

/**
 * The sheets of each day of a range, empty days too. `isOpen`: the oldest days may be left out.
 *
 * @throws ServiceError `invalid_request` if there are too many sheets
 */
export async function readDays(range: EntryRange, isOpen = false) {
  const books = await readBooks(range, (day) => day);
  const days = allDays(range).map((day) => ({
    object: "book_day" as const,
    day,
    ethiopian_day: ethiopianDay(day),
    sheets: presentSheets(books.get(day)),
  }));
  return fitting(days, isOpen);
}

/** As `readDays`, for each month of a range by a calendar. */
export async function readMonths(
  range: EntryRange,
  calendar: "gregorian" | "ethiopian",
  isOpen = false,
) {
  const monthOf = (day: string) =>
    (calendar === "ethiopian" ? ethiopianDay(day) : day).slice(0, -"-01".length);
  const books = await readBooks(range, monthOf);
  const months = [...Map.groupBy(allDays(range), monthOf)].map(([month, days]) => {
    const [from = "", to = ""] = [days[0], days.at(-1)];
    const isWhole = monthOf(addDays(from, -1)) !== month && monthOf(addDays(to, 1)) !== month;
    return {
      ...{ object: "book_month" as const, month, from, to, complete: isWhole },
      sheets: presentSheets(books.get(month)),
    };
  });
  return fitting(months, isOpen);
}

/** The latest periods that fit into an answer. */
function fitting<P extends { readonly sheets: readonly BookSheet[] }>(
  periods: readonly P[],
  isOpen: boolean,
): readonly P[] {
  let room = MOST_SHEETS;
  const first = periods.findLastIndex(({ sheets }) => {
    room -= sheets.length;
    return room < 0;
  });
  if (first < 0) return periods;
  const shown = periods.slice(first + 1);
  if (!isOpen || shown.length === 0)
    throw invalidField("from", "has too many sheets; ask for fewer days, or for one app");
  return shown;
}

async function readBooks(range: EntryRange, keyOf: (day: string) => string) {
  const books = new Map<string, SheetBook>();
  for await (const entry of entriesIn(range)) {
    const key = keyOf(dayOf(entry.at));
    const book = books.get(key) ?? new SheetBook();
    books.set(key, book);
    book.add(entry);
  }
  return books;
}

function allDays({ from, to }: EntryRange): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

function presentSheets(book: SheetBook | undefined): BookSheet[] {
  return (book?.sheets() ?? []).map(presentSheet);
}

function presentSheet(sheet: Sheet): BookSheet {
  return {
    object: "book_sheet",
    app_id: sheet.appId,
    provider: sheet.provider,
    account_number: sheet.accountNumber,
    currency: sheet.currency,
    payments: sheet.payments,
    overpaid: sheet.overpaid,
    underpaid: sheet.underpaid,
    approved: sheet.approved,
    rejected: sheet.rejected,
    released: sheet.released,
    credits_spent: sheet.creditsSpent,
  };
}

/** Reads a statement with its points. @throws ServiceError `not_found` */
export async function loadStatement(principal: UserPrincipal, id: string, now: number) {
  const { accountId } = principal;
  const [statement, details] = await Promise.all([
    getStatement(table(), accountId, id, now),
    getStatementDetails(table(), accountId, id, now),
  ]);
  const visible = statement && (await visibleStatements(principal, [statement]));
  if (!visible?.[0]) throw notFound("statement");
  return { statement: visible[0], details };
}

const NO_ROOM = `The notes of this statement are too long together. Write at most ${SHORT_NOTE} characters.`;

/**
 * Settles an open point with a note and takes it out of Errors. A settled one keeps its first note. `now` in ms.
 *
 * @returns the statement, and how the point is settled: perhaps with another member's note
 * @throws ServiceError `not_found`, `conflict`; also for a long note where a statement has no more room
 */
export async function settlePoint(
  principal: UserPrincipal,
  id: string,
  wanted: { readonly point: string; readonly note: string },
  now: number,
): Promise<{ readonly statement: ComparedStatement; readonly settled: Settled }> {
  const settled = await optimistically(async () => {
    const { statement, details } = await loadStatement(principal, id, now);
    const point = details.points.find((one) => one.id === wanted.point);
    if (point === undefined) throw notFound("point");
    if (point.settled !== null) return { statement, settled: point.settled };
    const mark = { by: principal.userId, at: now, note: wanted.note };
    const points = details.points.map((one) => (one === point ? { ...one, settled: mark } : one));
    if (wanted.note.length > SHORT_NOTE && !leaveRoom({ ...details, points }))
      throw new ServiceError("conflict", NO_ROOM);
    const next = {
      ...statement,
      openCount: points.filter((one) => one.settled === null).length,
      version: statement.version + 1,
    };
    const commit = await transact(table(), [
      ...statementWrites(next, { ...details, points }, statement.version),
      ...resolvePointWrites(principal.accountId, point, points),
      audit(principal, "statement.point_settled", id, now, wanted.note),
    ]);
    return commit.committed ? { statement: next, settled: mark } : LOST;
  });
  if (settled === LOST)
    throw new ServiceError(
      "conflict",
      "Other members are settling points at the same time. Try again.",
    );
  return settled;
}
