import { type OutboundSender, outboundSender } from "../../cloud/outbound.ts";
import { deleteMessage, receiveMessages } from "../../cloud/queue.ts";
import { deliveryMessage } from "../../contract/messages.ts";
import type { DeliveryLane } from "../../domain/delivery.ts";
import { sqs } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import { readKeyring } from "./keyring.ts";
import type { ReceivedMessage, WebhookPorts } from "./ports.ts";
import { queuePorts } from "./queue-ports.ts";
import { webhookUrlPolicy } from "./url-policy.ts";

/** Long-polling time of a sender that receives messages itself. */
const LONGEST_WAIT_SECONDS = 1;

/** The ports with the real table, queues and network. Keeps connections open. */
export function livePorts(): WebhookPorts {
  const sender: OutboundSender = outboundSender({ policy: webhookUrlPolicy() });
  return { ...queuePorts(), receive, post: sender.post, keyring: readKeyring };
}

async function receive(lane: DeliveryLane): Promise<readonly ReceivedMessage[]> {
  const url = variableOf("QUEUE_URL", lane);
  const received = await receiveMessages(sqs(), url, LONGEST_WAIT_SECONDS);
  return received.flatMap(({ body, handle }) => {
    const { data } = deliveryMessage.safeParse(jsonOf(body));
    // An unreadable one stays in the queue, whose ordinary reader reports it.
    if (data === undefined) return [];
    return [{ message: data, done: () => deleteMessage(sqs(), url, handle) }];
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
