import { WORKER_MEGABYTES } from "../memory.ts";
import type { Worker } from "../worker.ts";

export const followNotices = {
  name: "follow-notices",
  source: { kind: "queue", queue: "notices", batchSize: 10, maxConcurrency: 10 },
  access: {
    table: {
      notice: ["PutItem"],
      notice_source: ["Query", "UpdateItem"],
      issue: ["DeleteItem"],
    },
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
  },
  timeoutSeconds: 60,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Reports phones that have been silent for 24 hours on a working day",
} as const satisfies Worker;
