import { NOBODY_WAITS_MEGABYTES } from "./memory.ts";
import { DELIVER_ACCESS, PROBE_ACCESS, VERIFY_ACCESS } from "./routes/access-sets.ts";
import type { BusRule, Queue, Worker } from "./worker.ts";

/** THE worker table: everything that runs without a request. */
export const WORKERS: readonly Worker[] = [
  {
    name: "verify-attempt",
    source: { kind: "queue", queue: "verification", batchSize: 5, maxConcurrency: 20 },
    access: VERIFY_ACCESS,
    timeoutSeconds: 60,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Tries parked and unfinished attempts again",
  },
  {
    name: "sweep-attempts",
    source: { kind: "schedule", rate: "rate(1 minute)" },
    access: { table: { attempt: ["Query", "BatchGetItem"] }, queues: ["verification"] },
    timeoutSeconds: 30,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Wakes attempts whose message was lost",
  },
  {
    name: "tend-providers",
    source: { kind: "schedule", rate: "rate(1 minute)" },
    access: {
      table: {
        ...PROBE_ACCESS.table,
        breaker: [...PROBE_ACCESS.table.breaker, "BatchGetItem"],
        attempt: ["Query"],
      },
      queues: ["verification"],
      secrets: PROBE_ACCESS.secrets,
    },
    timeoutSeconds: 60,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Tries banks that were down again, and wakes what was parked for those that are back",
  },
  {
    name: "run-canaries",
    source: { kind: "schedule", rate: "rate(1 day)" },
    access: PROBE_ACCESS,
    timeoutSeconds: 60,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Asks every bank for a receipt that cannot exist, and expects the known answer",
  },
  {
    name: "expire-checkouts",
    source: { kind: "schedule", rate: "rate(1 minute)" },
    access: {
      table: {
        checkout: ["Query", "GetItem", "UpdateItem"],
        attempt: ["UpdateItem"],
        event: ["PutItem"],
      },
    },
    timeoutSeconds: 60,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Stores the expiry of checkouts whose time is over",
  },
  {
    name: "watch-credits",
    source: {
      kind: "stream",
      batchSize: 100,
      filters: [
        { eventName: ["INSERT", "MODIFY"], dynamodb: { NewImage: { entity: { S: ["credits"] } } } },
      ],
    },
    access: {
      table: { attempt: ["Query"], event: ["PutItem"] },
      queues: ["verification"],
    },
    timeoutSeconds: 30,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Tells of low and exhausted credits, and resumes what waited for a grant",
  },
  {
    name: "relay-events",
    source: {
      kind: "stream",
      batchSize: 100,
      filters: [{ eventName: ["INSERT"], dynamodb: { NewImage: { entity: { S: ["event"] } } } }],
    },
    access: { table: { event: ["UpdateItem"] }, bus: true },
    timeoutSeconds: 30,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Puts committed events on the bus",
  },
  {
    name: "sweep-events",
    source: { kind: "schedule", rate: "rate(5 minutes)" },
    access: { table: { event: ["Query", "BatchGetItem", "UpdateItem"] }, bus: true },
    timeoutSeconds: 60,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Puts events on the bus that the stream lost",
  },
  {
    name: "fan-out-webhooks",
    source: { kind: "queue", queue: "fan-out", batchSize: 10, maxConcurrency: 20 },
    access: {
      table: { endpoint: ["Query"], delivery: ["PutItem"] },
      queues: ["delivery", "delivery-slow"],
    },
    timeoutSeconds: 30,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Makes one delivery of an event for each endpoint that wants it",
  },
  {
    name: "deliver-webhook",
    source: { kind: "queue", queue: "delivery", batchSize: 10, maxConcurrency: 50 },
    access: DELIVER_ACCESS,
    timeoutSeconds: 30,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Sends webhooks",
  },
  {
    name: "deliver-webhook-slow",
    source: { kind: "queue", queue: "delivery-slow", batchSize: 10, maxConcurrency: 20 },
    access: DELIVER_ACCESS,
    timeoutSeconds: 30,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Sends webhooks to receivers that fail or are slow, so that nobody waits for them",
  },
  {
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
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Wakes deliveries whose message was lost or whose sender died",
  },
  {
    name: "run-recovery",
    source: { kind: "queue", queue: "recovery", batchSize: 1, maxConcurrency: 5 },
    access: {
      table: {
        delivery: ["PutItem", "Query"],
        endpoint: ["GetItem"],
        recovery: ["GetItem", "PutItem"],
      },
      queues: ["delivery", "delivery-slow", "recovery"],
    },
    timeoutSeconds: 60,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Sends failed deliveries again, and ends those of endpoints that are no more",
  },
  {
    name: "rotate-signing-keys",
    source: { kind: "schedule", rate: "rate(15 minutes)" },
    access: {
      table: { jwks: ["GetItem", "PutItem"] },
      writesSecrets: ["signing-key"],
    },
    timeoutSeconds: 30,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Makes the first and every next key of the access tokens",
  },
  {
    name: "follow-events",
    source: { kind: "queue", queue: "follow-up", batchSize: 10, maxConcurrency: 5 },
    access: {
      table: {
        event: ["GetItem", "PutItem"],
        stats: ["PutItem", "UpdateItem"],
        app: ["Query"],
        checkout: ["GetItem", "UpdateItem"],
        attempt: ["UpdateItem"],
        issue: ["DeleteItem"],
        credits: ["PutItem", "UpdateItem"],
        audit: ["PutItem"],
        account: ["GetItem"],
        user: ["GetItem"],
        rate: ["UpdateItem", "DeleteItem"],
      },
      secrets: ["sms-sender"],
      sms: true,
    },
    timeoutSeconds: 30,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary:
      "Counts an event in its day, grants credits that were paid, cancels what nobody is there for, tells owners what cannot wait",
  },
  {
    name: "drop-customer-data",
    source: { kind: "schedule", rate: "rate(1 day)" },
    access: {
      table: {
        account: ["Query", "UpdateItem"],
        checkout: ["Query", "UpdateItem"],
        attempt: ["Query", "UpdateItem"],
      },
    },
    timeoutSeconds: 300,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary: "Drops what is known of customers once it is old",
  },
  {
    name: "delete-closed-accounts",
    source: { kind: "schedule", rate: "rate(1 day)" },
    access: {
      table: {
        account: ["Query", "DeleteItem"],
        user: ["Query", "DeleteItem"],
        session: ["Query", "DeleteItem"],
        app: ["Query", "DeleteItem"],
        api_key: ["Query", "UpdateItem", "DeleteItem"],
        endpoint: ["Query", "UpdateItem", "DeleteItem"],
        credits: ["Query", "DeleteItem"],
        checkout: ["Query", "DeleteItem"],
        attempt: ["Query", "DeleteItem"],
        event: ["Query", "DeleteItem"],
        issue: ["Query", "DeleteItem"],
        audit: ["Query", "DeleteItem"],
        stats: ["Query", "DeleteItem"],
      },
    },
    timeoutSeconds: 300,
    memoryMegabytes: NOBODY_WAITS_MEGABYTES,
    summary:
      "Deletes the data of accounts that were closed 30 days ago, and revokes what keys the others still have",
  },
];

/** Visibility is six times the reader's time-out, as Lambda asks for. */
export const QUEUES: readonly Queue[] = [
  { name: "verification", visibilitySeconds: 360, maxReceives: 5 },
  { name: "fan-out", visibilitySeconds: 180, maxReceives: 5 },
  { name: "delivery", visibilitySeconds: 180, maxReceives: 5 },
  { name: "delivery-slow", visibilitySeconds: 180, maxReceives: 5 },
  { name: "recovery", visibilitySeconds: 360, maxReceives: 5 },
  { name: "follow-up", visibilitySeconds: 180, maxReceives: 5 },
];

export const BUS_RULES: readonly BusRule[] = [
  { name: "webhooks", queue: "fan-out", detailTypes: "all" },
  // Not by the stream: more than two readers would slow each other down there.
  { name: "follow-up", queue: "follow-up", detailTypes: "all" },
];
