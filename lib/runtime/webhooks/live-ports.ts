import { postGuarded } from "../../cloud/outbound.ts";
import { sendMessage, sendMessages } from "../../cloud/queue.ts";
import { now, sqs, table } from "../deps.ts";
import { variableOf } from "../environment.ts";
import { readKeyring } from "./keyring.ts";
import type { WebhookPorts } from "./ports.ts";
import { webhookUrlPolicy } from "./url-policy.ts";

/** The engine on the real table, queues and network. */
export function livePorts(): WebhookPorts {
  return {
    ...queuePorts(),
    post: (request) => postGuarded(request, { policy: webhookUrlPolicy() }),
    keyring: readKeyring,
  };
}

/** The same without what only a sender needs, so that other functions do not bundle it. */
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
