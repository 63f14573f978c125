import type { CfnEventBus } from "aws-cdk-lib/aws-events";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { type QueueName, SECRET_NAMES, type SecretName } from "../contract/access.ts";
import type { DataStack, MessagingStack } from "./messaging-stack.ts";
import type { QueuePair } from "./names.ts";
import type { StageConfig } from "./stage-config.ts";

/** The table in use; the stack's own or a restored copy. */
export interface TableInUse {
  readonly ref: string;
  readonly attrArn: string;
  readonly attrStreamArn: string;
}

/** The resources of other stacks that functions use. */
export interface ServiceResources {
  readonly stage: string;
  readonly table: TableInUse;
  /** `ref` is the ARN. */
  readonly secrets: Readonly<Record<SecretName, { readonly ref: string }>>;
  readonly bus: CfnEventBus;
  readonly streamDead: Queue;
  readonly schedulesDead: Queue;
  readonly busDead: Queue;
  /** @throws Error for a queue that is not in the queue table */
  queue(name: QueueName): QueuePair;
}

export function serviceResources(
  data: DataStack | null,
  messaging: MessagingStack,
  config: StageConfig,
): ServiceResources {
  return {
    stage: config.stage,
    table: tableInUse(data, config),
    secrets: secretsInUse(data, config),
    bus: messaging.bus,
    streamDead: messaging.streamDead,
    schedulesDead: messaging.schedulesDead,
    busDead: messaging.busDead,
    queue(name) {
      const pair = messaging.queues.get(name);
      if (pair === undefined) throw new Error(`There is no queue ${name} in the queue table.`);
      return pair;
    },
  };
}

/** The stack's own table or, after a restore and in a standby, the copy that it uses instead. */
function tableInUse(data: DataStack | null, { restoredTable, standby }: StageConfig): TableInUse {
  const other = restoredTable ?? standby?.table ?? null;
  if (other === null) return needed(data).table;
  const { name, streamArn } = other;
  const [arn = streamArn] = streamArn.split("/stream/");
  return { ref: name, attrArn: arn, attrStreamArn: streamArn };
}

function secretsInUse(
  data: DataStack | null,
  { standby }: StageConfig,
): ServiceResources["secrets"] {
  if (standby === null) return needed(data).secrets;
  const { secretArns } = standby;
  const refs = SECRET_NAMES.map((name) => [name, { ref: secretArns[name] }]);
  return Object.fromEntries(refs) as ServiceResources["secrets"];
}

function needed(data: DataStack | null): DataStack {
  if (data === null) throw new Error("Only a standby has no data stack.");
  return data;
}
