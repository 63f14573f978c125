import middy from "@middy/core";
import type { DynamoDBRecord, DynamoDBStreamEvent, SQSEvent } from "aws-lambda";
import type * as z from "zod";
import type { Worker, WorkerSource } from "../contract/worker.ts";
import { UnreadableItem } from "../store/shape.ts";
import { requireEnvironment } from "./environment.ts";
import { countUnreadable, errorFields, log, putMetric } from "./log.ts";
import { once } from "./once.ts";

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
      event.Records.map(async ({ messageId, body }) => {
        try {
          await handle(readMessage(worker, schema, body));
          return [];
        } catch (error) {
          reportFailure(worker, error);
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failed.flat() };
  });
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
  const handle = once(prepare);
  // Prepared while the function loads.
  handle();
  return middy<SQSEvent, BatchAnswer>().handler(async (event) => {
    const read = await Promise.allSettled(
      event.Records.map(async ({ body }) => readMessage(worker, schema, body)),
    );
    const messages = read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const outcomes = (await Promise.allSettled([handle()(messages)]))[0];
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

/**
 * A Lambda handler for a worker that reads the table's stream, in order within a shard. A failure fails the whole
 * invocation: Lambda then cuts the batch in half until the bad record is alone. After a partial batch response it would
 * cut at the reported record only.
 */
export function streamWorker(
  worker: WorkerOf<"stream">,
  handle: (records: readonly DynamoDBRecord[]) => Promise<void>,
) {
  requireEnvironment(worker.access);
  return middy<DynamoDBStreamEvent, void>().handler(async (event) => {
    try {
      await handle(event.Records);
    } catch (error) {
      reportFailure(worker, error);
      // Lambda logs a thrown error unfiltered; the line above has the fields that may be logged.
      throw new Error("work failed");
    }
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

/** A Lambda handler for a worker that an event of AWS starts. It runs again, twice, where it throws. */
export function eventWorker<E>(
  worker: WorkerOf<"releases">,
  schema: z.ZodType<E>,
  handle: (event: E) => Promise<void>,
) {
  requireEnvironment(worker.access);
  return middy<unknown, void>().handler(async (event) => handle(schema.parse(event)));
}

/** @throws UnreadableItem for a message of a newer release, and for a damaged one */
function readMessage<M>({ name }: Worker, schema: z.ZodType<M>, body: string): M {
  try {
    return schema.parse(JSON.parse(body));
  } catch {
    throw new UnreadableItem(`a message to ${name} has no form that this release reads`);
  }
}

function reportFailure({ name }: Worker, error: unknown): void {
  const operation = `workers/${name}`;
  log("error", "work failed", { operation, ...errorFields(error) });
  putMetric("WorkFailed", 1, { operation });
  countUnreadable(error);
}
