import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
// The queue engine's own parts, by their files: its entry also brings an HTTP server, SNS and S3, which would need a thread
// of 30 MB and a tenth of a second at each start. The package's version is fixed, and `compose-stack.test.ts` uses all of these.
import { changeMessageVisibility } from "../../../node_modules/fauxqs/dist/sqs/actions/changeMessageVisibility.js";
import { changeMessageVisibilityBatch } from "../../../node_modules/fauxqs/dist/sqs/actions/changeMessageVisibilityBatch.js";
import { createQueue } from "../../../node_modules/fauxqs/dist/sqs/actions/createQueue.js";
import { deleteMessage } from "../../../node_modules/fauxqs/dist/sqs/actions/deleteMessage.js";
import { deleteMessageBatch } from "../../../node_modules/fauxqs/dist/sqs/actions/deleteMessageBatch.js";
import { getQueueAttributes } from "../../../node_modules/fauxqs/dist/sqs/actions/getQueueAttributes.js";
import { purgeQueue } from "../../../node_modules/fauxqs/dist/sqs/actions/purgeQueue.js";
import { receiveMessage } from "../../../node_modules/fauxqs/dist/sqs/actions/receiveMessage.js";
import { sendMessage } from "../../../node_modules/fauxqs/dist/sqs/actions/sendMessage.js";
import { sendMessageBatch } from "../../../node_modules/fauxqs/dist/sqs/actions/sendMessageBatch.js";
import { setQueueAttributes } from "../../../node_modules/fauxqs/dist/sqs/actions/setQueueAttributes.js";
import { SqsStore } from "../../../node_modules/fauxqs/dist/sqs/sqsStore.js";
import type { DeployedQueue } from "../assembly/deployment.ts";
import type { Json } from "../assembly/intrinsics.ts";
import { type AwsJsonClient, AwsJsonError } from "./aws-json.ts";

// SQS: the engine's queues, called without HTTP, on the moved clock.

export type QueueCounts = {
  readonly visible: number;
  /** When the next delayed or invisible message can be received, ms on the moved clock. */
  readonly nextVisibleAt: number | null;
};
export type QueueEngine = {
  readonly client: AwsJsonClient;
  /** In the order of the names. */
  count(queues: readonly string[]): readonly QueueCounts[];
  close(): void;
};
export type QueueEngineData = {
  /** ms on the moved clock */
  readonly now: () => number;
  readonly dataFolder: string | null;
  readonly region: string;
};

type Answer = { readonly status: number; readonly body: Record<string, Json | undefined> };

const PREFIX = "AmazonSQS.";
/** Between two looks of a request that waits for a message. */
const LOOK_MILLISECONDS = 20;

/** What an action reads of an HTTP request. */
type Request = { readonly headers: { readonly host: string; readonly authorization: string } };
type QueueAction = (body: object, store: SqsStore, request: Request) => unknown;

/** By the names of the SQS API. They answer at once, without waiting for anything, where no message is waited for. */
const ACTIONS: ReadonlyMap<string, QueueAction> = new Map(
  Object.entries({
    ChangeMessageVisibility: changeMessageVisibility,
    ChangeMessageVisibilityBatch: changeMessageVisibilityBatch,
    CreateQueue: createQueue,
    DeleteMessage: deleteMessage,
    DeleteMessageBatch: deleteMessageBatch,
    GetQueueAttributes: getQueueAttributes,
    PurgeQueue: purgeQueue,
    ReceiveMessage: receiveMessage,
    SendMessage: sendMessage,
    SendMessageBatch: sendMessageBatch,
    SetQueueAttributes: setQueueAttributes,
  }) as [string, QueueAction][],
);

/** Opens the engine and makes the queues; existing ones take the template's attributes. */
export async function startQueueEngine(
  { now, dataFolder, region }: QueueEngineData,
  queues: readonly DeployedQueue[],
): Promise<QueueEngine> {
  const store = new SqsStore();
  store.region = region;
  const kept = dataFolder === null ? null : await keepIn(dataFolder, store, now);
  const request = { headers: { host: "127.0.0.1", authorization: "" } };
  const once = async (operation: string, input: object): Promise<Answer> => {
    const action = ACTIONS.get(operation);
    if (action === undefined) throw new Error(`the queue engine has no action ${operation}`);
    try {
      const result = await withTime(now, () => action(input, store, request));
      return { status: 200, body: (result ?? {}) as Answer["body"] };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { status: error.statusCode, body: error.toJSON() };
    }
  };
  const run = async (target: string, input: object): Promise<Answer> => {
    const operation = target.slice(PREFIX.length);
    if (operation !== "ReceiveMessage") return once(operation, input);
    const { WaitTimeSeconds = 0 } = input as { WaitTimeSeconds?: number };
    const until = performance.now() + WaitTimeSeconds * 1000;
    while (true) {
      const answer = await once(operation, { ...input, WaitTimeSeconds: 0 });
      if (answer.body.Messages !== undefined || performance.now() >= until) return answer;
      await sleep(LOOK_MILLISECONDS);
    }
  };
  const client: AwsJsonClient = {
    async call(target, input) {
      const { status, body } = await run(target, input);
      if (status === 200) return body;
      const code =
        String(body.__type ?? status)
          .split("#")
          .at(-1) ?? "";
      throw new AwsJsonError(code, String(body.message ?? ""));
    },
    async forward(headers, text) {
      const input: object = JSON.parse(Buffer.from(text).toString());
      const { status, body } = await run(headers["x-amz-target"] ?? "", input);
      const contentType = "application/x-amz-json-1.0";
      return { status, contentType, body: Buffer.from(JSON.stringify(body)) };
    },
  };
  // Dead-letter queues first: a redrive policy names them.
  const named = (redrives: boolean) =>
    queues.filter(({ attributes }) => "RedrivePolicy" in attributes === redrives);
  for (const group of [named(false), named(true)])
    await Promise.all(group.map((queue) => ensureQueue(client, queue)));
  return {
    client,
    count: (names) => names.map((name) => countOf(store, name, now())),
    close() {
      store.shutdown();
      kept?.close();
    },
  };
}

/** The engine reads `Date.now`, and nothing else of the clock, before it returns. */
function withTime<T>(now: () => number, run: () => T): T {
  const real = Date.now;
  const instant = now();
  Date.now = () => instant;
  try {
    return run();
  } finally {
    Date.now = real;
  }
}

type Refusal = Error & { readonly statusCode: number; toJSON(): Answer["body"] };

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === "SqsError";
}

/** Loads the messages of earlier runs, and writes all changes to the same file. */
async function keepIn(dataFolder: string, store: SqsStore, now: () => number) {
  releaseInflight(dataFolder);
  const { PersistenceManager } = await import("../../../node_modules/fauxqs/dist/persistence.js");
  const kept = new PersistenceManager(dataFolder);
  // As the table engine does: only a crash of the whole machine can lose the last changes. Each would wait for the disk otherwise.
  (Reflect.get(kept, "db") as DatabaseSync).exec("PRAGMA synchronous = NORMAL");
  const noTopics = { topics: new Map(), subscriptions: new Map() };
  withTime(now, () => kept.loadSqsAndSns(store, noTopics as never));
  store.persistence = kept;
  for (const queue of store.allQueues()) queue.persistence = kept;
  return kept;
}

function countOf(store: SqsStore, name: string, now: number): QueueCounts {
  const queue = store.getQueueByName(name);
  const { ready = [], delayed = [], inflight = [] } = queue?.inspectMessages() ?? {};
  const times = [
    ...delayed.map((message) => message.delayUntil ?? 0),
    ...inflight.map((entry) => entry.visibilityDeadline),
  ];
  const later = times.filter((time) => time > now);
  return {
    visible: ready.length + times.length - later.length,
    nextVisibleAt: later.length === 0 ? null : Math.min(...later),
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
 * engine opens its file; does nothing where there is none, or one that a start left empty on a full disk.
 */
export function releaseInflight(dataFolder: string): void {
  const file = join(dataFolder, "fauxqs.db");
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file);
  try {
    const table = "SELECT 1 FROM sqlite_schema WHERE name = 'sqs_messages'";
    if (database.prepare(table).get() === undefined) return;
    database.exec(
      "UPDATE sqs_messages SET visibility_deadline = 0 WHERE receipt_handle IS NOT NULL",
    );
  } finally {
    database.close();
  }
}
