import type { OutboundRequest } from "../../cloud/outbound.ts";
import { type Keyring, open } from "../../cloud/secret-box.ts";
import { signWebhook } from "../../cloud/webhook-signature.ts";
import { SERVICE_VERSION } from "../../contract/brand.ts";
import type { DeliveryMessage } from "../../contract/messages.ts";
import { type Delivery, isClaimable } from "../../domain/delivery.ts";
import type { EventWithBody } from "../../domain/event-record.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import type { DeliveryRef } from "../../store/deliveries.ts";
import {
  type Claimable,
  claimAsRead,
  claimDelivery,
  claimTogether,
} from "../../store/delivery-claims.ts";
import type { WebhookPorts } from "./ports.ts";

export interface ClaimRequest {
  readonly message: DeliveryMessage;
  /** As it was just read, or is to be stored; null if neither. */
  readonly delivery: Delivery | null;
}

type ClaimPorts = Pick<WebhookPorts, "table" | "now">;

export function refOf({ endpoint_id, delivery_id }: DeliveryMessage): DeliveryRef {
  return { endpointId: endpoint_id, id: delivery_id };
}

/**
 * Takes the leases of several deliveries, in one transaction if they were read before or are not stored yet. Returns one
 * promise per request: null for an outdated message, which is dropped.
 */
export function claimAll(
  ports: ClaimPorts,
  requests: readonly ClaimRequest[],
): readonly Promise<Delivery | null>[] {
  const now = ports.now();
  const ready = requests.flatMap(({ message, delivery }): Claimable[] =>
    delivery && isClaimable(delivery, message.attempt, now)
      ? [{ delivery, isStored: message.event_type === undefined }]
      : [],
  );
  // A transaction pays double for each item: alone, one write is cheaper.
  const isWorthIt = ready.length > 1 && areDistinct(ready);
  const together = isWorthIt ? claimTogether(ports.table, ready, now) : Promise.resolve(null);
  return requests.map(async ({ message, delivery }) => {
    const index = ready.findIndex((one) => one.delivery === delivery);
    if (delivery !== null && index === -1) return null;
    return (await together)?.[index] ?? claimAlone(ports, message, ready[index], now);
  });
}

async function claimAlone(
  { table }: ClaimPorts,
  message: DeliveryMessage,
  ready: Claimable | undefined,
  now: number,
): Promise<Delivery | null> {
  const claimed = ready ? await claimAsRead(table, ready, now) : null;
  return claimed ?? claimDelivery(table, refOf(message), message.attempt, now);
}

/** A transaction takes each item once; a queue may hand out a message twice. */
function areDistinct(ready: readonly Claimable[]): boolean {
  return new Set(ready.map(({ delivery }) => delivery.id)).size === ready.length;
}

const USER_AGENT = `checkout-verification/${SERVICE_VERSION}`;

/** Builds the POST of an event to an endpoint at `now` (ms), signed at `signedAt` (ms). */
export function webhookRequest(
  event: Pick<EventWithBody, "id" | "body">,
  endpoint: WebhookEndpoint,
  ring: Keyring,
  { now, signedAt }: { readonly now: number; readonly signedAt: number },
): Omit<OutboundRequest, "timeoutMs"> {
  const timestampSeconds = Math.floor(signedAt / 1000);
  return {
    url: endpoint.url,
    headers: {
      "content-type": "application/json",
      "user-agent": USER_AGENT,
      ...signWebhook(
        { id: event.id, timestampSeconds, body: event.body },
        secretsOf(endpoint, ring, now),
      ),
    },
    body: event.body,
  };
}

/** Newest first. After a rotation the previous secret signs too, until its overlap ends. */
function secretsOf(endpoint: WebhookEndpoint, ring: Keyring, now: number): readonly string[] {
  const { previousSecret } = endpoint;
  const sealed = [
    endpoint.secret,
    ...(previousSecret !== null && previousSecret.until > now ? [previousSecret.sealed] : []),
  ];
  return sealed.map((box) => openOnce(box, endpoint.id, ring));
}

/** What a batch's keyring has opened: its messages are mostly for few endpoints. */
const opened = new WeakMap<Keyring, Map<string, string>>();

function openOnce(box: string, context: string, ring: Keyring): string {
  const boxes = opened.get(ring) ?? new Map<string, string>();
  opened.set(ring, boxes);
  // By the context, too: a box that was copied to another endpoint does not open there.
  const key = `${context} ${box}`;
  const secret = boxes.get(key) ?? open(box, context, ring);
  boxes.set(key, secret);
  return secret;
}

/** Time to wait for another item, ms … */
const WINDOW_MS = 10;
/** … and the longest time that an item waits. */
const LONGEST_WAIT_MS = 40;

/**
 * Handles items in batches if they arrive within a few milliseconds of each other. A late item does not delay the
 * others.
 */
export class Gather<T, R> {
  readonly #handle: (items: readonly T[]) => readonly Promise<R>[];
  #waiting: { readonly item: T; readonly settle: (result: Promise<R>) => void }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  /** @param handle returns one promise per item, in their order */
  constructor(handle: (items: readonly T[]) => readonly Promise<R>[]) {
    this.#handle = handle;
  }

  /** Settles as the item's own promise does. */
  add(item: T): Promise<R> {
    const now = performance.now();
    if (this.#waiting.length === 0) this.#since = now;
    clearTimeout(this.#timer);
    const left = this.#since + LONGEST_WAIT_MS - now;
    this.#timer = setTimeout(() => this.flush(), Math.min(WINDOW_MS, Math.max(0, left)));
    return new Promise((settle) => this.#waiting.push({ item, settle }));
  }

  /** Handles waiting items now, e.g. because no more are expected. */
  flush(): void {
    clearTimeout(this.#timer);
    const arrived = this.#waiting;
    this.#waiting = [];
    if (arrived.length === 0) return;
    const results = this.#handle(arrived.map(({ item }) => item));
    for (const [index, { settle }] of arrived.entries()) {
      settle(results[index] ?? Promise.reject(new Error("An item has no result.")));
    }
  }
}
