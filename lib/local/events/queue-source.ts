// Queue → function, as Lambda's poller does it: batches, partial failures, a bound on concurrency.
// A failed message is not deleted: it returns after its visibility timeout.
import * as z from "zod";
import type { DeployedQueue } from "../assembly/deployment.ts";
import type { DeployedSource } from "../assembly/rules.ts";
import type { QueueEngine } from "../engines/queue-engine.ts";
import type { LambdaRuntime } from "../lambda/runtime.ts";
import type { Activity } from "../log-sink.ts";
import { matchesPattern } from "./bus.ts";

export type Source = {
  /** Looks for work. Takes its activity token before it returns. */
  poke(): void;
  close(): void;
};

const messageSchema = z.looseObject({
  MessageId: z.string(),
  ReceiptHandle: z.string(),
  Body: z.string(),
  MD5OfBody: z.string(),
  Attributes: z.record(z.string(), z.string()).default({}),
  MessageAttributes: z
    .record(
      z.string(),
      z.looseObject({
        DataType: z.string(),
        StringValue: z.string().optional(),
        BinaryValue: z.string().optional(),
      }),
    )
    .default({}),
});
type Message = z.infer<typeof messageSchema>;
const received = z.looseObject({ Messages: z.array(messageSchema).default([]) });
const partialAnswer = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

/** The longest wait, in real milliseconds, before the queue is read again while a message is delayed. */
const LONGEST_WAIT_MILLISECONDS = 30_000;
const MAX_RECEIVE = 10;

export function createQueueSource(options: {
  readonly source: DeployedSource;
  readonly queue: DeployedQueue;
  readonly engine: QueueEngine;
  readonly runtime: LambdaRuntime;
  readonly activity: Activity;
  readonly region: string;
  readonly now: () => number;
}): Source {
  const { source, queue, engine, runtime, activity, region, now } = options;
  let closed = false;
  let pumping = false;
  let again = false;
  let busy = 0;
  let timer: NodeJS.Timeout | undefined;

  /**
   * Starts batches until the queue is empty or the source is at its concurrency. Returns when the next message
   * becomes visible, ms on the moved clock; null: no message waits, or it is not known.
   */
  const startBatches = async (): Promise<number | null> => {
    while (!closed && busy < source.maxConcurrency) {
      const [counts] = engine.count([queue.name]);
      if (counts === undefined || counts.visible === 0) return counts?.nextVisibleAt ?? null;
      const messages = await receive(counts.visible);
      if (messages.length === 0) return counts.nextVisibleAt;
      busy += 1;
      const end = activity.begin();
      void handle(messages)
        .catch((error: unknown) => console.error(`${source.id} failed:`, error))
        .finally(() => {
          busy -= 1;
          poke();
          end();
        });
    }
    return null;
  };

  const pump = async () => {
    clearTimeout(timer);
    let nextVisibleAt: number | null;
    do {
      again = false;
      nextVisibleAt = await startBatches();
    } while (again && !closed);
    if (closed || nextVisibleAt === null) return;
    const wait = Math.max(1, nextVisibleAt - now() + 1);
    timer = setTimeout(poke, Math.min(wait, LONGEST_WAIT_MILLISECONDS));
    timer.unref();
  };

  const receive = async (visible: number): Promise<Message[]> => {
    const messages: Message[] = [];
    const most = Math.min(source.batchSize, visible);
    while (messages.length < most) {
      const answer = await engine.client.call("AmazonSQS.ReceiveMessage", {
        QueueUrl: queue.url,
        MaxNumberOfMessages: Math.min(MAX_RECEIVE, most - messages.length),
        MessageSystemAttributeNames: ["All"],
        MessageAttributeNames: ["All"],
        WaitTimeSeconds: 0,
      });
      const more = received.parse(answer).Messages;
      messages.push(...more);
      if (more.length === 0) break;
    }
    return messages;
  };

  const handle = async (messages: readonly Message[]) => {
    const records = messages.map((message) => toRecord(message, queue.arn, region));
    const wanted = records.filter((record) => isWanted(source.filters, record));
    const failed = wanted.length === 0 ? new Set<string>() : await run(wanted);
    const done = messages.filter((message) => !failed.has(message.MessageId));
    for (let index = 0; index < done.length; index += MAX_RECEIVE) {
      await engine.client.call("AmazonSQS.DeleteMessageBatch", {
        QueueUrl: queue.url,
        Entries: done.slice(index, index + MAX_RECEIVE).map((message) => ({
          Id: message.MessageId,
          ReceiptHandle: message.ReceiptHandle,
        })),
      });
    }
  };

  const run = async (
    records: readonly ReturnType<typeof toRecord>[],
  ): Promise<ReadonlySet<string>> => {
    const all = new Set(records.map((record) => record.messageId));
    const result = await runtime.invoke(source.function, JSON.stringify({ Records: records }));
    if (!result.ok) return all;
    if (!source.reportsItemFailures) return new Set();
    const answer = partialAnswer.nullable().safeParse(JSON.parse(result.payload));
    if (!answer.success) return all;
    const names = (answer.data?.batchItemFailures ?? []).map((failure) => failure.itemIdentifier);
    // As on AWS: an unknown id makes the whole batch fail.
    return names.every((name) => all.has(name)) ? new Set(names) : all;
  };

  const poke = () => {
    again = true;
    if (pumping || closed) return;
    pumping = true;
    const end = activity.begin();
    void pump()
      .catch((error: unknown) => {
        if (!closed) console.error(`${source.id} cannot read ${queue.name}:`, error);
      })
      .finally(() => {
        pumping = false;
        if (again && !closed && busy < source.maxConcurrency) poke();
        end();
      });
  };

  return {
    poke,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

function toRecord(message: Message, arn: string, region: string) {
  const attributes = Object.entries(message.MessageAttributes).map(([name, attribute]) => [
    name,
    {
      ...(attribute.StringValue !== undefined && { stringValue: attribute.StringValue }),
      ...(attribute.BinaryValue !== undefined && { binaryValue: attribute.BinaryValue }),
      stringListValues: [],
      binaryListValues: [],
      dataType: attribute.DataType,
    },
  ]);
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes,
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.MD5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: arn,
    awsRegion: region,
  };
}

function isWanted(filters: readonly unknown[], record: { readonly body: string }): boolean {
  if (filters.length === 0) return true;
  let body: unknown = record.body;
  try {
    body = JSON.parse(record.body);
  } catch {
    // A body that is not JSON is compared as text.
  }
  return filters.some((filter) => matchesPattern(filter, { ...record, body }));
}
