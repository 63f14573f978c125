import { WATCHER_MEGABYTES, WORKER_MEGABYTES, type Worker } from "../worker.ts";

export const notifyLowCredits = {
  name: "notify-low-credits",
  source: {
    kind: "stream",
    batchSize: 100,
    filters: [
      { eventName: ["INSERT", "MODIFY"], dynamodb: { NewImage: { entity: { S: ["credits"] } } } },
    ],
  },
  access: {
    table: {
      attempt: ["Query"],
      event: ["PutItem"],
      outbox: ["PutItem"],
      credits: ["GetItem", "Query", "PutItem"],
    },
    queues: ["verification"],
  },
  timeoutSeconds: 30,
  memoryMegabytes: WATCHER_MEGABYTES,
  summary: "Notifies of low or exhausted credits, and resumes attempts that waited for a grant",
} as const satisfies Worker;

export const rotateSigningKeys = {
  name: "rotate-signing-keys",
  source: { kind: "schedule", rate: "rate(15 minutes)" },
  access: {
    table: { jwks: ["GetItem", "PutItem"] },
    writesSecrets: ["signing-key"],
  },
  timeoutSeconds: 30,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Creates and rotates the keys that sign access tokens",
} as const satisfies Worker;

export const followEvents = {
  name: "follow-events",
  source: { kind: "queue", queue: "follow-up", batchSize: 10, maxConcurrency: 5 },
  access: {
    table: {
      event: ["GetItem", "PutItem"],
      outbox: ["PutItem"],
      account: ["GetItem", "UpdateItem"],
      app: ["Query"],
      checkout: ["BatchGetItem", "Query", "UpdateItem"],
      checkout_list: ["Query"],
      attempt: ["UpdateItem"],
      claim: ["DeleteItem"],
      issue: ["DeleteItem"],
      credits: ["PutItem", "UpdateItem"],
      payment_link: ["PutItem", "UpdateItem"],
      audit: ["PutItem"],
    },
    queues: ["follow-up", "notifications"],
  },
  timeoutSeconds: 30,
  memoryMegabytes: WORKER_MEGABYTES,
  summary:
    "Grants purchased credits, cancels checkouts of deleted apps and closed accounts, and marks those of suspended accounts, whose members it tells",
} as const satisfies Worker;

export const countEvents = {
  name: "count-events",
  source: { kind: "schedule", rate: "rate(15 minutes)" },
  access: {
    table: {
      account: ["Query"],
      app: ["Query", "UpdateItem"],
      event: ["Query", "PutItem"],
      stats: ["Query", "PutItem", "UpdateItem"],
    },
  },
  timeoutSeconds: 300,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Counts events in the daily statistics",
} as const satisfies Worker;

export const checkInvariants = {
  name: "check-invariants",
  source: { kind: "schedule", rate: "rate(1 day)" },
  access: {
    table: {
      account: ["Query"],
      app: ["Query"],
      credits: ["Query"],
      checkout: ["Query"],
      checkout_list: ["Query"],
      attempt: ["BatchGetItem"],
      event: ["BatchGetItem"],
      operations: ["PutItem"],
    },
  },
  timeoutSeconds: 300,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Checks the invariants between the items of a few accounts",
} as const satisfies Worker;

export const recordReleases = {
  name: "record-releases",
  source: { kind: "releases" },
  access: { table: { operations: ["PutItem"] }, releases: true },
  timeoutSeconds: 30,
  memoryMegabytes: WATCHER_MEGABYTES,
  summary: "Records for the operator's console how a release goes",
} as const satisfies Worker;

export const redactCustomerData = {
  name: "redact-customer-data",
  source: { kind: "schedule", rate: "rate(1 day)" },
  access: {
    table: {
      account: ["Query", "UpdateItem"],
      app: ["Query"],
      checkout: ["Query", "UpdateItem"],
      checkout_list: ["Query"],
      attempt: ["Query", "UpdateItem"],
    },
  },
  timeoutSeconds: 300,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Redacts customer data older than the retention period",
} as const satisfies Worker;

export const deleteClosedAccounts = {
  name: "delete-closed-accounts",
  source: { kind: "schedule", rate: "rate(1 day)" },
  access: {
    table: {
      account: ["Query", "DeleteItem"],
      user: ["GetItem", "Query", "DeleteItem"],
      member: ["Query", "DeleteItem"],
      session: ["Query", "DeleteItem"],
      app: ["Query", "DeleteItem"],
      api_key: ["Query", "UpdateItem", "DeleteItem"],
      endpoint: ["Query", "DeleteItem"],
      notice: ["Query", "DeleteItem"],
      notice_source: ["Query", "DeleteItem"],
      open_amount: ["Query", "DeleteItem"],
      credits: ["Query", "DeleteItem"],
      checkout: ["Query", "DeleteItem"],
      checkout_list: ["Query"],
      attempt: ["Query", "DeleteItem"],
      claim: ["DeleteItem"],
      delivery: ["Query", "DeleteItem"],
      event: ["Query", "DeleteItem"],
      issue: ["Query", "DeleteItem"],
      audit: ["Query", "DeleteItem"],
      books: ["Query", "DeleteItem"],
      stats: ["Query", "DeleteItem"],
      payment_link: ["Query", "DeleteItem"],
      logo: ["Query", "DeleteItem"],
    },
  },
  timeoutSeconds: 300,
  memoryMegabytes: WORKER_MEGABYTES,
  summary:
    "Deletes the data of accounts closed 30 days ago, and revokes keys that other closed accounts still have",
} as const satisfies Worker;
