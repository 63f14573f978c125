import { randomBytes } from "node:crypto";
import type { BusEvent, PublishResult } from "../../lib/cloud/bus.ts";
import type { OutboundRequest, OutboundResult } from "../../lib/cloud/outbound.ts";
import { seal } from "../../lib/cloud/secret-box.ts";
import { generateWebhookSecret } from "../../lib/cloud/webhook-signature.ts";
import {
  type DeliveryMessage,
  eventDetail,
  type RecoveryMessage,
} from "../../lib/contract/messages.ts";
import type { DeliveryLane } from "../../lib/domain/delivery.ts";
import type { EventRecord, EventWithBody } from "../../lib/domain/event-record.ts";
import { newId } from "../../lib/domain/ids.ts";
import type { WebhookEndpoint } from "../../lib/domain/webhook-endpoint.ts";
import { runBackgroundWork } from "../../lib/runtime/webhooks/background.ts";
import { deliver } from "../../lib/runtime/webhooks/deliver.ts";
import { fanOut } from "../../lib/runtime/webhooks/fan-out.ts";
import type { WebhookPorts } from "../../lib/runtime/webhooks/ports.ts";
import { relayEvents } from "../../lib/runtime/webhooks/relay.ts";
import { sweepDeliveries, sweepEvents, sweepRecoveries } from "../../lib/runtime/webhooks/sweep.ts";
import { newEndpointWrite } from "../../lib/store/endpoints.ts";
import { eventWrites } from "../../lib/store/events.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { newEvent } from "./event.ts";
import { setFunctionEnvironment } from "./function-environment.ts";

// The engine names its stage in its metrics; its table and queues come from the ports.
setFunctionEnvironment({ tableName: "unused", dynamoDbEndpoint: "http://127.0.0.1:1" });

/** The process that ran a worker died there. */
export class Crash extends Error {}

type Job =
  | { readonly kind: "relay"; readonly event: EventRecord }
  | { readonly kind: "fan-out"; readonly detail: string }
  | { readonly kind: "deliver"; readonly lane: DeliveryLane; readonly message: DeliveryMessage }
  | { readonly kind: "work"; readonly message: RecoveryMessage };

interface Queued {
  readonly job: Job;
  at: number;
}

const VISIBILITY_MS = 180_000;

export interface WorldOptions {
  /** Called before every effect with its name; throwing `Crash` ends the worker there. */
  readonly before?: (effect: string) => void;
  /** As `before`, after the effect has happened. */
  readonly after?: (effect: string) => void;
  readonly random?: () => number;
  /** Which of the waiting jobs that are due comes next; by default the earliest. */
  readonly pick?: (count: number) => number;
  /** Whether a job that was done is seen once more, as queues and streams may do. */
  readonly repeat?: () => boolean;
  /** 5 min unless given; a long quiet time is played faster with fewer. */
  readonly sweepEveryMs?: number;
  readonly receive: (
    request: OutboundRequest,
    at: number,
  ) => OutboundResult | Promise<OutboundResult>;
}

/**
 * The webhook engine's own code on the real table engine, with queues, stream, bus and network in
 * memory and a clock that jumps to whatever comes next. What crashes is seen again after the
 * visibility time, as a queue does it.
 */
export class WebhookWorld {
  now = Date.UTC(2026, 10, 20, 9);
  readonly posts: { readonly at: number; readonly request: OutboundRequest }[] = [];
  readonly ring = { current: "1", keys: { "1": randomBytes(32).toString("base64") } };
  readonly #waiting: Queued[] = [];
  readonly #options: WorldOptions;
  readonly #plain: Table;
  readonly #table: Table;
  #nextSweep: number;

  constructor(table: Table, options: WorldOptions) {
    this.#plain = table;
    this.#table = watched(table, (run) => this.#effect("table write", run));
    this.#options = options;
    this.#nextSweep = this.now + this.#sweepEveryMs;
  }

  get #sweepEveryMs(): number {
    return this.#options.sweepEveryMs ?? 300_000;
  }

  get ports(): WebhookPorts {
    return {
      table: this.#table,
      now: () => this.now,
      random: this.#options.random ?? (() => 0.5),
      send: (lane, messages) =>
        this.#effect("send message", async () => {
          for (const { message, delaySeconds } of messages) {
            if (delaySeconds > 900) throw new Error("SQS takes no longer delay");
            this.enqueue({ kind: "deliver", lane, message }, delaySeconds * 1000);
          }
        }),
      startWork: (message) =>
        this.#effect("start work", async () => this.enqueue({ kind: "work", message })),
      post: async (request) => {
        this.#options.before?.("post");
        this.posts.push({ at: this.now, request });
        const result = await this.#options.receive(request, this.now);
        this.#options.after?.("post");
        return result;
      },
      keyring: () => this.#effect("read keyring", async () => this.ring),
    };
  }

  enqueue(job: Job, delayMs = 0): void {
    this.#waiting.push({ job, at: this.now + delayMs });
  }

  /** Whether no message is under way. */
  get isQuiet(): boolean {
    return this.#waiting.length === 0;
  }

  /** Stores an event as any change of state does; the stream shows it to the relay. */
  async commitEvent(facts: Partial<EventWithBody> & Pick<EventRecord, "accountId" | "appId">) {
    const event = newEvent(facts, this.now);
    await transact(this.#plain, eventWrites(event));
    this.enqueue({ kind: "relay", event });
    return event;
  }

  async addEndpoint(
    facts: Partial<WebhookEndpoint> & Pick<WebhookEndpoint, "accountId" | "appId">,
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
    const secret = generateWebhookSecret();
    const id = newId("whk_", this.now, randomBytes(10));
    const endpoint: WebhookEndpoint = {
      id,
      livemode: true,
      url: "https://shop.example/hook",
      events: ["*"],
      description: null,
      status: "enabled",
      disabledReason: null,
      disabledAt: null,
      secret: seal(secret, id, this.ring),
      previousSecret: null,
      createdAt: this.now,
      deletedAt: null,
      failuresInARow: 0,
      failingSince: null,
      lastSuccessAt: null,
      slow: false,
      ...facts,
    };
    const commit = await transact(this.#plain, [newEndpointWrite(endpoint)]);
    if (!commit.committed) throw new Error("endpoint not stored");
    return { endpoint, secret };
  }

  /** Runs whatever is due until `until` (ms), moving the clock; the sweepers run by theirs. */
  async runUntil(until: number): Promise<void> {
    for (;;) {
      const next = Math.min(this.#nextSweep, ...this.#waiting.map(({ at }) => at));
      if (next > until) break;
      this.now = Math.max(this.now, next);
      if (this.#nextSweep <= this.now) await this.#sweep();
      else await this.#step();
    }
    this.now = Math.max(this.now, until);
  }

  async #sweep(): Promise<void> {
    this.#nextSweep = this.now + this.#sweepEveryMs;
    await this.#surviving(() => sweepDeliveries(this.ports));
    await this.#surviving(() => sweepRecoveries(this.ports));
    await this.#surviving(() => sweepEvents(this.#relayPorts()));
  }

  async #step(): Promise<void> {
    const due = this.#waiting.filter(({ at }) => at <= this.now);
    const queued = due[this.#options.pick?.(due.length) ?? 0];
    if (queued === undefined) return;
    if (await this.#surviving(() => this.#run(queued.job))) {
      if (this.#options.repeat?.()) queued.at = this.now + 1000;
      else this.#waiting.splice(this.#waiting.indexOf(queued), 1);
    } else if (queued.job.kind === "relay") {
      // A stream shows its records again, but only for a day: here it forgets at once, for the sweeper.
      this.#waiting.splice(this.#waiting.indexOf(queued), 1);
    } else {
      queued.at = this.now + VISIBILITY_MS;
    }
  }

  async #run(job: Job): Promise<void> {
    switch (job.kind) {
      case "relay":
        return relayEvents(this.#relayPorts(), [job.event]);
      case "fan-out":
        return fanOut(this.ports, eventDetail.parse(JSON.parse(job.detail)));
      case "deliver":
        return deliver(this.ports, job.lane, job.message);
      case "work":
        return runBackgroundWork(this.ports, job.message);
    }
  }

  #relayPorts() {
    const publish = async (events: readonly BusEvent[]): Promise<PublishResult> => {
      await this.#effect("put events", async () => {
        for (const { detail } of events) this.enqueue({ kind: "fan-out", detail });
      });
      return { sentIds: events.map(({ id }) => id), error: null };
    };
    return { table: this.#table, now: () => this.now, publish };
  }

  async #effect<T>(name: string, run: () => Promise<T>): Promise<T> {
    this.#options.before?.(name);
    const result = await run();
    this.#options.after?.(name);
    return result;
  }

  async #surviving(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (error instanceof Crash) return false;
      throw error;
    }
  }
}

export function newAccountId(): string {
  return newId("acc_", Date.now(), randomBytes(10));
}

export function answer(
  status: number,
  headers: Record<string, string> = {},
  durationMs = 20,
): OutboundResult {
  return {
    kind: "response",
    status,
    headers,
    body: "",
    truncated: false,
    durationMs,
    remoteIp: "203.0.113.7",
  };
}

const WRITES = new Set(["PutCommand", "UpdateCommand", "TransactWriteCommand", "DeleteCommand"]);

/** The same table, with every write announced. */
function watched(table: Table, effect: <T>(run: () => Promise<T>) => Promise<T>): Table {
  const send = table.client.send.bind(table.client) as (command: object) => Promise<unknown>;
  const client = new Proxy(table.client, {
    get: (target, name) =>
      name === "send"
        ? (command: object) =>
            WRITES.has(command.constructor.name) ? effect(() => send(command)) : send(command)
        : Reflect.get(target, name),
  });
  return { ...table, client };
}
