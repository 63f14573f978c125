import { sendMessage } from "../../cloud/messaging.ts";
import type { NoticeMessage } from "../../contract/messages.ts";
import { sqs } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";

/** Queues what a phone sent. @param delaySeconds 0..900 */
export async function sendNotice(message: NoticeMessage, delaySeconds = 0): Promise<void> {
  await sendMessage(sqs(), variableOf("QUEUE_URL", "notices"), JSON.stringify(message), {
    groupId: message.account_id,
    delaySeconds,
  });
}
