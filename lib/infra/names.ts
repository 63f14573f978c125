import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Duration, RemovalPolicy } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { QueueName, SecretName } from "../contract/access.ts";
import { LIVE, PAYMENT_PATH, pascalCase } from "../contract/functions.ts";
import type { Queue as QueueEntry } from "../contract/worker.ts";

/** Physical names and variable names that several constructs share. */

const SERVICE = "checkout";

/** At most 64 characters for functions: `checkout-{stage}-{id}`. */
export function physicalName(stage: string, id: string): string {
  return `${SERVICE}-${stage}-${id}`;
}

/** By what callers name a function: with its alias, where it has one. */
export function invokedName(stage: string, id: string): string {
  return physicalName(stage, id) + (PAYMENT_PATH.has(id) ? `:${LIVE}` : "");
}

export function queueVariable(queue: QueueName): string {
  return `QUEUE_URL_${screamingCase(queue)}`;
}

export function secretVariable(secret: SecretName): string {
  return `SECRET_${screamingCase(secret)}`;
}

function screamingCase(kebab: string): string {
  return kebab.replaceAll("-", "_").toUpperCase();
}

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
