import { Fn, Stack, type StackProps } from "aws-cdk-lib";
import {
  CfnManagedPolicy,
  type CfnRole,
  Effect,
  PolicyDocument,
  PolicyStatement,
} from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { PAYMENT_PATH } from "../contract/functions.ts";
import type { Worker } from "../contract/worker.ts";
import type { FunctionEntry } from "./build-functions.ts";
import { listenToReleases, readQueue, readStream, runOnSchedule } from "./event-sources.ts";
import { environmentOf, readerConcurrency, ServiceFunction } from "./function.ts";
import { GradualRelease } from "./gradual-release.ts";
import { statementsOf } from "./grants.ts";
import { physicalName } from "./names.ts";
import { invokeRole } from "./rest-api.ts";
import type { ServiceResources } from "./service-resources.ts";
import type { StageConfig } from "./stage-config.ts";

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
