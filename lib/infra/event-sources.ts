import type { CfnRole } from "aws-cdk-lib/aws-iam";
import { CfnEventInvokeConfig, CfnEventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import type { WorkerSource } from "../contract/worker.ts";
import type { ServiceFunction } from "./function.ts";
import { physicalName } from "./names.ts";
import type { ServiceResources } from "./service-resources.ts";

/** Tries of one batch of the stream before it is cut in half and in the end put aside. */
const STREAM_RETRIES = 10;
/** A record that is older goes to the failure queue; the sweepers find what it stood for. */
const STREAM_RECORD_AGE_SECONDS = 3600;

type Source<K extends WorkerSource["kind"]> = Extract<WorkerSource, { kind: K }>;

/** `MaximumConcurrency` keeps a queue from taking all of a small account's concurrency. */
export function readQueue(
  worker: ServiceFunction,
  source: Source<"queue">,
  resources: ServiceResources,
  maximumConcurrency: number,
): void {
  new CfnEventSourceMapping(worker, "Source", {
    functionName: worker.resource.ref,
    eventSourceArn: resources.queue(source.queue).queue.queueArn,
    batchSize: source.batchSize,
    // SQS gives more than ten at once only to those who wait for them.
    ...(source.batchSize > 10 ? { maximumBatchingWindowInSeconds: 1 } : {}),
    functionResponseTypes: ["ReportBatchItemFailures"],
    scalingConfig: { maximumConcurrency },
  });
}

export function readStream(
  worker: ServiceFunction,
  source: Source<"stream">,
  resources: ServiceResources,
): void {
  new CfnEventSourceMapping(worker, "Source", {
    functionName: worker.resource.ref,
    eventSourceArn: resources.table.attrStreamArn,
    startingPosition: "TRIM_HORIZON",
    batchSize: source.batchSize,
    bisectBatchOnFunctionError: true,
    maximumRetryAttempts: STREAM_RETRIES,
    maximumRecordAgeInSeconds: STREAM_RECORD_AGE_SECONDS,
    functionResponseTypes: ["ReportBatchItemFailures"],
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

/** Runs that fail are not repeated: the next one is never far, and each does the whole work. */
export function runOnSchedule(
  worker: ServiceFunction,
  source: Source<"schedule">,
  stage: string,
  role: CfnRole,
  resources: ServiceResources,
): void {
  const deadLetters = resources.schedulesDead.queueArn;
  new CfnSchedule(worker, "Schedule", {
    name: physicalName(stage, worker.id),
    scheduleExpression: source.rate,
    flexibleTimeWindow: { mode: "OFF" },
    state: "ENABLED",
    target: {
      arn: worker.resource.attrArn,
      roleArn: role.attrArn,
      input: JSON.stringify({ schedule: worker.id }),
      retryPolicy: { maximumEventAgeInSeconds: 60, maximumRetryAttempts: 1 },
      deadLetterConfig: { arn: deadLetters },
    },
  });
  new CfnEventInvokeConfig(worker, "Async", {
    functionName: worker.resource.ref,
    qualifier: "$LATEST",
    maximumEventAgeInSeconds: 300,
    maximumRetryAttempts: 0,
    destinationConfig: { onFailure: { destination: deadLetters } },
  });
}
