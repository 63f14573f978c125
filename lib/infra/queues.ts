import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Queue as QueueEntry } from "../contract/worker.ts";
import { pascalCase, physicalName } from "./names.ts";

/** A queue and its dead-letter queue, `{name}-dead`. */
export interface QueuePair {
  readonly name: string;
  readonly queue: Queue;
  readonly dead: Queue;
}

export function queuePair(scope: Construct, stage: string, entry: QueueEntry): QueuePair {
  const dead = deadLetterQueue(scope, stage, `${entry.name}-dead`);
  const queue = new Queue(scope, `Queue${pascalCase(entry.name)}`, {
    queueName: physicalName(stage, entry.name),
    visibilityTimeout: Duration.seconds(entry.visibilitySeconds),
    retentionPeriod: Duration.days(4),
    receiveMessageWaitTime: Duration.seconds(20),
    deadLetterQueue: { queue: dead, maxReceiveCount: entry.maxReceives },
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  return { name: entry.name, queue, dead };
}

/** Keeps failed messages for 14 days, SQS's maximum. */
export function deadLetterQueue(scope: Construct, stage: string, name: string): Queue {
  return new Queue(scope, `Queue${pascalCase(name)}`, {
    queueName: physicalName(stage, name),
    retentionPeriod: Duration.days(14),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}
