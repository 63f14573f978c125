import middy from "@middy/core";
import type { DynamoDBRecord, DynamoDBStreamEvent, SQSEvent, SQSRecord } from "aws-lambda";
import type * as z from "zod";
import type { Worker, WorkerSource } from "../contract/worker.ts";
import { requireEnvironment } from "./environment.ts";
import { errorFields, log } from "./log.ts";

/** A worker's entry, for a factory that serves one kind of source. */
type WorkerOf<Kind extends WorkerSource["kind"]> = Worker & {
  readonly source: { readonly kind: Kind };
};

interface BatchAnswer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/**
 * A Lambda handler for a worker that reads a queue. It handles messages concurrently; only those that throw return to
 * the queue (partial batch response).
 */
export function queueWorker<M>(
  worker: WorkerOf<"queue">,
  schema: z.ZodType<M>,
  handle: (message: M) => Promise<void>,
) {
  requireEnvironment(worker.access);
  return middy<SQSEvent, BatchAnswer>().handler(async (event) => {
    const failed = await Promise.all(
      event.Records.map((record) => attempt(worker, record.messageId, () => one(record))),
    );
    return { batchItemFailures: failed.flatMap((id) => (id ? [{ itemIdentifier: id }] : [])) };
  });

  async function one(record: SQSRecord): Promise<void> {
    await handle(schema.parse(JSON.parse(record.body)));
  }
}

/**
 * As `queueWorker`, for a worker that handles a batch at once. `prepare` runs when the function starts and returns the
 * handler of a batch, which returns one outcome per message, in their order. If it throws, all messages return to the
 * queue.
 */
export function batchWorker<M>(
  worker: WorkerOf<"queue">,
  schema: z.ZodType<M>,
  prepare: () => (messages: readonly M[]) => Promise<readonly PromiseSettledResult<void>[]>,
) {
  requireEnvironment(worker.access);
  const handle = prepare();
  return middy<SQSEvent, BatchAnswer>().handler(async (event) => {
    const read = await Promise.allSettled(
      event.Records.map(async ({ body }) => schema.parse(JSON.parse(body))),
    );
    const messages = read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const outcomes = (await Promise.allSettled([handle(messages)]))[0];
    let next = 0;
    const failures = event.Records.map(({ messageId }, index) => {
      const parsed = read[index];
      if (parsed?.status !== "fulfilled") return { messageId, error: parsed?.reason };
      const outcome = outcomes.status === "fulfilled" ? outcomes.value[next++] : outcomes;
      return outcome?.status === "fulfilled" ? null : { messageId, error: outcome?.reason };
    }).filter((failure) => failure !== null);
    for (const { error } of failures) reportFailure(worker, error);
    return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  });
}

/** A Lambda handler for a worker that reads the table's stream, in order within a shard. */
export function streamWorker(
  worker: WorkerOf<"stream">,
  handle: (records: readonly DynamoDBRecord[]) => Promise<void>,
) {
  requireEnvironment(worker.access);
  return middy<DynamoDBStreamEvent, BatchAnswer>().handler(async (event) => {
    const first = event.Records[0]?.dynamodb?.SequenceNumber ?? "";
    const failed = await attempt(worker, first, () => handle(event.Records));
    return { batchItemFailures: failed === null ? [] : [{ itemIdentifier: failed }] };
  });
}

/**
 * A Lambda handler for a scheduled worker. The event is `{"schedule": …}`, or what an operator invokes the function
 * with, who sees the answer.
 */
export function scheduledWorker<A>(
  worker: WorkerOf<"schedule">,
  handle: (event: unknown) => Promise<A>,
) {
  requireEnvironment(worker.access);
  return middy<unknown, A>().handler((event) => handle(event));
}

async function attempt(
  worker: Worker,
  id: string,
  run: () => Promise<void>,
): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    reportFailure(worker, error);
    return id;
  }
}

function reportFailure({ name }: Worker, error: unknown): void {
  log("error", "work failed", { operation: `workers/${name}`, ...errorFields(error) });
}
