import { dayOf } from "../../contract/days.ts";
import { canonicalAccount } from "../../domain/account-number.ts";
import type { BookEntry, BookedPayment } from "../../domain/books.ts";
import { notFound } from "../../domain/errors.ts";
import type { ProviderId } from "../../domain/provider.ts";
import type { BookPayment } from "../../domain/statement.ts";
import { paymentId } from "../../domain/statement-points.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import type { BookAccount, ComparedStatement } from "../../store/books.ts";
import { methodsOfAccount } from "../../store/payment-methods.ts";

/** A receiving account of one or more apps. */
export interface ReceivingAccount extends BookAccount {
  readonly accountName: string;
  readonly appIds: readonly number[];
}

/** The receiving accounts of an account, each once however many apps have it, by provider and number. */
export async function receivingAccounts({ accountId }: UserPrincipal): Promise<ReceivingAccount[]> {
  const methods = await methodsOfAccount(table(), accountId);
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
      return [{ provider, accountNumber, accountName, appIds }];
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
