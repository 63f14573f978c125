import { type Keyring, withKeyring } from "../../cloud/secret-box.ts";
import type { DeliveryMessage } from "../../contract/messages.ts";
import {
  afterAbandon,
  type Delivery,
  type DeliveryLane,
  MAX_LEASES_PER_ATTEMPT,
} from "../../domain/delivery.ts";
import type { EventPlace } from "../../domain/event-record.ts";
import {
  attemptTimeoutMs,
  hopDelaySeconds,
  type WebhookEndpoint,
} from "../../domain/webhook-endpoint.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { saveDelivery } from "../../store/deliveries.ts";
import { readSenderContext, type SenderContext } from "../../store/delivery-attempts.ts";
import { noteSpread } from "../../store/endpoints.ts";
import { type ClaimRequest, claimAll, Gather, refOf, webhookRequest } from "./claim.ts";
import { EndpointSlots, HANGING_AFTER_MS } from "./endpoints.ts";
import { resumeDeliveries } from "./manual-attempts.ts";
import type { DelayedMessage, ReceivedMessage, WebhookPorts } from "./ports.ts";
import { type MadeAttempt, recordAttempts } from "./record-attempt.ts";
import { deliveryFor } from "./route-event.ts";

/** Delay in the slow lane for an endpoint without a free slot. */
const BUSY_DELAY_SECONDS = 15;

/** Recorded for an attempt during which every sender died. */
const SENDERS_DIED = { kind: "error", code: "timeout", durationMs: 0, remoteIp: null } as const;

interface Context extends SenderContext {
  readonly ring: Keyring;
  /** One further read for the batch. */
  readonly reread: () => Promise<Keyring>;
}

interface Planned {
  readonly message: DeliveryMessage;
  readonly endpoint: WebhookEndpoint;
  readonly body: string;
  readonly context: Context;
}

interface Forwarded extends DelayedMessage {
  readonly lane: DeliveryLane;
}

/** Makes the attempts of one invocation: claim, POST, record, next message. */
export class Sender {
  readonly #ports: WebhookPorts;
  readonly #lane: DeliveryLane;
  readonly #slots = new EndpointSlots();
  readonly #inHand = new Set<Promise<void>>();
  readonly #claims: Gather<ClaimRequest, Delivery | null>;
  readonly #finished: Gather<MadeAttempt, void>;
  readonly #forwarded: Gather<Forwarded, void>;
  /** Messages whose attempt has not ended. */
  #open = 0;

  constructor(ports: WebhookPorts, lane: DeliveryLane) {
    this.#ports = ports;
    this.#lane = lane;
    this.#claims = new Gather((requests) => claimAll(ports, requests));
    this.#finished = new Gather((made) => recordAttempts(ports, made));
    this.#forwarded = new Gather((messages) => forwardAll(ports, messages));
  }

  /** Messages that are not finished. */
  get inHand(): number {
    return this.#inHand.size;
  }

  /** Starts messages. Returns one promise per message; a rejected one returns to the queue. */
  take(messages: readonly DeliveryMessage[]): readonly Promise<void>[] {
    const now = this.#ports.now();
    const due = messages.filter(({ not_before }) => now >= not_before);
    const context = due.length > 0 ? this.#read(due) : null;
    return messages.map((message) => {
      const work =
        context !== null && now >= message.not_before
          ? context.then((read) => this.#handle(message, read))
          : this.#forward(message, this.#lane, hopDelaySeconds(now, message.not_before));
      const tracked = work.finally(() => this.#inHand.delete(tracked));
      this.#inHand.add(tracked);
      return tracked;
    });
  }

  /** Resolves when no message is in hand, after `ms` at most. */
  async idleWithin(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([late, Promise.allSettled([...this.#inHand])]);
    clearTimeout(timer);
  }

  /** Reads everything that signing needs before claiming: our own failure must not cost an attempt. */
  async #read(messages: readonly DeliveryMessage[]): Promise<Context> {
    const ring = await this.#ports.keyring();
    const context = await readSenderContext(
      this.#ports.table,
      messages.map((message) => ({
        accountId: message.account_id,
        endpointId: message.endpoint_id,
        event: eventIn(message),
        id: message.delivery_id,
        isRead: message.event_type === undefined,
      })),
    );
    let newer: Promise<Keyring> | undefined;
    const reread = () => {
      newer ??= this.#ports.keyring(true);
      return newer;
    };
    return { ...context, ring, reread };
  }

  async #handle(message: DeliveryMessage, context: Context): Promise<void> {
    const endpoint = context.endpointOf(message.endpoint_id);
    const body = context.textOf(eventIn(message));
    if (body === null || endpoint === null || endpoint.deletedAt !== null) {
      return this.#abandon(message, "canceled");
    }
    if (endpoint.status === "disabled") return this.#abandon(message, "skipped");
    const isFast = this.#lane === "delivery";
    if (isFast && (endpoint.slow || this.#slots.isHanging(endpoint.id))) {
      return this.#forward(message, "delivery-slow", 0);
    }
    const leave = await this.#slots.enter(endpoint);
    if (leave === null) {
      return this.#forward(message, "delivery-slow", isFast ? 0 : BUSY_DELAY_SECONDS);
    }
    const made = await this.#attempt({ message, endpoint, body, context }).finally(leave);
    if (made !== null) await this.#finished.add(made);
  }

  /** Null for an outdated message: the attempt was made, or another sender has it. */
  async #attempt({ message, endpoint, body, context }: Planned): Promise<MadeAttempt | null> {
    this.#open += 1;
    try {
      const startedAt = this.#ports.now();
      const event = { id: message.event_id, body };
      const request = await withKeyring(context.ring, context.reread, (ring) =>
        webhookRequest(event, endpoint, ring, {
          now: startedAt,
          signedAt: this.#ports.machineNow(),
        }),
      );
      const { event_type: type } = message;
      if (type !== undefined) await noteSpread(this.#ports.table, message.event_id, [endpoint]);
      const claim = this.#claims.add({
        message,
        delivery:
          type === undefined
            ? context.deliveryOf(refOf(message))
            : deliveryFor({ id: message.event_id, type }, endpoint, startedAt),
      });
      // Messages of one batch arrive here at the same time.
      setImmediate(() => this.#claims.flush());
      const delivery = await claim;
      if (delivery === null) return null;
      const died = delivery.leases > MAX_LEASES_PER_ATTEMPT;
      const timeoutMs = attemptTimeoutMs(endpoint, delivery.failures);
      const result = died ? SENDERS_DIED : await this.#ports.post({ ...request, timeoutMs });
      return { delivery, endpoint, result, startedAt };
    } finally {
      this.#open -= 1;
      // All attempts have ended: there is nothing to wait for.
      if (this.#open === 0) setImmediate(() => this.#finished.flush());
    }
  }

  async #abandon(message: DeliveryMessage, plan: "canceled" | "skipped"): Promise<void> {
    // There is nothing to end: the relay's copy of the event finds the endpoint as it is.
    if (message.event_type !== undefined) return;
    const [claim] = claimAll(this.#ports, [{ message, delivery: null }]);
    const delivery = await claim;
    if (!delivery) return;
    const after = afterAbandon(delivery, plan, this.#ports.now());
    if (await saveDelivery(this.#ports.table, delivery, after))
      await resumeDeliveries(this.#ports, [after]);
  }

  #forward(message: DeliveryMessage, lane: DeliveryLane, delaySeconds: number): Promise<void> {
    return this.#forwarded.add({ message, lane, delaySeconds });
  }
}

function eventIn({ event_id, account_id, event_app_id, livemode }: DeliveryMessage): EventPlace {
  return { id: event_id, accountId: account_id, appId: event_app_id, livemode };
}

/** Sends messages back: to another lane, or for the rest of their wait. */
function forwardAll(ports: WebhookPorts, messages: readonly Forwarded[]): readonly Promise<void>[] {
  const sent = new Map(
    [...Map.groupBy(messages, ({ lane }) => lane)].map(([lane, group]) => [
      lane,
      ports.send(lane, group),
    ]),
  );
  return messages.map(({ lane }) => sent.get(lane) ?? Promise.resolve());
}

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
