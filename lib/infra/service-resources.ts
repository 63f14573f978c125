import type { CfnEventBus } from "aws-cdk-lib/aws-events";
import type { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { QueueName, SecretName } from "../contract/access.ts";
import type { DataStack, MessagingStack } from "./messaging-stack.ts";
import type { QueuePair } from "./names.ts";
import type { StageConfig } from "./stage-config.ts";

/** The table in use; a `CfnTable` or a restored copy. */
export interface TableInUse {
  readonly ref: string;
  readonly attrArn: string;
  readonly attrStreamArn: string;
}

/** The resources of other stacks that functions use. */
export interface ServiceResources {
  readonly table: TableInUse;
  readonly secrets: Readonly<Record<SecretName, CfnSecret>>;
  readonly bus: CfnEventBus;
  readonly streamDead: Queue;
  readonly schedulesDead: Queue;
  /** @throws Error for a queue that is not in the queue table */
  queue(name: QueueName): QueuePair;
}

export function serviceResources(
  data: DataStack,
  messaging: MessagingStack,
  config: StageConfig,
): ServiceResources {
  return {
    table: tableInUse(data, config),
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

/** The stack's own table or, after a restore, the copy that replaces it. */
function tableInUse(data: DataStack, { restoredTable }: StageConfig): TableInUse {
  if (restoredTable === null) return data.table;
  const { name, streamArn } = restoredTable;
  const [arn = streamArn] = streamArn.split("/stream/");
  return { ref: name, attrArn: arn, attrStreamArn: streamArn };
}
