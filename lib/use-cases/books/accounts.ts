import { createHash } from "node:crypto";
import { dayOf } from "../../contract/days.ts";
import { canonicalAccount, namesAccount } from "../../domain/account-number.ts";
import type { BookEntry, BookedPayment } from "../../domain/books.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { claimKey } from "../../domain/receipt.ts";
import type { BookPayment, Comparison } from "../../domain/statement-facts.ts";
import {
  accuses,
  paymentId,
  paymentOf,
  type StatementPoint,
} from "../../domain/statement-points.ts";
import { table } from "../../pipeline/deps.ts";
import { type UserPrincipal, worksWith } from "../../pipeline/principal.ts";
import { getAppWithMethods } from "../../store/apps.ts";
import {
  type BookAccount,
  type ComparedStatement,
  markUnconfirmed,
  type StatementDetails,
  statementWrites,
} from "../../store/books.ts";
import { issueWrite, resolveIssueWrite } from "../../store/issues.ts";
import { methodsOfAccount } from "../../store/payment-methods.ts";
import { commitOne, transact, type Write } from "../../store/transact.ts";

/** A receiving account of one or more apps. */
export interface ReceivingAccount extends BookAccount {
  readonly accountName: string;
  readonly appIds: readonly number[];
}

/**
 * The receiving accounts, each once however many apps have it, by provider and number. A member who is limited to some apps
 * sees those that no other living app has: another app's payments would be unknown money to them.
 */
export async function receivingAccounts(principal: UserPrincipal): Promise<ReceivingAccount[]> {
  const methods = await methodsOfAccount(table(), principal.accountId);
  const unseen = new Set(
    methods.map(({ appId }) => appId).filter((id) => !worksWith(principal, id)),
  );
  const living = await livingOf(principal, unseen);
  const groups = Map.groupBy(methods, ({ provider, accountNumber }) =>
    JSON.stringify([provider, canonicalAccount(provider, accountNumber)]),
  );
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (first === undefined) return [];
      const { provider, accountName } = first;
      const accountNumber = canonicalAccount(provider, first.accountNumber);
      const appIds = [...new Set([first, ...others].map(({ appId }) => appId))].sort(
        (a, b) => a - b,
      );
      const isVisible =
        appIds.some((appId) => !unseen.has(appId)) && appIds.every((appId) => !living.has(appId));
      return isVisible ? [{ provider, accountNumber, accountName, appIds }] : [];
    });
}

/** Which of these apps were not deleted: a deleted app keeps its methods, and nobody can take an account from it. */
async function livingOf(
  { accountId }: UserPrincipal,
  appIds: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const found = [...appIds].map((appId) => getAppWithMethods(table(), accountId, appId));
  return new Set((await Promise.all(found)).flatMap((one) => one?.app.appId ?? []));
}

/**
 * One of the receiving accounts, by its number or, where no other one looks like it, its masked number.
 *
 * @throws ServiceError `not_found`, `conflict`
 */
export async function receivingAccount(
  principal: UserPrincipal,
  provider: ProviderId,
  number: string,
): Promise<ReceivingAccount> {
  const all = await receivingAccounts(principal);
  const [found, another] = all.filter(
    (one) => one.provider === provider && namesAccount(provider, number, one.accountNumber),
  );
  if (found === undefined) throw notFound("receiving account");
  if (another !== undefined) {
    throw new ServiceError(
      "conflict",
      "Two receiving accounts end in the same digits: ask an owner.",
    );
  }
  return found;
}

/** Drops statements of accounts that a member who is limited to some apps does not see, and those with payments of other apps. */
export async function visibleStatements(
  principal: UserPrincipal,
  statements: readonly ComparedStatement[],
): Promise<readonly ComparedStatement[]> {
  if (principal.apps === null) return statements;
  const accounts = await receivingAccounts(principal);
  return statements.filter(
    ({ provider, accountNumber, appIds = [] }) =>
      accounts.some((one) => one.provider === provider && one.accountNumber === accountNumber) &&
      appIds.every((appId) => worksWith(principal, appId)),
  );
}

/** The payments of an entry that went to an account, or may have: those without a known account. */
export function paymentsTo(account: BookAccount, entry: BookEntry): readonly BookPayment[] {
  return entry.payments.flatMap((payment) => {
    const { provider, reference, amount, paidAt } = payment;
    const isAccountKnown = isTo(account, payment);
    if (!(isAccountKnown || payment.accountNumber === null) || amount === 0) return [];
    const id = paymentId(entry.checkoutId, provider, reference);
    const day = dayOf(paidAt ?? entry.at);
    const isSoldRow = isAccountKnown && provider === "manual" && paidAt !== null;
    return [{ id, reference, amount, day, isAccountKnown, ...(isSoldRow && { isSoldRow }) }];
  });
}

function isTo(
  account: BookAccount,
  { accountProvider: provider, accountNumber }: BookedPayment,
): boolean {
  return (
    provider === account.provider &&
    accountNumber !== null &&
    canonicalAccount(provider, accountNumber) === account.accountNumber
  );
}

/**
 * The reference of a sale of a row without one, which `nameRows` named: the same for each statement of the account that has
 * the row, so that it is sold once. `isSaleReference` knows it.
 */
export function saleReference(
  { provider, accountNumber, currency }: BookAccount & { readonly currency: string },
  rowName: string,
): string {
  const [day = ""] = rowName.split(" ");
  const scope = JSON.stringify([provider, accountNumber, currency, rowName]);
  const digest = createHash("sha256").update(scope).digest("hex").slice(0, 12);
  return `ROW-${day.replaceAll("-", "")}-${digest}`.toUpperCase();
}

/** An account for the dashboard, with the latest of the statements. */
export function presentAccount(
  { provider, accountNumber, accountName, appIds }: ReceivingAccount,
  statements: readonly ComparedStatement[],
) {
  const last = statements.find(
    (one) => one.provider === provider && one.accountNumber === accountNumber,
  );
  return {
    object: "book_account" as const,
    provider,
    account_number: accountNumber,
    account_name: accountName,
    app_ids: [...appIds],
    last_statement: last ? { id: last.id, to: last.to, open_points: last.openCount } : null,
  };
}

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
 *
 * @param appOf the app of each payment; members who are limited to some apps see the entries of these
 */
export async function followPoints(
  accountId: string,
  appOf: ReadonlyMap<string, number>,
  points: readonly StatementPoint[],
  before: readonly StatementPoint[],
  now: number,
): Promise<void> {
  const accused = points.filter(accuses);
  const ids = new Set(accused.map(({ id }) => id));
  await each(accused, async (point) => {
    await mark(point, true);
    const appId = appOf.get(point.payment ?? "") ?? null;
    if (point.settled === null) await report(accountId, appId, point, now);
  });
  await each(
    before.filter((point) => accuses(point) && !ids.has(point.id)),
    (point) => clear(accountId, point, points),
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
    // First, so that after a crash the points are still open, and the next comparison clears the rest.
    await each(found.filter(accuses), (point) => clear(accountId, point, points));
    // Refused if a member settles a point at the same time; then this one stays open until they do.
    await transact(table(), statementWrites(next, { ...details, points }, statement.version));
  }
}

/**
 * Takes a settled point out of Errors, unless another open point of the same checkout and kind keeps the entry. The mark on the
 * payment stays: the bank still does not confirm it.
 *
 * @param points all points of the statement, with this one settled
 */
export function resolvePointWrites(
  accountId: string,
  point: StatementPoint,
  points: readonly StatementPoint[],
): readonly Write[] {
  const issue = issueOf(accountId, point);
  if (issue === null) return [];
  const isAlike = (one: StatementPoint) =>
    one.kind === point.kind && issueOf(accountId, one)?.objectId === issue.objectId;
  const isOpen = points.some((one) => one.settled === null && accuses(one) && isAlike(one));
  return isOpen ? [] : [resolveIssueWrite(issue)];
}

async function report(
  accountId: string,
  appId: number | null,
  point: StatementPoint,
  at: number,
): Promise<void> {
  const issue = issueOf(accountId, point);
  if (issue !== null) await commitOne(table(), issueWrite({ ...issue, appId, at }));
}

async function clear(
  accountId: string,
  point: StatementPoint,
  points: readonly StatementPoint[],
): Promise<void> {
  await mark(point, false);
  for (const write of resolvePointWrites(accountId, point, points)) await commitOne(table(), write);
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
