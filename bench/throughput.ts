import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Worker } from "../lib/contract/worker.ts";
import { deliverWebhook, fanOutWebhooks, relayEvents } from "../lib/contract/workers/webhooks.ts";
import type { EventWithBody } from "../lib/domain/event-record.ts";
import { newId } from "../lib/domain/ids.ts";
import { findFreePort } from "../lib/local/engines/dynamodb-process.ts";
import { eventWrite } from "../lib/store/events.ts";
import { eventWrites } from "../lib/store/outbox.ts";
import { transact } from "../lib/store/transact.ts";
import type { MeteredCall } from "../test/support/aws-meter.ts";
import { queuesOf } from "../test/support/function-calls.ts";
import type { MeteredService } from "../test/support/metered-service.ts";
import { BULLMQ } from "./bullmq.ts";
import { type BenchOptions, type Figure, machineLoad, type Row, round } from "./figure.ts";
import { processCpuMs } from "./process-cpu.ts";
import type { SenderJob, SenderResult } from "./sender-process.ts";

const BATCHES_AT_ONCE = 5;
const BODY = JSON.stringify({ note: "x".repeat(1000) });

/** P6: processor time of one webhook, of the senders and of what stores it, against other ways to send it. */
export async function throughput(
  service: MeteredService,
  { full, say }: BenchOptions,
): Promise<Figure> {
  const count = full ? 3_000 : 600;
  const rows: Row[] = [];
  say(`P6: ${count} deliveries of ours`);
  rows.push(...(await ours(service, count)));
  say("P6: bare undici");
  rows.push(await bare(service.receiverUrl, count));
  const missing = missingForBullMq();
  say(`P6: BullMQ with Redis${missing === null ? "" : ` is left out: ${missing}`}`);
  if (missing === null) rows.push(await bullMq(service.receiverUrl, count));
  return {
    id: "P6",
    title: "webhook deliveries of 1 KB, 50 in flight: processor time each (ms)",
    how: `${count} deliveries after as many for warming up, each kind of sender in a process of its own; load ${machineLoad()}. Ours: the deployed functions on the embedded table engine. Each of them gets full batches of the size that it is deployed with. Bus and queues are stand-ins whose time is not counted, so "store" is the table's alone. Each receiver has answered when the relay looks. The receiver runs in the process of the bench. BullMQ: nine attempts with exponential backoff, its data kept by Redis in memory only; it keeps no attempts, no lists and no endpoint health.`,
    rows,
  };
}

/** Null if both are installed. */
function missingForBullMq(): string | null {
  if (spawnSync("redis-server", ["--version"]).status !== 0) return "install redis-server";
  try {
    import.meta.resolve(BULLMQ);
    return null;
  } catch {
    return "npm install --no-save bullmq ioredis";
  }
}

async function ours(service: MeteredService, count: number): Promise<readonly Row[]> {
  const { meter, engine } = service;
  const port = new URL(engine.endpoint).port;
  const storeMs = () => processCpuMs(`--port ${port}`) ?? 0;
  const sender = startSender({ AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint });
  try {
    const run = async (job: SenderJob) => {
      const before = storeMs();
      const { cpuMs, seconds } = await sender.run(job);
      return { senders: cpuMs / count, store: (storeMs() - before) / count, seconds };
    };
    let rows: readonly Row[] = [];
    // The first round warms up.
    for (const _ of [1, 2]) {
      const events = await commitEvents(service, count);
      meter.take();
      const ahead = await run({ kind: "ahead", events });
      const messages = queueMessages(meter.take());
      const deliver = await run(workerJob(deliverWebhook, queueBatches(messages)));
      const relay = await run(workerJob(relayEvents, streamBatches(events)));
      const details = busDetails(meter.take());
      if (details.some((detail) => queuesOf(detail).includes("fan-out")))
        throw new Error("P6: the relay did not see a delivery that has ended");
      const copies = queueBatches(details.map((detail) => JSON.stringify({ detail })));
      const copy = await run(workerJob(fanOutWebhooks, copies));
      const together = {
        senders: relay.senders + deliver.senders,
        store: relay.store + deliver.store,
      };
      rows = [
        rowOfOurs("ours: relay-events", relay),
        {
          ...rowOfOurs("ours: deliver-webhook", deliver),
          "per second": round(count / deliver.seconds, 0),
        },
        rowOfOurs("ours, together", together),
        rowOfOurs("beside it, in the settling function: waking a sender", ahead),
        rowOfOurs(
          "beside it, where the receiver answers after the relay's look: fan-out-webhooks",
          copy,
        ),
      ];
    }
    return rows;
  } finally {
    sender.stop();
  }
}

/** What one delivery takes, ms. */
interface Work {
  readonly senders: number;
  readonly store: number;
}

function rowOfOurs(what: string, { senders, store }: Work): Row {
  return { what, senders: round(senders, 2), store: round(store, 2) };
}

async function bare(url: string, count: number): Promise<Row> {
  const sender = startSender();
  try {
    const job = { kind: "bare", url, count, body: BODY } as const;
    await sender.run(job);
    return rowOf("bare undici (sign, post)", await sender.run(job), count);
  } finally {
    sender.stop();
  }
}

async function bullMq(url: string, count: number): Promise<Row> {
  const redisPort = await findFreePort();
  const options = ["--port", String(redisPort), "--bind", "127.0.0.1", "--save", ""];
  const redis = spawn("redis-server", options, { stdio: ["ignore", "pipe", "ignore"] });
  const sender = startSender();
  try {
    await once(redis.stdout, "data");
    const job = { kind: "bullmq", url, count, body: BODY, redisPort } as const;
    await sender.run(job);
    const storeMs = () => processCpuMs(`127.0.0.1:${redisPort}`) ?? 0;
    const before = storeMs();
    const result = await sender.run(job);
    const store = round((storeMs() - before) / count, 2);
    return { ...rowOf("BullMQ with Redis (add, sign, post)", result, count), store };
  } finally {
    sender.stop();
    redis.kill();
  }
}

function rowOf(what: string, { cpuMs, seconds }: SenderResult, count: number): Row {
  return { what, senders: round(cpuMs / count, 2), "per second": round(count / seconds, 0) };
}

function startSender(variables: Readonly<Record<string, string>> = {}) {
  const child: ChildProcess = fork(join(import.meta.dirname, "sender-process.ts"), {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return {
    run: (job: SenderJob) =>
      new Promise<SenderResult>((resolve, reject) => {
        const died = (code: number | null) => reject(new Error(`the sender ended with ${code}`));
        child.once("exit", died);
        child.once("message", (result) => {
          child.off("exit", died);
          resolve(result as SenderResult);
        });
        child.send(job);
      }),
    stop: () => child.kill(),
  };
}

function workerJob({ name }: Worker, batches: readonly object[]): SenderJob {
  return { kind: "worker", name, batches, atOnce: BATCHES_AT_ONCE };
}

async function commitEvents({ engine, merchant }: MeteredService, count: number) {
  const { accountId, appId } = merchant;
  const events = Array.from({ length: count }, (): EventWithBody => {
    const at = Date.now();
    return {
      id: newId("evt_", at, randomBytes(10)),
      accountId,
      appId,
      livemode: true,
      type: "checkout.verified",
      sequence: 2,
      createdAt: at,
      objectId: "co_bench",
      body: BODY,
    };
  });
  for (const some of chunks(events, 25)) await transact(engine.table, some.flatMap(eventWrites));
  return events;
}

function streamBatches(events: readonly EventWithBody[]) {
  return chunks(events, relayEvents.source.batchSize).map((batch) => ({
    Records: batch.map((event, index) => ({
      eventName: "INSERT",
      dynamodb: { SequenceNumber: String(index), NewImage: marshall(eventWrite(event).put?.Item) },
    })),
  }));
}

function queueBatches(bodies: readonly string[]) {
  return chunks(bodies, deliverWebhook.source.batchSize).map((batch) => ({
    Records: batch.map((body, index) => ({ messageId: String(index), body })),
  }));
}

function busDetails(calls: readonly MeteredCall[]): readonly unknown[] {
  return calls
    .filter(({ action }) => action === "PutEvents")
    .flatMap(({ body }) => body.Entries as readonly { readonly Detail: string }[])
    .map(({ Detail }) => JSON.parse(Detail) as unknown);
}

function queueMessages(calls: readonly MeteredCall[]): readonly string[] {
  return calls
    .filter(({ action }) => action === "SendMessageBatch")
    .flatMap(({ body }) => body.Entries as readonly { readonly MessageBody: string }[])
    .map(({ MessageBody }) => MessageBody);
}

function chunks<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}
