import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { DeployedQueue } from "../assembly/deployment.ts";
import { threadProgram } from "../build/build-cache.ts";
import { type AwsJsonClient, AwsJsonError, createAwsJsonClient } from "./aws-json.ts";

// SQS: the engine in its own thread, seen from the main thread.

export type QueueEngineData = {
  readonly clock: SharedArrayBuffer;
  readonly dataFolder: string | null;
  readonly region: string;
};
export type QueueCounts = {
  readonly visible: number;
  /** When the next delayed or invisible message can be received, ms on the moved clock. */
  readonly nextVisibleAt: number | null;
};
export type QueueEngine = {
  readonly client: AwsJsonClient;
  /** In the order of the names. */
  count(queues: readonly string[]): Promise<readonly QueueCounts[]>;
  close(): Promise<void>;
};

const PROGRAM = "lib/local/engines/queue-thread.ts";
const INPUTS = ["lib/local/engines/queue-engine.ts", "lib/local/clock.ts", "package-lock.json"];

type Reply = { port: number } | { id: number; counts: readonly QueueCounts[] };

/** Starts the engine and makes the queues; existing ones take the template's attributes. */
export async function startQueueEngine(
  data: QueueEngineData,
  queues: readonly DeployedQueue[],
): Promise<QueueEngine> {
  const worker = new Worker(threadProgram(PROGRAM, INPUTS), { workerData: data, execArgv: [] });
  const waiting = new Map<number, (counts: readonly QueueCounts[]) => void>();
  let nextId = 0;
  const exit = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    worker.once("error", reject);
    worker.on("message", (reply: Reply) => {
      if ("port" in reply) return resolve(reply.port);
      waiting.get(reply.id)?.(reply.counts);
      waiting.delete(reply.id);
    });
  });
  worker.on("error", (error) => console.error("the queue engine failed:", error));
  const client = createAwsJsonClient(`http://127.0.0.1:${port}`, "sqs", data.region);
  // Dead-letter queues first: a redrive policy names them.
  const named = (redrives: boolean) =>
    queues.filter(({ attributes }) => "RedrivePolicy" in attributes === redrives);
  for (const group of [named(false), named(true)])
    await Promise.all(group.map((queue) => ensureQueue(client, queue)));
  return {
    client,
    count: (names) =>
      new Promise((resolve) => {
        nextId += 1;
        waiting.set(nextId, resolve);
        worker.postMessage({ id: nextId, queues: names });
      }),
    async close() {
      await client.close();
      worker.postMessage("close");
      const timer = setTimeout(() => void worker.terminate(), 1_000);
      await exit;
      clearTimeout(timer);
    },
  };
}

async function ensureQueue(client: AwsJsonClient, queue: DeployedQueue): Promise<void> {
  try {
    await client.call("AmazonSQS.CreateQueue", {
      QueueName: queue.name,
      Attributes: queue.attributes,
    });
    return;
  } catch (error) {
    // It exists with other attributes.
    if (!(error instanceof AwsJsonError)) throw error;
  }
  await client.call("AmazonSQS.SetQueueAttributes", {
    QueueUrl: queue.url,
    Attributes: queue.attributes,
  });
}

/**
 * Makes messages visible that were in flight when the last process ended: no function works on them now,
 * and the new process doesn't wait for their visibility timeout. Call it before the
 * engine opens its file; does nothing where there is none.
 */
export function releaseInflight(dataFolder: string): void {
  const file = join(dataFolder, "fauxqs.db");
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file);
  try {
    database.exec(
      "UPDATE sqs_messages SET visibility_deadline = 0 WHERE receipt_handle IS NOT NULL",
    );
  } finally {
    database.close();
  }
}
