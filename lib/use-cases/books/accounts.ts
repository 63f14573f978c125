import { dayOf } from "../../contract/days.ts";
import { canonicalAccount } from "../../domain/account-number.ts";
import type { BookEntry, BookedPayment } from "../../domain/books.ts";
import { notFound } from "../../domain/errors.ts";
import type { ProviderId } from "../../domain/provider.ts";
import type { BookPayment } from "../../domain/statement-facts.ts";
import { paymentId } from "../../domain/statement-points.ts";
import { table } from "../../pipeline/deps.ts";
import { worksWith } from "../../pipeline/may-read.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import type { BookAccount, ComparedStatement } from "../../store/books.ts";
import { methodsOfAccount } from "../../store/payment-methods.ts";

/** A receiving account of one or more apps. */
export interface ReceivingAccount extends BookAccount {
  readonly accountName: string;
  readonly appIds: readonly number[];
}

/**
 * The receiving accounts, each once however many apps have it, by provider and number. A member who is limited to some apps
 * sees those of these apps alone: another app's payments would be unknown money to them.
 */
export async function receivingAccounts(principal: UserPrincipal): Promise<ReceivingAccount[]> {
  const methods = await methodsOfAccount(table(), principal.accountId);
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
      const isVisible = appIds.every((appId) => worksWith(principal, appId));
      return isVisible ? [{ provider, accountNumber, accountName, appIds }] : [];
    });
}

/** One of the receiving accounts. @throws ServiceError `not_found` */
export async function receivingAccount(
  principal: UserPrincipal,
  provider: ProviderId,
  number: string,
): Promise<ReceivingAccount> {
  const wanted = canonicalAccount(provider, number);
  const all = await receivingAccounts(principal);
  const found = all.find((one) => one.provider === provider && one.accountNumber === wanted);
  if (found === undefined) throw notFound("receiving account");
  return found;
}

/** Drops statements of accounts that a member who is limited to some apps does not see. */
export async function visibleStatements(
  principal: UserPrincipal,
  statements: readonly ComparedStatement[],
): Promise<readonly ComparedStatement[]> {
  if (principal.apps === null) return statements;
  const accounts = await receivingAccounts(principal);
  return statements.filter(({ provider, accountNumber }) =>
    accounts.some((one) => one.provider === provider && one.accountNumber === accountNumber),
  );
}

/**
 * The payments of an entry that went to an account, or may have: without a known account, those of the same provider and
 * those that a person typed in.
 */
export function paymentsTo(account: BookAccount, entry: BookEntry): readonly BookPayment[] {
  return entry.payments.flatMap((payment) => {
    const { provider, reference, amount, paidAt } = payment;
    const isAccountKnown = isTo(account, payment);
    const isPossible =
      payment.accountNumber === null && (provider === account.provider || provider === "manual");
    if (!(isAccountKnown || isPossible) || amount === 0) return [];
    const id = paymentId(entry.checkoutId, provider, reference);
    return [{ id, reference, amount, day: dayOf(paidAt ?? entry.at), isAccountKnown }];
  });
}

function isTo(account: BookAccount, { provider, accountNumber }: BookedPayment): boolean {
  return (
    provider === account.provider &&
    accountNumber !== null &&
    canonicalAccount(provider, accountNumber) === account.accountNumber
  );
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
