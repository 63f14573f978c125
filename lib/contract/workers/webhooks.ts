import { DELIVER_ACCESS } from "../routes/access-sets.ts";
import { WORKER_MEGABYTES, type Worker } from "../worker.ts";

export const relayEvents = {
  name: "relay-events",
  source: {
    kind: "stream",
    batchSize: 100,
    filters: [{ eventName: ["INSERT"], dynamodb: { NewImage: { entity: { S: ["event"] } } } }],
  },
  access: {
    table: {
      outbox: ["BatchWriteItem"],
      member: ["Query"],
      endpoint: ["Query"],
      delivery: ["BatchGetItem"],
    },
    bus: true,
  },
  timeoutSeconds: 30,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Publishes committed events",
} as const satisfies Worker;

export const sweepEvents = {
  name: "sweep-events",
  source: { kind: "schedule", rate: "rate(5 minutes)" },
  access: { table: { outbox: ["Query", "BatchWriteItem"], event: ["BatchGetItem"] }, bus: true },
  timeoutSeconds: 60,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Publishes events that the stream missed",
} as const satisfies Worker;

export const fanOutWebhooks = {
  name: "fan-out-webhooks",
  source: { kind: "queue", queue: "fan-out", batchSize: 10, maxConcurrency: 20 },
  access: {
    table: {
      endpoint: ["Query", "UpdateItem"],
      delivery: ["BatchGetItem", "PutItem", "UpdateItem"],
    },
    queues: ["delivery", "delivery-slow"],
  },
  timeoutSeconds: 30,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Creates one delivery of an event for each subscribed endpoint",
} as const satisfies Worker;

export const deliverWebhook = {
  name: "deliver-webhook",
  source: { kind: "queue", queue: "delivery", batchSize: 10, maxConcurrency: 50 },
  access: DELIVER_ACCESS,
  timeoutSeconds: 35,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Sends webhooks",
} as const satisfies Worker;

export const deliverWebhookSlow = {
  name: "deliver-webhook-slow",
  source: { kind: "queue", queue: "delivery-slow", batchSize: 10, maxConcurrency: 20 },
  access: DELIVER_ACCESS,
  timeoutSeconds: 30,
  memoryMegabytes: WORKER_MEGABYTES,
  summary:
    "Sends webhooks to failing or slow receivers, so that other receivers don't wait for them",
} as const satisfies Worker;

export const sweepDeliveries = {
  name: "sweep-deliveries",
  source: { kind: "schedule", rate: "rate(1 minute)" },
  access: {
    table: {
      delivery: ["Query", "BatchGetItem", "UpdateItem"],
      recovery: ["Query", "BatchGetItem"],
    },
    queues: ["delivery", "delivery-slow", "recovery"],
  },
  timeoutSeconds: 60,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Resends messages of deliveries whose message was lost or whose sender died",
} as const satisfies Worker;

export const runRecovery = {
  name: "run-recovery",
  source: { kind: "queue", queue: "recovery", batchSize: 1, maxConcurrency: 5 },
  access: {
    table: {
      delivery: ["BatchGetItem", "UpdateItem", "Query"],
      endpoint: ["GetItem"],
      recovery: ["GetItem", "PutItem"],
      issue: ["DeleteItem"],
    },
    queues: ["delivery", "delivery-slow", "recovery"],
  },
  timeoutSeconds: 60,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Resends failed deliveries, and ends those of disabled or deleted endpoints",
} as const satisfies Worker;
