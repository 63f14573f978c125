import { notFound, ServiceError } from "../../domain/errors.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import {
  type ComparedStatement,
  getStatement,
  getStatementDetails,
  statementWrites,
} from "../../store/books.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { transact } from "../../store/transact.ts";
import { audit } from "../audit/audit.ts";
import { visibleStatements } from "./accounts.ts";
import { resolvePoint } from "./marks.ts";

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

/**
 * Settles an open point with a note and takes it out of Errors. A settled one keeps its first note. `now` in ms.
 *
 * @throws ServiceError `not_found`, `conflict`
 */
export async function settlePoint(
  principal: UserPrincipal,
  id: string,
  wanted: { readonly point: string; readonly note: string },
  now: number,
): Promise<ComparedStatement> {
  const settled = await optimistically(async () => {
    const { statement, details } = await loadStatement(principal, id, now);
    const point = details.points.find((one) => one.id === wanted.point);
    if (point === undefined) throw notFound("point");
    if (point.settled !== null) return statement;
    const mark = { by: principal.userId, at: now, note: wanted.note };
    const points = details.points.map((one) => (one === point ? { ...one, settled: mark } : one));
    const next = {
      ...statement,
      openCount: points.filter((one) => one.settled === null).length,
      version: statement.version + 1,
    };
    const commit = await transact(table(), [
      ...statementWrites(next, { ...details, points }, statement.version),
      audit(principal, "statement.point_settled", id, now, wanted.note),
    ]);
    if (!commit.committed) return LOST;
    await resolvePoint(principal.accountId, point);
    return next;
  });
  if (settled === LOST)
    throw new ServiceError("conflict", "Other members settle points at the same time. Try again.");
  return settled;
}
