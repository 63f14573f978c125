import type { SQSClient } from "../../cloud/aws-services.ts";
import { sendMessage } from "../../cloud/messaging.ts";
import type { MarkCheckouts, Tell } from "../../contract/messages.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { Account } from "../../domain/user.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { sqs, table } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import {
  liftWrite,
  markCheckouts,
  notePagesFollow,
  pagesBehindWrite,
  suspendWrite,
} from "../../store/suspensions.ts";
import { LOST, optimistically, transact, type Write } from "../../store/transact.ts";
import { getAccount } from "../../store/users.ts";
import { ORPHAN_DELAY_SECONDS } from "../apps/remove-app.ts";
import { findAccounts } from "./accounts.ts";
import { type OperatorAction, operatorAudit } from "./operator.ts";

/** Where messages go; see `Queues`. */
interface Outbox {
  readonly client: SQSClient;
  urlOf(name: "follow-up" | "notifications"): string;
}

/** The queues of a deployed function. */
export function ownOutbox(): Outbox {
  return { client: sqs(), urlOf: (name) => variableOf("QUEUE_URL", name) };
}

export interface SuspensionChange extends OperatorAction {
  readonly accountId: string;
  /** False lifts the suspension. */
  readonly suspended: boolean;
  /** Accounts that no operator suspends: their own and the one that sells credits. */
  readonly kept: readonly (string | null)[];
}

/**
 * Suspends an account, or lifts its suspension. From the commit on, no request that reads the account opens a checkout;
 * pay pages follow, see `followSuspension`. While they are behind, repeating it starts that work again and changes nothing else.
 *
 * @returns whether it was only repeated
 * @throws ServiceError `not_found`, `conflict` for a closed account, one in `kept`, one that already is suspended or not, and one
 * that is suspended for another reason
 */
export async function changeSuspension(
  change: SuspensionChange,
  to: Outbox,
): Promise<{ readonly isRepeated: boolean }> {
  const { table, accountId, suspended } = change;
  const since = await optimistically(async () => {
    const account = await changeable(change);
    // Each change has another time: it names the messages that belong to it.
    const at = Math.max(change.now, (account.pagesBehindSince ?? account.suspended?.at ?? 0) + 1);
    const isRepeated = (account.suspended !== undefined) === suspended;
    // Before the commit: after a crash in between, the work finds another time and does nothing.
    await markLater(to, accountId, at, true);
    const { committed } = await transact(table, [
      accountWrite(account, change, isRepeated, at),
      ...(isRepeated
        ? []
        : operatorAudit(change, suspended ? "account.suspended" : "account.resumed", {
            accountId,
            objectId: accountId,
          })),
    ]);
    if (!committed) return LOST;
    return { at, isRepeated, changedAt: isRepeated ? changeOf(account) : at };
  });
  if (since === LOST) throw lostRace();
  await markLater(to, accountId, since.at, false);
  // After the commit, so that nobody hears of a change that was not made. If this process dies before it, the work tells them.
  await tellMembers(to, accountId, suspended, since.changedAt);
  return { isRepeated: since.isRepeated };
}

/** What `changeSuspension` would do: the same refusals, but nothing is written. */
export async function previewSuspension(change: SuspensionChange) {
  const account = await changeable(change);
  const { data } = await findAccounts(change.table, { by: "id", id: account.id });
  const [{ apps, owner } = { apps: [], owner: null }] = data;
  return {
    account: account.id,
    owner: owner?.name ?? owner?.phone ?? owner?.telegram?.name ?? null,
    apps: apps.map(({ name }) => name),
    suspended: account.suspended ?? null,
    effect: change.suspended
      ? "It opens no new checkouts, and open ones no longer ask for payment. Payments already made are still verified. Members get a message and can read the reason."
      : "It opens checkouts again, and open ones that have not expired ask for payment again. Members get a message.",
  };
}

async function changeable(change: SuspensionChange) {
  const account = await getAccount(change.table, change.accountId);
  if (account === null) throw notFound("account");
  const refusal = refusalOf(account, change);
  if (refusal !== null) throw new ServiceError("conflict", refusal);
  return account;
}

function refusalOf(
  { id, closedAt, suspended, pagesBehindSince }: Account,
  { suspended: wanted, kept, reason }: SuspensionChange,
): string | null {
  if (closedAt !== null) return "This account is closed.";
  if (wanted && kept.includes(id)) return "This account operates the service or sells its credits.";
  // Members see the first reason. Another one must not get lost without a word.
  if (wanted && suspended && suspended.reason !== reason) {
    return `This account is already suspended, for another reason: “${suspended.reason}”. To change the reason, resume the account first.`;
  }
  const isSo = (suspended !== undefined) === wanted;
  if (!isSo || pagesBehindSince !== undefined) return null;
  return wanted ? "This account is already suspended." : "This account is not suspended.";
}

function accountWrite(
  { id, suspended: was }: Account,
  { reason }: SuspensionChange,
  isRepeated: boolean,
  at: number,
): Write {
  if (isRepeated) return pagesBehindWrite(id, was, at);
  return was === undefined ? suspendWrite(id, { at, reason }) : liftWrite(id, was, at);
}

async function markLater(
  { client, urlOf }: Outbox,
  accountId: string,
  since: number,
  last: boolean,
): Promise<void> {
  const message: MarkCheckouts = {
    ...{ version: 1, kind: "mark-checkouts", account_id: accountId },
    ...{ since, last },
  };
  const delay = last ? { delaySeconds: ORPHAN_DELAY_SECONDS } : {};
  await sendMessage(client, urlOf("follow-up"), JSON.stringify(message), delay);
}

/** When the account was last suspended or resumed, ms; undefined if a release before this one resumed it. */
function changeOf({ suspended, resumedAt }: Account): number | undefined {
  return suspended?.at ?? resumedAt;
}

/** Queues the message about the change of `at` (ms). Members get it once, however often it is queued. */
async function tellMembers(
  { client, urlOf }: Outbox,
  accountId: string,
  suspended: boolean,
  at: number | undefined,
): Promise<void> {
  if (at === undefined) return;
  const type = suspended ? "account.suspended" : "account.resumed";
  const message: Tell = {
    ...{ version: 1, kind: "tell", id: `suspension#${accountId}#${at}` },
    ...{ account_id: accountId, user_id: null },
    facts: { type, app_id: null, path: "/account" },
  };
  await sendMessage(client, urlOf("notifications"), JSON.stringify(message));
}

/**
 * Brings the pay pages of an account's open checkouts in line after it was suspended or resumed: they read the checkout only,
 * so its terms are marked. Two messages do this for each change. The first begins at once. The last begins two minutes
 * later, when no request is left that read the account before the change: no creation can add a checkout without a mark,
 * and no earlier work a wrong one. The last one also tells the members, in case the operator's command died before it did.
 *
 * It is safe to repeat, and a message that dies is delivered again. Until the last one is done, the account shows
 * `pagesBehindSince`.
 *
 * @param until `performance.now()` at which to stop; another message continues
 */
export async function followSuspension(message: MarkCheckouts, until: number): Promise<void> {
  const { account_id: accountId, since, last, place = null } = message;
  const account = await getAccount(table(), accountId);
  // The change was not committed, or another one came after it, whose own messages do the work.
  if (account?.pagesBehindSince !== since) return;
  const isSuspended = account.suspended !== undefined;
  if (last && place === null) {
    await tellMembers(ownOutbox(), accountId, isSuspended, changeOf(account));
  }
  const rest = await markCheckouts(table(), accountId, isSuspended, place, until);
  if (rest !== null) {
    const next: MarkCheckouts = { ...message, place: rest };
    await sendMessage(sqs(), ownOutbox().urlOf("follow-up"), JSON.stringify(next));
  } else if (last) {
    await notePagesFollow(table(), accountId, since);
  }
}
