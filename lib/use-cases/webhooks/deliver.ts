import type { DeliveryMessage } from "../../contract/messages.ts";
import type { DeliveryLane } from "../../domain/delivery.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { HANGING_AFTER_MS } from "./endpoints.ts";
import type { ReceivedMessage, WebhookPorts } from "./ports.ts";
import { Sender } from "./sender.ts";

/**
 * Time during which a sender whose POSTs hang takes further messages, ms. The last one may take another 16 s (1 s to
 * arrive, 15 s to time out), which ends before the function's own timeout.
 */
const HELPS_FOR_MS = 16_000;
/** Maximum of messages in hand, including the batch. */
const MOST_IN_HAND = 30;

/**
 * Delivers one batch of messages: one read for all of them, POSTs in parallel, records together where
 * they end together. Returns one outcome per message; those that failed go back to the queue.
 *
 * While a receiver does not answer, the sender of the fast lane does not wait idly but takes further
 * messages from its queue. So an endpoint that has just died cannot occupy all senders.
 */
export async function deliverBatch(
  ports: WebhookPorts,
  lane: DeliveryLane,
  messages: readonly DeliveryMessage[],
): Promise<readonly PromiseSettledResult<void>[]> {
  const sender = new Sender(ports, lane);
  const own = sender.take(messages);
  if (lane === "delivery") await helpWhileWaiting(ports, lane, sender);
  return Promise.allSettled(own);
}

async function helpWhileWaiting(
  ports: WebhookPorts,
  lane: DeliveryLane,
  sender: Sender,
): Promise<void> {
  const endsAt = performance.now() + HELPS_FOR_MS;
  const extra: Promise<void>[] = [];
  await sender.idleWithin(HANGING_AFTER_MS);
  while (sender.inHand > 0 && performance.now() < endsAt) {
    const received = sender.inHand < MOST_IN_HAND ? await receive(ports, lane) : [];
    if (received === null) break;
    const taken = sender.take(received.map(({ message }) => message));
    extra.push(...received.map(({ done }, index) => finish(taken[index], done)));
    if (received.length === 0) await sender.idleWithin(HANGING_AFTER_MS);
  }
  await Promise.all(extra);
}

async function receive(
  ports: WebhookPorts,
  lane: DeliveryLane,
): Promise<readonly ReceivedMessage[] | null> {
  try {
    return await ports.receive(lane);
  } catch (error) {
    log("warn", "a waiting sender could not receive messages", errorFields(error));
    return null;
  }
}

/** A message whose delivery failed stays in the queue and is received again. */
async function finish(delivery: Promise<void> | undefined, done: () => Promise<void>) {
  try {
    await delivery;
    await done();
  } catch (error) {
    log("error", "a further message was not handled", errorFields(error));
  }
}
