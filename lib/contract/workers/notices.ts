import { SUBMIT_ACCESS } from "../routes/access-sets.ts";
import { WORKER_MEGABYTES, type Worker } from "../worker.ts";

export const followNotices = {
  name: "follow-notices",
  source: { kind: "queue", queue: "notices", batchSize: 10, maxConcurrency: 10 },
  access: {
    ...SUBMIT_ACCESS,
    table: {
      ...SUBMIT_ACCESS.table,
      checkout: [...SUBMIT_ACCESS.table.checkout, "BatchGetItem"],
      notice_source: [...SUBMIT_ACCESS.table.notice_source, "Query", "UpdateItem"],
      open_amount: [...SUBMIT_ACCESS.table.open_amount, "Query", "GetItem"],
    },
    queues: [...SUBMIT_ACCESS.queues, "notices", "notifications"],
  },
  timeoutSeconds: 60,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Stores what a bank's message says and looks up its receipt",
} as const satisfies Worker;

export const checkNoticeSources = {
  name: "check-notice-sources",
  source: { kind: "schedule", rate: "rate(1 hour)" },
  access: {
    table: { notice_source: ["Query", "BatchGetItem", "UpdateItem"], issue: ["UpdateItem"] },
    queues: ["notifications"],
  },
  timeoutSeconds: 60,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Reports phones that have been silent for 24 hours on a working day",
} as const satisfies Worker;

export const checkNoticePayments = {
  name: "check-notice-payments",
  source: { kind: "schedule", rate: "rate(5 minutes)" },
  access: {
    table: {
      notice: ["Query", "BatchGetItem", "PutItem", "DeleteItem"],
      checkout: ["Query", "UpdateItem", "PutItem"],
      claim: ["PutItem"],
      open_amount: ["PutItem"],
      event: ["PutItem"],
      outbox: ["PutItem"],
      attempt: ["GetItem", "UpdateItem"],
      lookup: ["GetItem", "PutItem"],
      breaker: ["GetItem", "PutItem", "UpdateItem"],
      credits: ["GetItem", "Query"],
      issue: ["UpdateItem", "DeleteItem"],
    },
    queues: ["notifications"],
    secrets: ["providers"],
  },
  timeoutSeconds: 60,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Checks payments that a notice proved against their receipts",
} as const satisfies Worker;
