import { sendMessage, sendMessages } from "../../cloud/queue.ts";
import { now, sqs, table } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import { machineNow } from "../../pipeline/machine-time.ts";
import type { WebhookPorts } from "./ports.ts";

/** The ports that need no HTTP client. In a file of its own, so that only senders bundle the client. */
export function queuePorts(): Omit<WebhookPorts, "post" | "keyring" | "receive"> {
  return {
    table: table(),
    now,
    machineNow,
    random: Math.random,
    send: async (lane, messages) => {
      const failed = await sendMessages(
        sqs(),
        variableOf("QUEUE_URL", lane),
        messages.map(({ message, delaySeconds }) => ({
          body: JSON.stringify(message),
          delaySeconds,
          groupId: message.endpoint_id,
        })),
      );
      if (failed.length > 0) throw new Error(`${failed.length} messages could not be sent`);
    },
    startWork: (message, delaySeconds = 0) =>
      sendMessage(sqs(), variableOf("QUEUE_URL", "recovery"), JSON.stringify(message), {
        groupId: message.account_id,
        delaySeconds,
      }),
  };
}
