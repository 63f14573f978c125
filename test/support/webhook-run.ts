import { randomBytes } from "node:crypto";
import type { BusEvent, PublishResult } from "../../lib/cloud/messaging.ts";
import type { OutboundRequest, OutboundResult } from "../../lib/cloud/outbound.ts";
import { seal } from "../../lib/cloud/secret-box.ts";
import { generateWebhookSecret } from "../../lib/cloud/webhook-signature.ts";
import {
  type DeliveryMessage,
  type EventDetail,
  eventDetail,
  type RecoveryMessage,
} from "../../lib/contract/messages.ts";
import type { DeliveryLane } from "../../lib/domain/delivery.ts";
import type { EventPlace, EventRecord, EventWithBody } from "../../lib/domain/event-record.ts";
import { newId } from "../../lib/domain/ids.ts";
import type { WebhookEndpoint } from "../../lib/domain/webhook-endpoint.ts";
import { endpointsOfAccount, newEndpointWrite } from "../../lib/store/endpoints.ts";
import { eventWrites } from "../../lib/store/outbox.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { runBackgroundWork } from "../../lib/use-cases/webhooks/background.ts";
import { fanOut } from "../../lib/use-cases/webhooks/fan-out.ts";
import type { WebhookPorts } from "../../lib/use-cases/webhooks/ports.ts";
import { type CommittedEvent, relayEvents } from "../../lib/use-cases/webhooks/relay.ts";
import { endedAhead, messagesAhead } from "../../lib/use-cases/webhooks/route-event.ts";
import { deliverBatch } from "../../lib/use-cases/webhooks/sender.ts";
import {
  sweepDeliveries,
  sweepEvents,
  sweepRecoveries,
} from "../../lib/use-cases/webhooks/sweep.ts";
import { newEvent } from "./events.ts";
import { queuesOf, setFunctionEnvironment } from "./function-calls.ts";

/** The process that ran a worker died there. */
export class Crash extends Error {}

type Job =
  | { readonly kind: "relay"; readonly event: EventWithBody }
  | { readonly kind: "fan-out"; readonly detail: EventDetail }
  | { readonly kind: "deliver"; readonly lane: DeliveryLane; readonly message: DeliveryMessage }
  | { readonly kind: "work"; readonly message: RecoveryMessage };

interface Queued {
  readonly job: Job;
  at: number;
}

const VISIBILITY_MS = 180_000;

export interface WebhookRunOptions {
  /** Called before every effect with its name; throwing `Crash` ends the worker there. */
  readonly before?: (effect: string) => void;
  /** As `before`, after the effect has happened. */
  readonly after?: (effect: string) => void;
  readonly random?: () => number;
  /** Which of the waiting jobs that are due comes next; by default the earliest. */
  readonly pick?: (count: number) => number;
  /** Whether a job that was done is seen once more, as queues and streams may do. */
  readonly repeat?: () => boolean;
  /** Messages that one sender gets at the same time, 10 at most and unless given. */
  readonly batchSize?: number;
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
export class WebhookRun {
  now = Date.UTC(2026, 10, 20, 9);
  readonly posts: { readonly at: number; readonly request: OutboundRequest }[] = [];
  /** Ids of the endpoints that members were told are failing. */
  readonly toldFailing: string[] = [];
  readonly ring = { current: "1", keys: { "1": randomBytes(32).toString("base64") } };
  readonly #waiting: Queued[] = [];
  readonly #options: WebhookRunOptions;
  readonly #plain: Table;
  #nextSweep: number;

  constructor(table: Table, options: WebhookRunOptions) {
    // The engine names its stage in its metrics; its table and queues come from the ports.
    if (process.env.STAGE === undefined)
      setFunctionEnvironment({ tableName: "unused", dynamoDbEndpoint: "http://127.0.0.1:1" });
    // More than one, as in a busy stage, and few, because sweepers send a query for each.
    process.env.DUE_SHARDS ??= "2";
    this.#plain = table;
    this.#options = options;
    this.#nextSweep = this.now + this.#sweepEveryMs;
  }

  get #sweepEveryMs(): number {
    return this.#options.sweepEveryMs ?? 300_000;
  }

  /** Of a process of its own: after a crash none of its effects happens any more. */
  get ports(): WebhookPorts {
    return this.#portsOf({ isDead: false });
  }

  #portsOf(life: Life): WebhookPorts {
    const effect = <T>(name: string, run: () => Promise<T>) => this.#effect(life, name, run);
    return {
      table: watched(this.#plain, (name, run) => effect(name, run)),
      now: () => this.now,
      machineNow: () => this.now,
      random: this.#options.random ?? (() => 0.5),
      send: (lane, messages) =>
        effect("send message", async () => {
          for (const { message, delaySeconds } of messages) {
            if (delaySeconds > 900) throw new Error("SQS takes no longer delay");
            this.enqueue({ kind: "deliver", lane, message }, delaySeconds * 1000);
          }
        }),
      startWork: (message, delaySeconds = 0) =>
        effect("start work", async () =>
          this.enqueue({ kind: "work", message }, delaySeconds * 1000),
        ),
      tellFailing: async ({ endpointId }) => void this.toldFailing.push(endpointId),
      receive: async () => [],
      post: (request) =>
        effect("post", async () => {
          this.posts.push({ at: this.now, request });
          return this.#options.receive(request, this.now);
        }),
      keyring: () => effect("read keyring", async () => this.ring),
    };
  }

  enqueue(job: Job, delayMs = 0): void {
    this.#waiting.push({ job, at: this.now + delayMs });
  }

  /** Whether no message is under way. */
  get isQuiet(): boolean {
    return this.#waiting.length === 0;
  }

  /**
   * Stores an event as any change of state does; the stream shows it to the relay.
   *
   * @param isAhead whether who has committed it sends it to the senders, too
   */
  async commitEvent(
    facts: Partial<EventWithBody> & Pick<EventRecord, "accountId" | "appId">,
    isAhead = false,
  ) {
    const event = newEvent(facts, this.now);
    await transact(this.#plain, eventWrites(event));
    if (isAhead) {
      const endpoints = await endpointsOfAccount(this.#plain, event.accountId);
      for (const message of messagesAhead([event], endpoints))
        this.enqueue({ kind: "deliver", lane: "delivery", message });
    }
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
      timeoutsInARow: 0,
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
    await this.#surviving((ports) => sweepDeliveries(ports));
    await this.#surviving((ports) => sweepRecoveries(ports));
    await this.#surviving((_, life) => sweepEvents(this.#relayPorts(life)));
  }

  async #step(): Promise<void> {
    const due = this.#waiting.filter(({ at }) => at <= this.now);
    const first = due[this.#options.pick?.(due.length) ?? 0];
    if (first === undefined) return;
    const batch = this.#batchWith(first, due);
    const life: Life = { isDead: false };
    const outcomes = await this.#run(
      life,
      batch.map(({ job }) => job),
    );
    for (const [index, queued] of batch.entries()) {
      const outcome = outcomes[index];
      const isCrash = outcome?.status === "rejected" && outcome.reason instanceof Crash;
      if (outcome?.status === "rejected" && !isCrash) throw outcome.reason;
      this.#settle(queued, life.isDead || isCrash);
    }
  }

  #settle(queued: Queued, isDead: boolean): void {
    // A stream shows its records again, but only for a day: here it forgets at once, for the sweeper.
    const isForgotten = isDead && queued.job.kind === "relay";
    if (isDead && !isForgotten) queued.at = this.now + VISIBILITY_MS;
    else if (!isDead && this.#options.repeat?.()) queued.at = this.now + 1000;
    else this.#waiting.splice(this.#waiting.indexOf(queued), 1);
  }

  /** A sender gets what is due in its lane; every other worker gets one job. */
  #batchWith(first: Queued, due: readonly Queued[]): readonly Queued[] {
    const { job } = first;
    if (job.kind !== "deliver") return [first];
    const others = due.filter(
      (queued) => queued !== first && queued.job.kind === "deliver" && queued.job.lane === job.lane,
    );
    return [first, ...others].slice(0, this.#options.batchSize ?? 10);
  }

  async #run(life: Life, jobs: readonly Job[]): Promise<readonly PromiseSettledResult<void>[]> {
    const ports = this.#portsOf(life);
    const [job] = jobs;
    switch (job?.kind) {
      case "relay":
        return Promise.allSettled([relayEvents(this.#relayPorts(life), [job.event])]);
      case "fan-out":
        return fanOut(ports, [job.detail]);
      case "deliver": {
        const messages = jobs.flatMap((one) => (one.kind === "deliver" ? [one.message] : []));
        return deliverBatch(ports, job.lane, messages);
      }
      case "work":
        return Promise.allSettled([runBackgroundWork(ports, job.message)]);
      case undefined:
        return [];
    }
  }

  #relayPorts(life: Life) {
    const publish = (events: readonly BusEvent[]): Promise<PublishResult> =>
      this.#effect(life, "put events", async () => {
        const parsed = events.map(({ detail }) => eventDetail.parse(JSON.parse(detail)));
        for (const detail of parsed)
          if (queuesOf(detail).includes("fan-out")) this.enqueue({ kind: "fan-out", detail });
        return { sentIds: events.map(({ id }) => id), error: null };
      });
    const { table } = this.#portsOf(life);
    const looks = {
      hearsOfNoPayment: async () => true,
      endedAhead: (events: readonly CommittedEvent[]) => endedAhead(table, events),
    };
    return { table, now: () => this.now, publish, looks };
  }

  async #effect<T>(life: Life, name: string, run: () => Promise<T>): Promise<T> {
    const boundary = (call: ((effect: string) => void) | undefined) => {
      if (life.isDead) throw new Crash();
      try {
        call?.(name);
      } catch (error) {
        life.isDead = error instanceof Crash;
        throw error;
      }
    };
    boundary(this.#options.before);
    const result = await run();
    boundary(this.#options.after);
    return result;
  }

  async #surviving(run: (ports: WebhookPorts, life: Life) => Promise<unknown>): Promise<void> {
    const life: Life = { isDead: false };
    try {
      await run(this.#portsOf(life), life);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }
}

/** Of one invocation. */
interface Life {
  isDead: boolean;
}

/** The message that asks for the first attempt of a delivery, due at once. */
export function messageTo(
  { endpointId, id }: { readonly endpointId: string; readonly id: string },
  event: EventPlace,
): DeliveryMessage {
  return {
    version: 3,
    delivery_id: id,
    account_id: event.accountId,
    endpoint_id: endpointId,
    event_id: event.id,
    event_app_id: event.appId,
    livemode: event.livemode,
    attempt: 1,
    not_before: 0,
  };
}

/** @throws the first failure */
export function settled(outcomes: readonly PromiseSettledResult<void>[]): void {
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
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

const EFFECTS: Readonly<Record<string, string>> = {
  PutCommand: "table write",
  UpdateCommand: "table write",
  TransactWriteCommand: "table write",
  DeleteCommand: "table write",
  BatchWriteCommand: "table write",
  BatchGetCommand: "table read",
  QueryCommand: "table read",
};

/** The same table, with every write and every read of many announced. */
function watched(
  table: Table,
  effect: <T>(name: string, run: () => Promise<T>) => Promise<T>,
): Table {
  const send = table.client.send.bind(table.client) as (command: object) => Promise<unknown>;
  const client = new Proxy(table.client, {
    get: (target, name) => {
      if (name !== "send") return Reflect.get(target, name);
      return (command: object) => {
        const effectName = EFFECTS[command.constructor.name];
        return effectName === undefined ? send(command) : effect(effectName, () => send(command));
      };
    },
  });
  return { ...table, client };
}
