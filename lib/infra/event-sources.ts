import { Aws, Fn } from "aws-cdk-lib";
import { CfnRule } from "aws-cdk-lib/aws-events";
import { type CfnRole, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnEventInvokeConfig, CfnEventSourceMapping, CfnPermission } from "aws-cdk-lib/aws-lambda";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { RELEASES } from "../contract/functions.ts";
import type { WorkerSource } from "../contract/worker.ts";
import type { ServiceFunction } from "./function.ts";
import { physicalName } from "./names.ts";
import type { ServiceResources } from "./service-resources.ts";
import type { StageConfig } from "./stage-config.ts";

/** Retries of a stream batch, which is bisected after each failure, before it goes to the dead-letter queue. */
const STREAM_RETRIES = 10;
/** Older records go to the dead-letter queue; the sweepers do their work instead. */
const STREAM_RECORD_AGE_SECONDS = 3600;

type Source<K extends WorkerSource["kind"]> = Extract<WorkerSource, { kind: K }>;

/** `MaximumConcurrency` keeps a queue from using all of a small account's concurrency. */
export function readQueue(
  worker: ServiceFunction,
  source: Source<"queue">,
  resources: ServiceResources,
  maximumConcurrency: number,
  { closed }: StageConfig,
): void {
  new CfnEventSourceMapping(worker, "Source", {
    enabled: !closed,
    functionName: worker.invokedArn,
    eventSourceArn: resources.queue(source.queue).queue.queueArn,
    batchSize: source.batchSize,
    // SQS returns more than ten messages at once only with a batching window.
    ...(source.batchSize > 10 ? { maximumBatchingWindowInSeconds: 1 } : {}),
    functionResponseTypes: ["ReportBatchItemFailures"],
    scalingConfig: { maximumConcurrency },
  });
}

export function readStream(
  worker: ServiceFunction,
  source: Source<"stream">,
  resources: ServiceResources,
  { closed }: StageConfig,
): void {
  new CfnEventSourceMapping(worker, "Source", {
    // A restored table gets a new mapping, which must not start before the stage is reopened.
    enabled: !closed,
    functionName: worker.invokedArn,
    eventSourceArn: resources.table.attrStreamArn,
    startingPosition: "TRIM_HORIZON",
    batchSize: source.batchSize,
    bisectBatchOnFunctionError: true,
    maximumRetryAttempts: STREAM_RETRIES,
    maximumRecordAgeInSeconds: STREAM_RECORD_AGE_SECONDS,
    destinationConfig: { onFailure: { destination: resources.streamDead.queueArn } },
    ...(source.filters.length > 0
      ? {
          filterCriteria: {
            filters: source.filters.map((filter) => ({ pattern: JSON.stringify(filter) })),
          },
        }
      : {}),
  });
}

/** A failed run is not retried: the next scheduled run does all of its work. */
export function runOnSchedule(
  worker: ServiceFunction,
  source: Source<"schedule">,
  { stage, closed }: StageConfig,
  role: CfnRole,
  resources: ServiceResources,
): void {
  const deadLetters = resources.schedulesDead.queueArn;
  new CfnSchedule(worker, "Schedule", {
    name: physicalName(stage, worker.id),
    scheduleExpression: source.rate,
    flexibleTimeWindow: { mode: "OFF" },
    state: closed ? "DISABLED" : "ENABLED",
    target: {
      arn: worker.invokedArn,
      roleArn: role.attrArn,
      input: JSON.stringify({ schedule: worker.id }),
      retryPolicy: { maximumEventAgeInSeconds: 60, maximumRetryAttempts: 1 },
      deadLetterConfig: { arn: deadLetters },
    },
  });
  onFailure(worker, resources, { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 300 });
}

/** CodeDeploy's events come on the account's own bus. Each makes the worker read everything anew, so retries are harmless. */
export function listenToReleases(
  worker: ServiceFunction,
  { stage, closed }: StageConfig,
  resources: ServiceResources,
): void {
  const rule = new CfnRule(worker, "Rule", {
    name: physicalName(stage, worker.id),
    state: closed ? "DISABLED" : "ENABLED",
    eventPattern: {
      source: ["aws.codedeploy"],
      "detail-type": ["CodeDeploy Deployment State-change Notification"],
      detail: { application: [physicalName(stage, RELEASES)] },
    },
    targets: [
      {
        id: worker.id,
        arn: worker.invokedArn,
        deadLetterConfig: { arn: resources.schedulesDead.queueArn },
      },
    ],
  });
  // By its name: the queue's stack is deployed before the rule's.
  const place = ["arn:", Aws.PARTITION, ":events:", Aws.REGION, ":", Aws.ACCOUNT_ID];
  resources.schedulesDead.addToResourcePolicy(
    new PolicyStatement({
      sid: "FromReleases",
      principals: [new ServicePrincipal("events.amazonaws.com")],
      actions: ["sqs:SendMessage"],
      resources: [resources.schedulesDead.queueArn],
      conditions: {
        ArnEquals: {
          "aws:SourceArn": Fn.join("", [...place, `:rule/${physicalName(stage, worker.id)}`]),
        },
      },
    }),
  );
  new CfnPermission(worker, "FromRule", {
    action: "lambda:InvokeFunction",
    functionName: worker.invokedArn,
    principal: "events.amazonaws.com",
    sourceArn: rule.attrArn,
  });
  onFailure(worker, resources, { maximumRetryAttempts: 2, maximumEventAgeInSeconds: 3600 });
}

function onFailure(
  worker: ServiceFunction,
  { schedulesDead }: ServiceResources,
  retries: { readonly maximumRetryAttempts: number; readonly maximumEventAgeInSeconds: number },
): void {
  new CfnEventInvokeConfig(worker, "Async", {
    functionName: worker.resource.ref,
    qualifier: worker.qualifier,
    ...retries,
    destinationConfig: { onFailure: { destination: schedulesDead.queueArn } },
  });
}
