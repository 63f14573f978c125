import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";

/** Concurrent POSTs of one sender to an endpoint whose last attempt succeeded … */
const SLOTS = 10;
/** … and to one whose last attempt failed. */
const SLOTS_WHILE_FAILING = 3;
/** A POST without a response after this time is hanging, ms. */
export const HANGING_AFTER_MS = 300;

type SlotEndpoint = Pick<WebhookEndpoint, "id" | "failuresInARow">;

interface Slots {
  /** Start of each POST under way, ms of the monotonic clock. */
  readonly started: Set<{ readonly at: number }>;
  readonly waiting: (() => void)[];
}

/** Limits one sender's POSTs in flight per endpoint. */
export class EndpointSlots {
  readonly #endpoints = new Map<string, Slots>();

  /** Whether a POST to the endpoint has been waiting for its answer for long. */
  isHanging(endpointId: string): boolean {
    const now = performance.now();
    const { started = [] } = this.#endpoints.get(endpointId) ?? {};
    return [...started].some(({ at }) => now - at >= HANGING_AFTER_MS);
  }

  /** A function that frees the slot again; null if none becomes free before the POSTs in them hang. */
  async enter({ id, failuresInARow }: SlotEndpoint): Promise<(() => void) | null> {
    const slots = this.#endpoints.get(id) ?? { started: new Set(), waiting: [] };
    this.#endpoints.set(id, slots);
    const most = failuresInARow === 0 ? SLOTS : SLOTS_WHILE_FAILING;
    const patience = performance.now() + HANGING_AFTER_MS;
    while (slots.started.size >= most) {
      const left = patience - performance.now();
      if (left <= 0) return null;
      await turn(slots, left);
    }
    const post = { at: performance.now() };
    slots.started.add(post);
    return () => {
      slots.started.delete(post);
      slots.waiting.shift()?.();
      if (slots.started.size === 0 && slots.waiting.length === 0) {
        this.#endpoints.delete(id);
      }
    };
  }
}

/** Until a slot is freed, or `ms` have passed. */
function turn(slots: Slots, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      slots.waiting.splice(slots.waiting.indexOf(go), 1);
      resolve();
    }, ms);
    slots.waiting.push(go);
  });
}
