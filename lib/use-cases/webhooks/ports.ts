import {
  deleteMessage,
  receiveMessages,
  sendMessage,
  sendMessages,
} from "../../cloud/messaging.ts";
import {
  type OutboundRequest,
  type OutboundResult,
  type OutboundSender,
  outboundSender,
} from "../../cloud/outbound.ts";
import type { Keyring } from "../../cloud/secret-box.ts";
import { dayOf } from "../../contract/days.ts";
import {
  type DeliveryMessage,
  deliveryMessage,
  type RecoveryMessage,
} from "../../contract/messages.ts";
import type { Delivery, DeliveryLane } from "../../domain/delivery.ts";
import { now, sqs, table } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import { machineNow } from "../../pipeline/machine-time.ts";
import type { Table } from "../../store/transact.ts";
import { tryAnnounce } from "../events/announce.ts";
import { webhookUrlPolicy } from "./endpoints.ts";
import { readKeyring } from "./keyring.ts";

/** A message for a sender, with its initial delay (0..900 s). */
export interface DelayedMessage {
  readonly message: DeliveryMessage;
  readonly delaySeconds: number;
}

/** A message that a sender took from its queue itself. */
export interface ReceivedMessage {
  readonly message: DeliveryMessage;
  /** Deletes it from the queue; without this it is delivered again after its visibility timeout. */
  readonly done: () => Promise<void>;
}

/**
 * Everything that the webhook engine needs from outside, so that tests can run six hours of it, and
 * every crash, through the same code.
 */
export interface WebhookPorts {
  readonly table: Table;
  /** ms since the epoch. */
  readonly now: () => number;
  /** ms since the epoch, for signatures: receivers compare it with their own clocks. */
  readonly machineNow: () => number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** @throws if any of them could not be sent */
  readonly send: (lane: DeliveryLane, messages: readonly DelayedMessage[]) => Promise<void>;
  /** Waits up to a second for messages (10 at most) on the sender's own queue. */
  readonly receive: (lane: DeliveryLane) => Promise<readonly ReceivedMessage[]>;
  /** Starts, or continues, paged work in the background, after `delaySeconds` (0 by default, 900 at most). */
  readonly startWork: (message: RecoveryMessage, delaySeconds?: number) => Promise<void>;
  /** Tells members that an endpoint took none of a delivery's attempts: once a day for each endpoint. */
  readonly tellFailing: (
    delivery: Pick<Delivery, "accountId" | "appId" | "endpointId">,
    now: number,
  ) => Promise<void>;
  readonly post: (request: OutboundRequest) => Promise<OutboundResult>;
  /** @param isOutdated whether the copy that was read lacks a key */
  readonly keyring: (isOutdated?: boolean) => Promise<Keyring>;
}

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
    tellFailing: ({ accountId, appId, endpointId }, at) =>
      tryAnnounce({
        id: `failing#${endpointId}#${dayOf(at)}`,
        accountId,
        facts: { type: "webhook.failing", app_id: appId, path: `/webhooks/${endpointId}` },
      }),
    startWork: (message, delaySeconds = 0) =>
      sendMessage(sqs(), variableOf("QUEUE_URL", "recovery"), JSON.stringify(message), {
        groupId: message.account_id,
        delaySeconds,
      }),
  };
}

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
