import { sendMessage } from "../../cloud/queue.ts";
import type { OwnersTold } from "../../contract/messages.ts";
import { sqs } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";

/** Type of the message about receiving accounts. */
export const RECEIVING_ACCOUNT = "receiving_account.changed";

/**
 * Has `follow-events` tell all owners that a receiving account changes. Call it before the change commits: a crash in
 * between tells them of a change that did not happen, never the other way round.
 */
export async function announceReceivingAccount(accountId: string): Promise<void> {
  const message: OwnersTold = {
    version: 1,
    kind: "tell-owners",
    account_id: accountId,
    type: RECEIVING_ACCOUNT,
  };
  await sendMessage(sqs(), variableOf("QUEUE_URL", "follow-up"), JSON.stringify(message));
}
