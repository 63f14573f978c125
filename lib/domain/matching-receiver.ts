import { compareAccount, MIN_ALIGNED_TAIL, MIN_VISIBLE_TAIL } from "./account-number.ts";
import { isFullMatch, namesMatch } from "./names.ts";
import type { ProviderId } from "./provider.ts";
import type { Receiver } from "./receipt.ts";

/** A receiving account of the app, as the merchant entered it. */
export interface ExpectedAccount {
  /** `pm_…` of the payment method. */
  readonly id: string;
  readonly provider: ProviderId;
  readonly accountName: string;
  readonly accountNumber: string;
}

export type ReceiverVerdict = "confirmed" | "unconfirmed" | "mismatch";

export type ReceiverReason =
  | "full_number_equal"
  | "visible_digits_and_name_equal"
  | "name_differs"
  | "too_few_digits_visible"
  | "number_missing_or_unclear"
  | "institution_unknown"
  | "no_account_to_compare"
  | "institution_differs"
  | "number_differs";

export interface ReceiverMatch {
  readonly verdict: ReceiverVerdict;
  readonly reason: ReceiverReason;
  /** The account that fits best; null if all of them mismatch. */
  readonly accountId: string | null;
}

const RANK: Record<ReceiverVerdict, number> = { confirmed: 2, unconfirmed: 1, mismatch: 0 };

/** Compares the receiver with every account of the app and returns the best match, the first of equal ones. */
export function matchReceiver(
  receiver: Receiver,
  accounts: readonly ExpectedAccount[],
): ReceiverMatch {
  const verdicts = accounts.map((account) => matchAccount(receiver, account));
  const start = verdicts[0] ?? unconfirmed("no_account_to_compare", null);
  return verdicts.reduce(
    (best, one) => (RANK[one.verdict] > RANK[best.verdict] ? one : best),
    start,
  );
}

/** The accounts that the receiver may be: those that are confirmed, else all that it does not contradict. */
export function possibleAccounts<Account extends ExpectedAccount>(
  receiver: Receiver,
  accounts: readonly Account[],
): readonly Account[] {
  const verdictOf = (account: Account) => matchAccount(receiver, account).verdict;
  const confirmed = accounts.filter((account) => verdictOf(account) === "confirmed");
  if (confirmed.length > 0) return confirmed;
  return accounts.filter((account) => verdictOf(account) !== "mismatch");
}

function matchAccount(receiver: Receiver, account: ExpectedAccount): ReceiverMatch {
  const { institution } = receiver;
  if (institution !== null && institution !== account.provider)
    return mismatch("institution_differs");
  const number = compareAccount(account.provider, receiver.account, account.accountNumber);
  if (number.kind === "differs") return mismatch("number_differs");
  if (institution === null) return unconfirmed("institution_unknown", account);
  if (number.kind === "same") {
    // A top-up of a phone shows the same number as a payment into the wallet of that phone.
    return receiver.isInferred && !namesMatch(receiver.name, account.accountName)
      ? unconfirmed("name_differs", account)
      : confirmed("full_number_equal", account);
  }
  if (number.kind === "unclear") return unconfirmed("number_missing_or_unclear", account);
  if (number.visibleTail < MIN_VISIBLE_TAIL) {
    const isProof =
      number.isAligned &&
      number.visibleTail >= MIN_ALIGNED_TAIL &&
      isFullMatch(receiver.name, account.accountName);
    return isProof
      ? confirmed("visible_digits_and_name_equal", account)
      : unconfirmed("too_few_digits_visible", account);
  }
  return namesMatch(receiver.name, account.accountName)
    ? confirmed("visible_digits_and_name_equal", account)
    : unconfirmed("name_differs", account);
}

function confirmed(reason: ReceiverReason, account: ExpectedAccount): ReceiverMatch {
  return { verdict: "confirmed", reason, accountId: account.id };
}

function unconfirmed(reason: ReceiverReason, account: ExpectedAccount | null): ReceiverMatch {
  return { verdict: "unconfirmed", reason, accountId: account?.id ?? null };
}

function mismatch(reason: ReceiverReason): ReceiverMatch {
  return { verdict: "mismatch", reason, accountId: null };
}
