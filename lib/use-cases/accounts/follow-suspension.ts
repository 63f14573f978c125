import { sendMessage } from "../../cloud/messaging.ts";
import type { MarkCheckouts } from "../../contract/messages.ts";
import { sqs, table } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import { markCheckouts, notePagesFollow } from "../../store/suspensions.ts";
import { getAccount } from "../../store/users.ts";

/**
 * Brings the pay pages of an account's open checkouts in line after it was suspended or resumed: they read the checkout only,
 * so its terms are marked. Two messages do this for each change. The first begins at once. The last begins two minutes
 * later, when no request is left that read the account before the change: no creation can add a checkout without a mark,
 * and no earlier work a wrong one.
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
  const rest = await markCheckouts(table(), accountId, isSuspended, place, until);
  if (rest !== null) {
    const next: MarkCheckouts = { ...message, place: rest };
    await sendMessage(sqs(), variableOf("QUEUE_URL", "follow-up"), JSON.stringify(next));
  } else if (last) {
    await notePagesFollow(table(), accountId, since);
  }
}
