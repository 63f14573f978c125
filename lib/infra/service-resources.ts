import type { CfnTable } from "aws-cdk-lib/aws-dynamodb";
import type { CfnEventBus } from "aws-cdk-lib/aws-events";
import type { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { QueueName, SecretName } from "../contract/access.ts";
import type { DataStack } from "./data-stack.ts";
import type { MessagingStack } from "./messaging-stack.ts";
import type { QueuePair } from "./queues.ts";

/** What functions work with, wherever it was made. */
export interface ServiceResources {
  readonly table: CfnTable;
  readonly secrets: Readonly<Record<SecretName, CfnSecret>>;
  readonly bus: CfnEventBus;
  readonly streamDead: Queue;
  readonly schedulesDead: Queue;
  /** Throws for a queue that the queue table lacks. */
  queue(name: QueueName): QueuePair;
}

export function serviceResources(data: DataStack, messaging: MessagingStack): ServiceResources {
  return {
    table: data.table,
    secrets: data.secrets,
    bus: messaging.bus,
    streamDead: messaging.streamDead,
    schedulesDead: messaging.schedulesDead,
    queue(name) {
      const pair = messaging.queues.get(name);
      if (pair === undefined) throw new Error(`There is no queue ${name} in the queue table.`);
      return pair;
    },
  };
}
