import { PROBE_ACCESS, VERIFY_ACCESS } from "../routes/access-sets.ts";
import { WORKER_MEGABYTES, type Worker } from "../worker.ts";

export const verifyAttempt = {
  name: "verify-attempt",
  source: { kind: "queue", queue: "verification", batchSize: 5, maxConcurrency: 20 },
  access: VERIFY_ACCESS,
  timeoutSeconds: 60,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Retries parked and unfinished attempts",
} as const satisfies Worker;

export const sweepAttempts = {
  name: "sweep-attempts",
  source: { kind: "schedule", rate: "rate(1 minute)" },
  access: {
    table: { attempt: ["Query", "BatchGetItem", "UpdateItem"] },
    queues: ["verification"],
  },
  timeoutSeconds: 30,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Resumes attempts whose message was lost",
} as const satisfies Worker;

export const checkProviderHealth = {
  name: "check-provider-health",
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
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Retries banks that were down, and resumes their parked attempts",
} as const satisfies Worker;

export const runCanaries = {
  name: "run-canaries",
  source: { kind: "schedule", rate: "rate(1 day)" },
  access: {
    ...PROBE_ACCESS,
    table: { ...PROBE_ACCESS.table, breaker: [...PROBE_ACCESS.table.breaker, "BatchGetItem"] },
  },
  timeoutSeconds: 60,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Asks every bank for a receipt that cannot exist, and expects the known answer",
} as const satisfies Worker;

export const expireCheckouts = {
  name: "expire-checkouts",
  source: { kind: "schedule", rate: "rate(1 minute)" },
  access: {
    table: {
      checkout: ["Query", "UpdateItem"],
      checkout_list: ["Query"],
      attempt: ["UpdateItem"],
      event: ["PutItem"],
      outbox: ["PutItem"],
    },
  },
  timeoutSeconds: 60,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Expires checkouts that are past `expires_at`",
} as const satisfies Worker;
