import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { outboundSender } from "../lib/cloud/outbound.ts";
import { type Keyring, seal } from "../lib/cloud/secret-box.ts";
import { generateWebhookSecret } from "../lib/cloud/webhook-signature.ts";
import { WORKERS } from "../lib/contract/functions.ts";
import type { DeliveryMessage } from "../lib/contract/messages.ts";
import type { DeliveryLane } from "../lib/domain/delivery.ts";
import { newId } from "../lib/domain/ids.ts";
import { newEndpointWrite } from "../lib/store/endpoints.ts";
import { eventWrites } from "../lib/store/outbox.ts";
import { type Table, transact } from "../lib/store/transact.ts";
import { fanOut } from "../lib/use-cases/webhooks/fan-out.ts";
import type { ReceivedMessage, WebhookPorts } from "../lib/use-cases/webhooks/ports.ts";
import { deliverBatch } from "../lib/use-cases/webhooks/sender.ts";

const READERS: readonly [string, DeliveryLane][] = [
  ["deliver-webhook", "delivery"],
  ["deliver-webhook-slow", "delivery-slow"],
];

/** Events that are stored at the same time while a lane is filled. */
const AT_ONCE = 10;

/** Time from an event to its arrival, ms. */
export interface Delays {
  readonly p50: number;
  readonly p99: number;
}

/**
 * Both queues and their readers, as many at once and with as many messages each as are deployed. The
 * queues are plain first-in-first-out, without the fair queues of SQS, which could only help.
 */
export class Lanes {
  readonly #table: Table;
  readonly #queues: Record<DeliveryLane, DeliveryMessage[]> = { delivery: [], "delivery-slow": [] };
  readonly #ring: Keyring = { current: "1", keys: { "1": randomBytes(32).toString("base64") } };
  readonly #outbound = outboundSender({ policy: { localReceivers: true } });
  #running = true;
  #wake: (() => void)[] = [];
  readonly #readers: Promise<void>[] = [];
  readonly #ports: WebhookPorts;

  constructor(table: Table) {
    this.#table = table;
    this.#ports = {
      table,
      now: Date.now,
      machineNow: Date.now,
      random: Math.random,
      tellFailing: async () => {},
      send: async (lane, messages) => {
        for (const { message, delaySeconds } of messages) {
          const arrive = () => {
            this.#queues[lane].push(message);
            for (const wake of this.#wake.splice(0)) wake();
          };
          if (delaySeconds === 0) arrive();
          else setTimeout(arrive, delaySeconds * 1000).unref();
        }
      },
      receive: (lane) => this.#receive(lane),
      startWork: async () => undefined,
      post: this.#outbound.post,
      keyring: async () => this.#ring,
    };
  }

  start(): void {
    for (const [name, lane] of READERS) {
      const source = WORKERS.find((worker) => worker.name === name)?.source;
      if (source?.kind !== "queue") throw new Error(`${name} reads no queue`);
      for (let reader = 0; reader < source.maxConcurrency; reader++) {
        this.#readers.push(this.#read(lane, source.batchSize));
      }
    }
  }

  /** One invocation after the other. */
  async #read(lane: DeliveryLane, batchSize: number): Promise<void> {
    while (this.#running) {
      const batch = this.#queues[lane].splice(0, batchSize);
      if (batch.length > 0) await deliverBatch(this.#ports, lane, batch);
      else if (this.#running) await new Promise<void>((wake) => this.#wake.push(wake));
    }
  }

  /** As SQS's long polling. */
  async #receive(lane: DeliveryLane): Promise<readonly ReceivedMessage[]> {
    if (this.#queues[lane].length === 0 && this.#running) {
      await new Promise<void>((wake) => {
        this.#wake.push(wake);
        setTimeout(wake, 1_000);
      });
    }
    const messages = this.#queues[lane].splice(0, 10);
    return messages.map((message) => ({ message, done: async () => undefined }));
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#queues.delivery.length = 0;
    this.#queues["delivery-slow"].length = 0;
    for (const wake of this.#wake.splice(0)) wake();
    await Promise.all(this.#readers);
    await this.#outbound.close();
  }

  /** @param slow as an endpoint that is known to be dead; otherwise as one that has always answered */
  async addEndpoint(accountId: string, url: string, slow: boolean): Promise<void> {
    const id = newId("whk_", Date.now(), randomBytes(10));
    await transact(this.#table, [
      newEndpointWrite({
        id,
        accountId,
        appId: 1,
        livemode: true,
        url,
        events: ["*"],
        description: null,
        status: "enabled",
        disabledReason: null,
        disabledAt: null,
        secret: seal(generateWebhookSecret(), id, this.#ring),
        previousSecret: null,
        createdAt: Date.now(),
        deletedAt: null,
        failuresInARow: slow ? 5 : 0,
        timeoutsInARow: slow ? 5 : 0,
        failingSince: slow ? Date.now() : null,
        lastSuccessAt: slow ? null : Date.now(),
        slow,
      }),
    ]);
  }

  /** Stores an event and fans it out, as the stream and the bus would. */
  async happen(accountId: string, onId: (id: string) => void = () => undefined): Promise<void> {
    const id = newId("evt_", Date.now(), randomBytes(10));
    onId(id);
    const type = "checkout.verified";
    const event = { id, accountId, appId: 1, livemode: true, type, sequence: 2 };
    const body = JSON.stringify({ ...event, note: "x".repeat(800) });
    const record = { ...event, createdAt: Date.now(), objectId: "co_bench", body };
    await transact(this.#table, eventWrites(record));
    const detail = { version: 1, id, account_id: accountId, app_id: 1 } as const;
    await fanOut(this.#ports, [{ ...detail, livemode: true, type, sequence: 2 }]);
  }

  async fill(accountId: string, count: number): Promise<void> {
    for (let made = 0; made < count; made += AT_ONCE) {
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, count - made) }, () => this.happen(accountId)),
      );
    }
  }

  /** Makes `count` events, one every `gapMs`, and waits until all of them have arrived. */
  async sample(
    accountId: string,
    { count, gapMs }: { readonly count: number; readonly gapMs: number },
    arrivals: Map<string, () => void>,
  ): Promise<Delays> {
    const delays: Promise<number>[] = [];
    for (let made = 0; made < count; made++) {
      const startedAt = performance.now();
      const arrived = new Promise<number>((resolve) => {
        void this.happen(accountId, (id) =>
          arrivals.set(id, () => resolve(performance.now() - startedAt)),
        );
      });
      delays.push(arrived);
      await new Promise((next) => setTimeout(next, gapMs));
    }
    const sorted = (await Promise.all(delays)).toSorted((one, other) => one - other);
    const at = (part: number) => round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
    return { p50: at(0.5), p99: at(0.99) };
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
