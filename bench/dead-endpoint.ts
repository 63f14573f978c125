import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { postGuarded } from "../lib/cloud/outbound.ts";
import { type Keyring, seal } from "../lib/cloud/secret-box.ts";
import { generateWebhookSecret } from "../lib/cloud/webhook-signature.ts";
import type { DeliveryMessage } from "../lib/contract/messages.ts";
import { WORKERS } from "../lib/contract/workers.ts";
import type { DeliveryLane } from "../lib/domain/delivery.ts";
import { newId } from "../lib/domain/ids.ts";
import { deliver } from "../lib/runtime/webhooks/deliver.ts";
import { fanOut } from "../lib/runtime/webhooks/fan-out.ts";
import type { WebhookPorts } from "../lib/runtime/webhooks/ports.ts";
import { newEndpointWrite } from "../lib/store/endpoints.ts";
import { eventWrites } from "../lib/store/events.ts";
import { type Table, transact } from "../lib/store/transact.ts";
import { setFunctionEnvironment } from "../test/support/function-environment.ts";
import { startTable } from "../test/support/table.ts";

/**
 * P7: how long a quiet endpoint's deliveries take while another one is dead, that is, takes the
 * connection and never answers. The engine's own code, table engine and HTTP; the queues are plain
 * first-in-first-out, without the fair queues of SQS, which would only help.
 *
 * `node bench/dead-endpoint.ts [waiting] [samples]`
 */

const DELIVERY_GAP_MS = 25;

export interface IsolationResult {
  readonly waiting: number;
  readonly samples: number;
  /** Milliseconds from the event to its arrival. */
  readonly idle: Delays;
  /** With the dead one's deliveries waiting in the slow lane. */
  readonly during: Delays;
}

interface Delays {
  readonly p50: number;
  readonly p99: number;
}

export async function measureIsolation(waiting: number, samples: number): Promise<IsolationResult> {
  setFunctionEnvironment({ tableName: "unused", dynamoDbEndpoint: "http://127.0.0.1:1" });
  const engine = await startTable();
  const arrivals = new Map<string, () => void>();
  const quiet = await listen((request, response) => {
    request.resume().on("end", () => {
      response.end();
      arrivals.get(String(request.headers["webhook-id"]))?.();
    });
  });
  const dead = await listen(() => undefined);
  const lanes = new Lanes(engine.table);
  const write = silence();
  try {
    const [a, b] = [newAccount(), newAccount()];
    await lanes.addEndpoint(a, urlOf(quiet), false);
    await lanes.addEndpoint(b, urlOf(dead), true);
    lanes.start();
    const sample = () => lanes.sample(a, samples, arrivals);

    await lanes.sample(a, 20, arrivals);
    const idle = await sample();
    await lanes.fill(b, waiting);
    const during = await sample();
    return { waiting, samples, idle, during };
  } finally {
    await lanes.stop();
    for (const server of [quiet, dead]) {
      server.closeAllConnections();
      server.close();
    }
    await engine.stop();
    write();
  }
}

/** Both queues and their readers: as many at once, and as many messages each, as are deployed. */
class Lanes {
  readonly #table: Table;
  readonly #queues: Record<DeliveryLane, DeliveryMessage[]> = { delivery: [], "delivery-slow": [] };
  readonly #ring: Keyring = { current: "1", keys: { "1": randomBytes(32).toString("base64") } };
  #running = true;
  #wake: (() => void)[] = [];
  readonly #readers: Promise<void>[] = [];

  constructor(table: Table) {
    this.#table = table;
  }

  get #ports(): WebhookPorts {
    return {
      table: this.#table,
      now: Date.now,
      random: Math.random,
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
      startWork: async () => undefined,
      post: (request) => postGuarded(request, { policy: { localReceivers: true } }),
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

  /** One Lambda after the other: a batch in parallel, the next when all of it is done. */
  async #read(lane: DeliveryLane, batchSize: number): Promise<void> {
    while (this.#running) {
      const batch = this.#queues[lane].splice(0, batchSize);
      if (batch.length === 0 && this.#running) {
        await new Promise<void>((wake) => this.#wake.push(wake));
      }
      await Promise.all(batch.map((message) => deliver(this.#ports, lane, message)));
    }
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.clear();
    for (const wake of this.#wake.splice(0)) wake();
    await Promise.all(this.#readers);
  }

  clear(): void {
    this.#queues.delivery.length = 0;
    this.#queues["delivery-slow"].length = 0;
  }

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
        failingSince: slow ? Date.now() : null,
        lastSuccessAt: null,
        slow,
      }),
    ]);
  }

  /** Stores an event and fans it out, as the stream and the bus would. */
  async happen(accountId: string, onId: (id: string) => void = () => undefined): Promise<void> {
    const id = newId("evt_", Date.now(), randomBytes(10));
    onId(id);
    const event = {
      id,
      accountId,
      appId: 1,
      livemode: true,
      type: "checkout.verified",
      sequence: 2,
    };
    const body = JSON.stringify({ ...event, note: "x".repeat(800) });
    await transact(
      this.#table,
      eventWrites({ ...event, createdAt: Date.now(), objectId: "co_bench", body }),
    );
    await fanOut(this.#ports, {
      version: 1,
      id,
      account_id: accountId,
      app_id: 1,
      livemode: true,
      type: event.type,
      sequence: 2,
    });
  }

  async fill(accountId: string, count: number): Promise<void> {
    for (let made = 0; made < count; made += 100) {
      await Promise.all(
        Array.from({ length: Math.min(100, count - made) }, () => this.happen(accountId)),
      );
    }
  }

  async sample(
    accountId: string,
    count: number,
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
      await new Promise((next) => setTimeout(next, DELIVERY_GAP_MS));
    }
    const sorted = (await Promise.all(delays)).toSorted((one, other) => one - other);
    const at = (part: number) => round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
    return { p50: at(0.5), p99: at(0.99) };
  }
}

const READERS: readonly [string, DeliveryLane][] = [
  ["deliver-webhook", "delivery"],
  ["deliver-webhook-slow", "delivery-slow"],
];

function listen(onRequest: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(onRequest);
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function newAccount(): string {
  return newId("acc_", Date.now(), randomBytes(10));
}

/** The engine's log lines are no part of the table that is printed. Answers with the way back. */
function silence(): () => void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (() => true) as typeof process.stdout.write;
  return () => {
    process.stdout.write = write;
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

if (import.meta.main) {
  const [waiting = "10000", samples = "200"] = process.argv.slice(2);
  const result = await measureIsolation(Number(waiting), Number(samples));
  console.log(`a quiet endpoint's delay in ms, ${waiting} deliveries waiting for a dead one`);
  const { idle, during } = result;
  console.table({ idle, during });
}
