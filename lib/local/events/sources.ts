// All event source mappings of the deployment: which sources look for work when something changed.

import type { Deployment } from "../assembly/deployment.ts";
import type { AwsJsonClient } from "../engines/aws-json.ts";
import type { QueueEngine } from "../engines/queue-engine.ts";
import type { LambdaRuntime } from "../lambda/runtime.ts";
import type { Activity } from "../log-sink.ts";
import { createQueueSource, type Source } from "./queue-source.ts";
import type { Checkpoints } from "./stream-source.ts";
import { createStreamReader, createStreamSource, type StreamReader } from "./stream-source.ts";

export type Sources = {
  queueChanged(queueArn: string): void;
  tableChanged(table: string): void;
  pokeAll(): void;
  /** When the next message of a queue with a reader becomes visible, in ms on the moved clock. */
  nextMessageAt(): Promise<number | null>;
  close(): void;
};

export function openSources(options: {
  readonly deployment: Deployment;
  readonly queues: QueueEngine;
  readonly tableClient: AwsJsonClient;
  /** Stream ARNs of the engine by table name. */
  readonly streams: ReadonlyMap<string, string>;
  readonly runtime: LambdaRuntime;
  readonly activity: Activity;
  readonly checkpoints: Checkpoints;
  readonly now: () => number;
}): Sources {
  const { deployment, queues, tableClient, streams, runtime, activity, checkpoints, now } = options;
  const { region } = deployment.place;
  const byQueue = new Map<string, Source>();
  const byTable = new Map<string, Source[]>();
  /** By the ARN of the stream. */
  const readers = new Map<string, StreamReader>();
  const readQueues: string[] = [];
  const queueChanged = (arn: string) => byQueue.get(arn)?.poke();

  for (const source of deployment.sources) {
    const common = { source, runtime, activity, region, now };
    if (source.kind === "queue") {
      const queue = deployment.queues.find(({ arn }) => arn === source.sourceArn);
      if (queue === undefined)
        throw new Error(`${source.id}: there is no queue ${source.sourceArn}`);
      if (byQueue.has(queue.arn)) throw new Error(`${queue.name} is read by two functions`);
      byQueue.set(queue.arn, createQueueSource({ ...common, queue, engine: queues }));
      readQueues.push(queue.name);
      continue;
    }
    const table = deployment.tables.find(({ arn }) => source.sourceArn.startsWith(`${arn}/`));
    const stream = table && streams.get(table.name);
    if (table === undefined || stream === undefined) {
      throw new Error(`${source.id}: there is no stream ${source.sourceArn}`);
    }
    const giveUp = async (queueArn: string, message: string) => {
      const queue = deployment.queues.find(({ arn }) => arn === queueArn);
      if (queue === undefined) throw new Error(`${source.id}: there is no queue ${queueArn}`);
      await queues.client.call("AmazonSQS.SendMessage", {
        QueueUrl: queue.url,
        MessageBody: message,
      });
      queueChanged(queueArn);
    };
    const reader = readers.get(stream) ?? createStreamReader(tableClient, stream);
    readers.set(stream, reader);
    const made = createStreamSource({ ...common, reader, checkpoints, giveUp });
    byTable.set(table.name, [...(byTable.get(table.name) ?? []), made]);
  }
  const all = [...byQueue.values(), ...[...byTable.values()].flat()];
  return {
    queueChanged,
    tableChanged(table) {
      for (const source of byTable.get(table) ?? []) source.poke();
    },
    pokeAll() {
      for (const source of all) source.poke();
    },
    async nextMessageAt() {
      const counts = queues.count(readQueues);
      const times = counts.flatMap(({ nextVisibleAt }) => nextVisibleAt ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
    close() {
      for (const source of all) source.close();
    },
  };
}
