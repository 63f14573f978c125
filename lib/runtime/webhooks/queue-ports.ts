import { sendMessage, sendMessages } from "../../cloud/queue.ts";
import { now, sqs, table } from "../deps.ts";
import { variableOf } from "../environment.ts";
import type { WebhookPorts } from "./ports.ts";

/** The engine without what only a sender needs; in a file of its own, so that others do not bundle it. */
export function queuePorts(): Omit<WebhookPorts, "post" | "keyring"> {
  return {
    table: table(),
    now,
    random: Math.random,
    send: async (lane, messages) => {
      const failed = await sendMessages(
        sqs(),
        variableOf("QUEUE_URL", lane),
        messages.map(({ message, delaySeconds }) => ({
          body: JSON.stringify(message),
          delaySeconds,
          groupId: message.account_id,
        })),
      );
      if (failed.length > 0) throw new Error(`${failed.length} messages could not be sent`);
    },
    startWork: (message) =>
      sendMessage(sqs(), variableOf("QUEUE_URL", "recovery"), JSON.stringify(message), {
        groupId: message.account_id,
      }),
  };
}
