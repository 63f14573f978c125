// Starts the table engine and the queue engine side by side.
import type { DeployedQueue } from "../assembly/deployment.ts";
import type { Clock } from "../clock.ts";
import type { DataFolder } from "../data-folder.ts";
import { type DynamoDb, startDynamoDb } from "./dynamodb-process.ts";
import { type QueueEngine, startQueueEngine } from "./queue-engine.ts";

/**
 * @param closers receives what closes each engine as soon as it runs, so that a failed start of one still
 * stops the other
 */
export async function startEngines(
  options: {
    readonly data: DataFolder;
    readonly clock: Clock;
    readonly region: string;
    readonly queues: readonly DeployedQueue[];
  },
  closers: (() => Promise<void> | void)[],
): Promise<readonly [DynamoDb, QueueEngine]> {
  const { data, clock, region, queues } = options;
  const starting = [
    startDynamoDb(data.file("dynamodb.db"), { streams: true }),
    startQueueEngine({ clock: clock.shared, dataFolder: data.file("queues"), region }, queues),
  ] as const;
  for (const engine of starting) {
    void engine.then(
      (started) => closers.push(started.close),
      () => {},
    );
  }
  return await Promise.all(starting);
}
