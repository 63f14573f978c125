import { CfnRule } from "aws-cdk-lib/aws-events";
import {
  CfnManagedPolicy,
  type CfnRole,
  Effect,
  PolicyDocument,
  PolicyStatement,
  ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import { CfnEventInvokeConfig, CfnEventSourceMapping, CfnPermission } from "aws-cdk-lib/aws-lambda";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { Aws, Fn, Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { PAYMENT_PATH, RELEASES } from "../contract/functions.ts";
import type { Worker, WorkerSource } from "../contract/worker.ts";
import type { FunctionEntry } from "./build-functions.ts";
import { environmentOf, readerConcurrency, ServiceFunction } from "./function.ts";
import { GradualRelease } from "./gradual-release.ts";
import { statementsOf } from "./grants.ts";
import { physicalName } from "./names.ts";
import { invokeRole } from "./rest-api.ts";
import type { ServiceResources } from "./service-resources.ts";
import type { StageConfig } from "./stage-config.ts";
import { staggered } from "./staggered.ts";

/**
 * The stacks of functions, in the order in which they are deployed: a release that the payment path refuses reaches no
 * other function. One stack would be larger than the megabyte that CloudFormation takes.
 */
export const FUNCTION_STACKS = ["payments", "platform", "others"] as const;
export type FunctionStackName = (typeof FUNCTION_STACKS)[number];

/** Names the stack of a function. */
export function functionStackOf(id: string): FunctionStackName {
  if (PAYMENT_PATH.has(id)) return "payments";
  return /^(?:platform|auth)-/.test(id) ? "platform" : "others";
}

interface FunctionsStackProps extends StackProps {
  readonly config: StageConfig;
  readonly entries: readonly FunctionEntry[];
  /** All of the service, in whichever stack. */
  readonly workers: readonly Worker[];
  readonly resources: ServiceResources;
  /** Holds one folder per function id; null for the local stack. */
  readonly bundles: string | null;
  readonly publicBaseUrl: string;
}

const FUNCTIONS_AT_ONCE = 10;

/** Functions with their event sources. */
export class FunctionsStack extends Stack {
  readonly functions: readonly ServiceFunction[];

  constructor(scope: Construct, id: string, props: FunctionsStackProps) {
    const { config, entries, workers, resources, bundles, publicBaseUrl, ...stackProps } = props;
    super(scope, id, { ...stackProps, suppressTemplateIndentation: true });
    const fence = this.fence(config);
    const scheduler = this.schedulerRole(entries, config, resources);
    this.functions = entries.map((entry) => {
      const made = new ServiceFunction(this, {
        entry,
        stage: config.stage,
        bundles,
        fence,
        environment: environmentOf(entry.access, config, publicBaseUrl, resources),
        statements: (logGroupArn) => statementsOf(entry, logGroupArn, resources),
      });
      if (entry.source?.kind === "queue") {
        const { accountConcurrency } = config;
        const most = readerConcurrency(entry.source.maxConcurrency, workers, accountConcurrency);
        readQueue(made, entry.source, resources, most, config);
      }
      if (entry.source?.kind === "stream") readStream(made, entry.source, resources, config);
      if (entry.source?.kind === "schedule" && scheduler !== null) {
        runOnSchedule(made, entry.source, config, scheduler, resources);
      }
      if (entry.source?.kind === "releases") listenToReleases(made, config, resources);
      return made;
    });
    staggered(
      this.functions.map(({ role, resource }) => [role, resource]),
      FUNCTIONS_AT_ONCE,
    );
    const gradual = this.functions.filter(({ live }) => live !== null);
    if (gradual.length > 0) new GradualRelease(this, "Release", { config, functions: gradual });
  }

  /**
   * Forbids nothing. IAM is one for all regions, so a new version of this policy stops the functions of a region that
   * nobody can reach (`docs/second-region.md`).
   */
  private fence({ stage, secondRegion, standby }: StageConfig): string | null {
    if (secondRegion === null && standby === null) return null;
    const part = this.node.id.replace(/^.*Functions/, "").toLowerCase();
    return new CfnManagedPolicy(this, "Fence", {
      managedPolicyName: physicalName(stage, `fence-${part}`),
      policyDocument: new PolicyDocument({
        statements: [
          new PolicyStatement({
            effect: Effect.DENY,
            actions: ["dynamodb:PutItem"],
            // biome-ignore lint/suspicious/noTemplateCurlyInString: it is CloudFormation that fills it in
            resources: [Fn.sub("arn:${AWS::Partition}:dynamodb:*:${AWS::AccountId}:table/none")],
          }),
        ],
      }),
    }).ref;
  }

  /** Null where nothing runs on a schedule. */
  private schedulerRole(
    entries: readonly FunctionEntry[],
    { stage }: StageConfig,
    resources: ServiceResources,
  ): CfnRole | null {
    const scheduled = entries.filter(({ source }) => source?.kind === "schedule");
    if (scheduled.length === 0) return null;
    const deadLetters = new PolicyStatement({
      actions: ["sqs:SendMessage"],
      resources: [resources.schedulesDead.queueArn],
    });
    return invokeRole(this, "SchedulerRole", {
      service: "scheduler.amazonaws.com",
      stage,
      functionIds: scheduled.map(({ id }) => id),
      statements: [deadLetters],
    });
  }
}

/** Retries of a stream batch, which is bisected after each failure, before it goes to the dead-letter queue. */
const STREAM_RETRIES = 10;
/** Older records go to the dead-letter queue; the sweepers do their work instead. */
const STREAM_RECORD_AGE_SECONDS = 3600;

type Source<K extends WorkerSource["kind"]> = Extract<WorkerSource, { kind: K }>;

/** `MaximumConcurrency` keeps a queue from using all of a small account's concurrency. */
function readQueue(
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

function readStream(
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
function runOnSchedule(
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

/** CodeDeploy's events come on the account's own bus. For each one, the worker reads everything again, so retries are harmless. */
function listenToReleases(
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
