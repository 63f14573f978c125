import { claimKey } from "../../domain/references.ts";
import type { Comparison } from "../../domain/statement-facts.ts";
import { accuses, paymentOf, type StatementPoint } from "../../domain/statement-points.ts";
import { table } from "../../pipeline/deps.ts";
import {
  type ComparedStatement,
  markUnconfirmed,
  type StatementDetails,
  statementWrites,
} from "../../store/books.ts";
import { commitOne } from "../../store/conditional.ts";
import { issueWrite, resolveIssueWrite } from "../../store/issues.ts";
import { transact } from "../../store/transact.ts";

/** Another statement of the same account, and its details. */
export interface OtherStatement {
  readonly statement: ComparedStatement;
  readonly details: StatementDetails;
}

/** Checkouts that are written to at the same time. */
const AT_ONCE = 20;

/** What each kind of point is in Errors. */
const ISSUES = {
  missing: {
    kind: "payment_missing",
    message: "The bank's statement does not show this payment. It may have been reversed.",
  },
  reversed: {
    kind: "payment_reversed",
    message: "The bank's statement shows a reversal of this payment.",
  },
} as const;

/**
 * Marks the payments that the bank does not confirm and lists them in Errors; takes both away from those of an earlier result
 * of the same statement that are fine now. A repetition changes nothing.
 */
export async function followPoints(
  accountId: string,
  points: readonly StatementPoint[],
  before: readonly StatementPoint[],
  now: number,
): Promise<void> {
  const accused = points.filter(accuses);
  const ids = new Set(accused.map(({ id }) => id));
  await each(accused, async (point) => {
    await mark(point, true);
    if (point.settled === null) await report(accountId, point, now);
  });
  await each(
    before.filter((point) => accuses(point) && !ids.has(point.id)),
    (point) => clear(accountId, point),
  );
}

/** Settles points of other statements whose payment is on this one. */
export async function settleEarlier(
  accountId: string,
  { id, comparedAt }: ComparedStatement,
  { agreed, reversed }: Comparison,
  others: readonly OtherStatement[],
): Promise<void> {
  const taken = new Set(reversed.map(({ payment }) => payment.id));
  const fine = new Set(agreed.map(({ payment }) => payment.id).filter((one) => !taken.has(one)));
  for (const { statement, details } of others) {
    const isFound = ({ kind, payment, settled }: StatementPoint) =>
      kind === "missing" && settled === null && payment !== null && fine.has(payment);
    const found = details.points.filter(isFound);
    if (found.length === 0) continue;
    const settled = { by: null, at: comparedAt, note: id };
    const points = details.points.map((point) => (isFound(point) ? { ...point, settled } : point));
    const openCount = points.filter((point) => point.settled === null).length;
    const next = { ...statement, openCount, version: statement.version + 1 };
    // Refused if a member settles a point at the same time; then this one stays open until they do.
    await transact(table(), statementWrites(next, { ...details, points }, statement.version));
    await each(found.filter(accuses), (point) => clear(accountId, point));
  }
}

/** Takes a settled point out of Errors. The mark on the payment stays: the bank still does not confirm it. */
export async function resolvePoint(accountId: string, point: StatementPoint): Promise<void> {
  const issue = issueOf(accountId, point);
  if (issue !== null) await commitOne(table(), resolveIssueWrite(issue));
}

async function report(accountId: string, point: StatementPoint, at: number): Promise<void> {
  const issue = issueOf(accountId, point);
  if (issue !== null) await commitOne(table(), issueWrite({ ...issue, appId: null, at }));
}

async function clear(accountId: string, point: StatementPoint): Promise<void> {
  await mark(point, false);
  await resolvePoint(accountId, point);
}

async function mark({ payment }: StatementPoint, isMarked: boolean): Promise<void> {
  if (payment === null) return;
  const { checkoutId, provider, reference } = paymentOf(payment);
  await markUnconfirmed(table(), checkoutId, [claimKey(provider, reference)], isMarked);
}

function issueOf(accountId: string, { kind, payment }: StatementPoint) {
  if (payment === null || (kind !== "missing" && kind !== "reversed")) return null;
  return { ...ISSUES[kind], accountId, objectId: paymentOf(payment).checkoutId };
}

async function each<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < things.length; from += AT_ONCE) {
    await Promise.all(things.slice(from, from + AT_ONCE).map(work));
  }
}
