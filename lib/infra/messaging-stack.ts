import type { CfnGlobalTable } from "aws-cdk-lib/aws-dynamodb";
import { CfnArchive, CfnEventBus, CfnRule } from "aws-cdk-lib/aws-events";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { SecretName } from "../contract/access.ts";
import { pascalCase } from "../contract/functions.ts";
import { type BusRule, EVENT_SOURCE, type Queue as QueueEntry } from "../contract/worker.ts";
import { deadLetterQueue, physicalName, type QueuePair, queuePair } from "./names.ts";
import { secrets } from "./secrets.ts";
import type { StageConfig } from "./stage-config.ts";
import { encryptionKey, secondKeyAlias, table } from "./table.ts";

/** How long events can be replayed. The API lists events for 30 days too. */
const ARCHIVE_DAYS = 30;

/** Dead-letter queues of the stream, the schedules and the bus. */
const OTHER_DEAD_QUEUES = ["stream-dead", "schedules-dead", "bus-dead"] as const;

/** Names of the dead-letter queues of this stack, without the stage. */
export function deadQueueNames(queues: readonly QueueEntry[]): readonly string[] {
  return [...queues.map(({ name }) => `${name}-dead`), ...OTHER_DEAD_QUEUES];
}

interface MessagingStackProps extends StackProps {
  readonly config: StageConfig;
  readonly queues: readonly QueueEntry[];
  readonly rules: readonly BusRule[];
}

/** Queues with their dead letters, and the bus that feeds them. */
export class MessagingStack extends Stack {
  readonly queues: ReadonlyMap<string, QueuePair>;
  readonly bus: CfnEventBus;
  /** Receives the position of stream batches that failed all retries. */
  readonly streamDead: Queue;
  /** Receives scheduled runs that did not start or that failed. */
  readonly schedulesDead: Queue;
  readonly busDead: Queue;

  constructor(scope: Construct, id: string, props: MessagingStackProps) {
    const { config, queues, rules, ...stackProps } = props;
    super(scope, id, stackProps);
    const { stage } = config;
    this.queues = new Map(
      queues.map((entry) => [entry.name as string, queuePair(this, stage, entry)]),
    );
    const [stream, schedules, bus] = OTHER_DEAD_QUEUES;
    this.streamDead = deadLetterQueue(this, stage, stream);
    this.schedulesDead = deadLetterQueue(this, stage, schedules);
    this.busDead = deadLetterQueue(this, stage, bus);

    this.bus = new CfnEventBus(this, "Bus", { name: physicalName(stage, "events") });
    const archive = new CfnArchive(this, "BusArchive", {
      sourceArn: this.bus.attrArn,
      eventPattern: { source: [EVENT_SOURCE] },
      retentionDays: ARCHIVE_DAYS,
    });
    for (const rule of rules) this.addRule(stage, rule);
    this.pinExports();
    // For the restore in docs/deploy.md.
    new CfnOutput(this, "BusArn", { value: this.bus.attrArn });
    new CfnOutput(this, "ArchiveArn", { value: archive.attrArn });
    for (const { name, queue } of this.queues.values()) {
      new CfnOutput(this, `${pascalCase(name)}QueueUrl`, { value: queue.queueUrl });
    }
  }

  /** For the same reason as in `DataStack`. */
  private pinExports(): void {
    for (const { queue, dead } of this.queues.values()) {
      this.exportValue(queue.queueArn);
      this.exportValue(queue.queueUrl);
      this.exportValue(dead.queueArn);
    }
    for (const dead of [this.streamDead, this.schedulesDead, this.busDead])
      this.exportValue(dead.queueArn);
    this.exportValue(this.bus.ref);
    this.exportValue(this.bus.attrArn);
  }

  private addRule(stage: string, entry: BusRule): void {
    const pair = this.queues.get(entry.queue);
    if (pair === undefined) {
      throw new Error(`Rule ${entry.name} feeds the queue ${entry.queue}, which does not exist.`);
    }
    const rule = new CfnRule(this, `Rule${pascalCase(entry.name)}`, {
      name: physicalName(stage, entry.name),
      eventBusName: this.bus.ref,
      eventPattern: {
        source: [EVENT_SOURCE],
        ...entry.pattern,
      },
      targets: [
        {
          id: entry.queue,
          arn: pair.queue.queueArn,
          deadLetterConfig: { arn: this.busDead.queueArn },
          retryPolicy: { maximumEventAgeInSeconds: 86_400, maximumRetryAttempts: 185 },
        },
      ],
    });
    for (const queue of [pair.queue, this.busDead]) {
      queue.addToResourcePolicy(
        new PolicyStatement({
          sid: `From${pascalCase(entry.name)}`,
          principals: [new ServicePrincipal("events.amazonaws.com")],
          actions: ["sqs:SendMessage"],
          resources: [queue.queueArn],
          conditions: { ArnEquals: { "aws:SourceArn": rule.attrArn } },
        }),
      );
    }
  }
}

/** Lives in the second region, before the table: the key of the copies there. */
export class SecondRegionStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { readonly config: StageConfig }) {
    const { config, ...stackProps } = props;
    super(scope, id, { ...stackProps, terminationProtection: config.protectData });
    const key = encryptionKey(this, config.protectData);
    key.addAlias(secondKeyAlias(config.stage));
  }
}

/** The data that must survive: the table, the secrets, and the key of both. */
export class DataStack extends Stack {
  readonly table: CfnGlobalTable;
  readonly secrets: Readonly<Record<SecretName, CfnSecret>>;

  constructor(scope: Construct, id: string, props: StackProps & { readonly config: StageConfig }) {
    const { config, ...stackProps } = props;
    super(scope, id, { ...stackProps, terminationProtection: config.protectData });
    const key = encryptionKey(this, config.protectData);
    const copies =
      config.secondRegion === null
        ? []
        : [{ region: config.secondRegion, kmsKeyId: secondKeyAlias(config.stage) }];
    this.secrets = secrets(this, key, config.protectData, copies);
    this.table = table(this, key, config);
    // The table comes last: deletion protection would block a rollback that started after it.
    for (const secret of Object.values(this.secrets)) this.table.addResourceDependency(secret);
    this.pinExports();
    new CfnOutput(this, "KeyArn", { value: key.keyArn });
    // CloudFormation chooses their names; the procedures in docs/ need them.
    for (const [name, secret] of Object.entries(this.secrets)) {
      new CfnOutput(this, `${pascalCase(name)}SecretArn`, { value: secret.ref });
    }
  }

  /**
   * Exports everything that another stack may use, even if none does. By itself the CDK exports only what
   * is in use, and CloudFormation refuses to remove an export that another stack still imports.
   */
  private pinExports(): void {
    const { table } = this;
    const values = [table.ref, table.attrArn, table.attrStreamArn];
    for (const secret of Object.values(this.secrets)) values.push(secret.ref);
    for (const value of values) this.exportValue(value);
  }
}
