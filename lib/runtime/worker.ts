import middy from "@middy/core";
import type { DynamoDBRecord, DynamoDBStreamEvent, SQSEvent, SQSRecord } from "aws-lambda";
import type * as z from "zod";
import type { Worker } from "../contract/worker.ts";
import { WORKERS } from "../contract/workers.ts";
import { requireEnvironment } from "./environment.ts";
import { errorFields, log } from "./log.ts";

interface BatchAnswer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/**
 * A Lambda handler for a worker that reads a queue. Messages are handled at the same time; those that
 * throw go back to the queue by themselves (partial batch response), their neighbours are done.
 */
export function queueWorker<M>(
  name: string,
  schema: z.ZodType<M>,
  handle: (message: M) => Promise<void>,
) {
  requireEnvironment(entryOf(name).access);
  return middy<SQSEvent, BatchAnswer>().handler(async (event) => {
    const failed = await Promise.all(
      event.Records.map((record) => attempt(name, record.messageId, () => one(record))),
    );
    return { batchItemFailures: failed.flatMap((id) => (id ? [{ itemIdentifier: id }] : [])) };
  });

  async function one(record: SQSRecord): Promise<void> {
    await handle(schema.parse(JSON.parse(record.body)));
  }
}

/** A Lambda handler for a worker that reads the table's stream, in order within a shard. */
export function streamWorker(
  name: string,
  handle: (records: readonly DynamoDBRecord[]) => Promise<void>,
) {
  requireEnvironment(entryOf(name).access);
  return middy<DynamoDBStreamEvent, BatchAnswer>().handler(async (event) => {
    const first = event.Records[0]?.dynamodb?.SequenceNumber ?? "";
    const failed = await attempt(name, first, () => handle(event.Records));
    return { batchItemFailures: failed === null ? [] : [{ itemIdentifier: failed }] };
  });
}

/** A Lambda handler for a worker that runs by the clock. */
export function scheduledWorker(name: string, handle: () => Promise<void>) {
  requireEnvironment(entryOf(name).access);
  return middy<unknown, void>().handler(async () => {
    await handle();
  });
}

async function attempt(name: string, id: string, run: () => Promise<void>): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    log("error", "work failed", { operation: `workers/${name}`, ...errorFields(error) });
    return id;
  }
}

function entryOf(name: string): Worker {
  const entry = WORKERS.find((worker) => worker.name === name);
  if (!entry) throw new Error(`There is no worker ${name} in the worker table.`);
  return entry;
}
