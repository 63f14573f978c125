import type { BusEvent } from "../../lib/cloud/messaging.ts";
import type { EventDetail } from "../../lib/contract/messages.ts";
import { type Delivery, isFinal } from "../../lib/domain/delivery.ts";
import { eventOf } from "../../lib/domain/event-record.ts";
import { getEndpoint } from "../../lib/store/endpoints.ts";
import { getEvent } from "../../lib/store/events.ts";
import { takeOut } from "../../lib/store/outbox.ts";
import type { Table } from "../../lib/store/transact.ts";
import { claimAll } from "../../lib/use-cases/webhooks/claim.ts";
import { fanOut } from "../../lib/use-cases/webhooks/fan-out.ts";
import type { WebhookPorts } from "../../lib/use-cases/webhooks/ports.ts";
import { recordAttempts } from "../../lib/use-cases/webhooks/record-attempt.ts";
import { type CommittedEvent, relayEvents } from "../../lib/use-cases/webhooks/relay.ts";
import { endedAhead } from "../../lib/use-cases/webhooks/route-event.ts";
import { queuesOf } from "../support/function-calls.ts";
import { moveClockTo } from "./clock.ts";
import type { ModelNames } from "./model-names.ts";

interface SenderAtWork {
  readonly delivery: Delivery;
  /** null before the receiver has answered. */
  readonly ok: boolean | null;
}

/** The model's steps of an event on its way, each by the real function that makes it. */
export class DeliverySteps {
  readonly #names: ModelNames;
  readonly #senders = new Map<string, SenderAtWork>();
  readonly #ports: WebhookPorts;

  constructor(names: ModelNames) {
    this.#names = names;
    this.#ports = {
      table: names.table,
      now: () => Date.now(),
      machineNow: () => Date.now(),
      random: () => 0.5,
      tellFailing: async () => {},
      send: async () => {},
      receive: async () => [],
      startWork: async () => {},
      post: () => Promise.reject(new Error("the model posts")),
      keyring: () => Promise.reject(new Error("the model signs nothing")),
    };
  }

  /**
   * Looks, puts it on the bus and dies before it leaves the outbox.
   *
   * @param sees false: the look shows an older state, in which nothing has ended
   * @returns the queues of the bus that get it
   */
  async #publish(e: readonly string[], sees: boolean): Promise<readonly string[]> {
    const place = await this.#names.event(e);
    const { id } = place;
    const event = await getEvent(this.#names.table, place, Date.now());
    if (!event) throw new Error("the event has no body");
    const dead = {
      ...this.#names.table,
      client: { send: () => Promise.reject(new Error("dead")) },
    };
    let queues: readonly string[] = [];
    const publish = async ([published]: readonly BusEvent[]) => {
      queues = queuesOf(JSON.parse(published?.detail ?? "null"));
      return { sentIds: [id], error: null };
    };
    const looks = {
      hearsOfNoPayment: async () => true,
      endedAhead: async (events: readonly CommittedEvent[]) =>
        sees ? await endedAhead(this.#names.table, events) : new Set<string>(),
    };
    await relayEvents({ table: dead as unknown as Table, publish, looks }, [event]);
    return queues;
  }

  /** The relay's look finds that the delivery has ended. It does not look for a cancellation, which nobody sends ahead. */
  async skip(e: readonly string[]): Promise<void> {
    if ((await this.#publish(e, true)).includes("fan-out") !== (e[1] === "canceled"))
      throw new Error("an event whose delivery has ended is not kept off the fan-out");
  }

  /** It has not ended, or the look does not see it. */
  async relay(e: readonly string[]): Promise<void> {
    const delivery = await this.#names.delivery(e);
    const hasEnded = delivery !== null && isFinal(delivery.plan);
    if (!(await this.#publish(e, !hasEnded)).includes("fan-out"))
      throw new Error("an event whose delivery has not ended is kept off the fan-out");
  }

  async mark(e: readonly string[]): Promise<void> {
    const { id } = await this.#names.event(e);
    await takeOut(this.#names.table, [id]);
  }

  /** The relay's copy: stores the delivery, or finds it. */
  async fanOut(e: readonly string[]): Promise<void> {
    const { id, accountId, appId, livemode, type, sequence } = await this.#names.event(e);
    const detail: EventDetail = {
      version: 1,
      id,
      account_id: accountId,
      app_id: appId,
      livemode,
      type,
      sequence,
    };
    for (const outcome of await fanOut(this.#ports, [detail]))
      if (outcome.status === "rejected") throw outcome.reason;
  }

  async #claim(e: readonly string[], attempt: number): Promise<Delivery | null> {
    const stored = await this.#names.delivery(e);
    const delivery = stored ?? (await this.#names.unstored(e));
    moveClockTo(delivery.nextAttemptAt ?? 0);
    const message = {
      version: 3,
      delivery_id: delivery.id,
      account_id: delivery.accountId,
      endpoint_id: delivery.endpointId,
      event_id: delivery.eventId,
      event_app_id: eventOf(delivery).appId,
      livemode: delivery.livemode,
      attempt,
      not_before: 0,
      ...(stored === null && { event_type: delivery.eventType }),
    } as const;
    const [claimed] = claimAll(this.#ports, [{ message, delivery }]);
    return (await claimed) ?? null;
  }

  async lease(e: readonly string[], attempt: number, lease: number): Promise<void> {
    const delivery = await this.#claim(e, attempt);
    if (!delivery) throw new Error("the delivery could not be leased");
    this.#senders.set(`${e.join("/")}/${lease}`, { delivery, ok: null });
  }

  async drop(e: readonly string[], attempt: number): Promise<void> {
    if (await this.#claim(e, attempt)) throw new Error("an untrue message was believed");
  }

  post(sender: string, result: string): void {
    const { delivery } = this.#senders.get(sender) as SenderAtWork;
    this.#senders.set(sender, { delivery, ok: result === "ok" });
  }

  async record(sender: string): Promise<void> {
    const { delivery, ok } = this.#senders.get(sender) as SenderAtWork;
    this.#senders.delete(sender);
    const endpoint = await getEndpoint(this.#names.table, delivery.accountId, delivery.endpointId);
    if (!endpoint) throw new Error("the endpoint is gone");
    const result = {
      kind: "response",
      status: ok ? 200 : 500,
      headers: {},
      body: "",
      truncated: false,
      durationMs: 5,
      remoteIp: "203.0.113.9",
    } as const;
    const made = { delivery, endpoint, result, startedAt: Date.now() };
    await Promise.all(recordAttempts(this.#ports, [made]));
  }

  crashSender(sender: string): void {
    this.#senders.delete(sender);
  }

  async expireLease(e: readonly string[]): Promise<void> {
    const delivery = await this.#names.delivery(e);
    moveClockTo((delivery?.leaseUntil ?? 0) + 1);
  }
}
