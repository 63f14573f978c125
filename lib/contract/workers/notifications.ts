import { WORKER_MEGABYTES, type Worker } from "../worker.ts";

export const sendNotifications = {
  name: "send-notifications",
  source: { kind: "queue", queue: "notifications", batchSize: 10, maxConcurrency: 5 },
  access: {
    table: {
      event: ["GetItem"],
      account: ["GetItem"],
      member: ["GetItem", "Query", "UpdateItem"],
      user: ["GetItem"],
      notification: ["PutItem", "GetItem"],
      breaker: ["GetItem", "PutItem", "UpdateItem"],
      rate: ["GetItem", "UpdateItem"],
      operations: ["UpdateItem"],
    },
    queues: ["notifications"],
    secrets: ["sms-sender"],
    sms: true,
  },
  timeoutSeconds: 60,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Sends members the notifications they chose, by Telegram or SMS",
} as const satisfies Worker;

export const sendDailySummaries = {
  name: "send-daily-summaries",
  source: { kind: "schedule", rate: "rate(1 hour)" },
  access: {
    table: {
      member: ["Query", "GetItem"],
      stats: ["Query"],
    },
    queues: ["notifications"],
  },
  timeoutSeconds: 300,
  memoryMegabytes: WORKER_MEGABYTES,
  summary: "Tells members at eight in the morning what was paid the day before",
} as const satisfies Worker;
