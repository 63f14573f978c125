import * as z from "zod";
import { type DeployedFunction, findFunction } from "./functions.ts";
import { type Resource, readProperties } from "./template.ts";

// EventBridge: rules with a pattern, and schedules (rules with an expression, or Scheduler's own).

export type Target = {
  readonly arn: string;
  /** Replaces the event, as JSON text. */
  readonly input: string | null;
  readonly inputPath: string | null;
  /** Of a schedule: the role that the scheduler assumes. */
  readonly roleArn: string | null;
};
export type DeployedRule = {
  readonly name: string;
  readonly bus: string;
  readonly pattern: unknown;
  readonly targets: readonly Target[];
};
export type DeployedSchedule = {
  readonly name: string;
  /** As in the template; the local stack runs only `rate(…)`. */
  readonly expression: string;
  readonly targets: readonly Target[];
};

const target = z
  .looseObject({
    Arn: z.string(),
    Input: z.string().optional(),
    InputPath: z.string().optional(),
    RoleArn: z.string().optional(),
  })
  .transform((raw, context): Target => {
    if (raw.InputTransformer !== undefined) {
      context.addIssue("InputTransformer is not supported by the local stack");
    }
    return {
      arn: raw.Arn,
      input: raw.Input ?? null,
      inputPath: raw.InputPath ?? null,
      roleArn: raw.RoleArn ?? null,
    };
  });
const ruleSchema = z.looseObject({
  EventBusName: z.string().default("default"),
  EventPattern: z.unknown().optional(),
  ScheduleExpression: z.string().optional(),
  State: z.string().default("ENABLED"),
  Targets: z.array(target).default([]),
});
const scheduleSchema = z.looseObject({
  ScheduleExpression: z.string(),
  State: z.string().default("ENABLED"),
  Target: target,
});

export function readRules(resources: readonly Resource[]): readonly DeployedRule[] {
  return enabledRules(resources).flatMap(({ resource, rule }) =>
    rule.EventPattern === undefined
      ? []
      : [
          {
            name: resource.name,
            bus: busName(rule.EventBusName),
            pattern: rule.EventPattern,
            targets: rule.Targets,
          },
        ],
  );
}

export function readSchedules(resources: readonly Resource[]): readonly DeployedSchedule[] {
  const byRule = enabledRules(resources).flatMap(({ resource, rule }) =>
    rule.ScheduleExpression === undefined
      ? []
      : [{ name: resource.name, expression: rule.ScheduleExpression, targets: rule.Targets }],
  );
  const own = resources
    .filter((resource) => resource.type === "AWS::Scheduler::Schedule")
    .map((resource) => ({ resource, schedule: readProperties(scheduleSchema, resource) }))
    .filter(({ schedule }) => schedule.State === "ENABLED")
    .map(({ resource, schedule }) => ({
      name: resource.name,
      expression: schedule.ScheduleExpression,
      targets: [schedule.Target],
    }));
  return [...byRule, ...own];
}

/** A bus may be given by name or by ARN. */
export function busName(reference: string): string {
  return reference.split("event-bus/").at(-1) ?? reference;
}

function enabledRules(resources: readonly Resource[]) {
  return resources
    .filter((resource) => resource.type === "AWS::Events::Rule")
    .map((resource) => ({ resource, rule: readProperties(ruleSchema, resource) }))
    .filter(({ rule }) => rule.State.startsWith("ENABLED"));
}

// Event source mappings: which queue or stream wakes which function, and how.

export type DeployedSource = {
  /** Stable over restarts; names the checkpoint. */
  readonly id: string;
  readonly kind: "queue" | "stream";
  readonly sourceArn: string;
  readonly function: DeployedFunction;
  readonly batchSize: number;
  /** Event filter patterns, any of which may match; none: everything does. */
  readonly filters: readonly unknown[];
  readonly reportsItemFailures: boolean;
  /** Queues only. */
  readonly maxConcurrency: number;
  /** Streams only; -1: no limit. */
  readonly maxRetries: number;
  readonly bisectOnError: boolean;
  readonly onFailureArn: string | null;
};

const schema = z.looseObject({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.coerce.number().optional(),
  Enabled: z.boolean().default(true),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.looseObject({ MaximumConcurrency: z.coerce.number().optional() }).optional(),
  FilterCriteria: z
    .object({ Filters: z.array(z.object({ Pattern: z.string() })).default([]) })
    .optional(),
  MaximumRetryAttempts: z.coerce.number().default(-1),
  BisectBatchOnFunctionError: z.boolean().default(false),
  DestinationConfig: z
    .looseObject({ OnFailure: z.looseObject({ Destination: z.string() }).optional() })
    .optional(),
});

export function readSources(
  resources: readonly Resource[],
  functions: readonly DeployedFunction[],
): readonly DeployedSource[] {
  return resources
    .filter((resource) => resource.type === "AWS::Lambda::EventSourceMapping")
    .flatMap((resource) => {
      const properties = readProperties(schema, resource);
      if (!properties.Enabled) return [];
      const target = findFunction(functions, properties.FunctionName);
      if (target === undefined)
        throw new Error(`${resource.logicalId}: no function ${properties.FunctionName}`);
      const kind = sourceKind(properties.EventSourceArn, resource.logicalId);
      return [
        {
          id: `${target.name}-${kind}`,
          kind,
          sourceArn: properties.EventSourceArn,
          function: target,
          batchSize: properties.BatchSize ?? (kind === "queue" ? 10 : 100),
          filters: (properties.FilterCriteria?.Filters ?? []).map((filter) =>
            JSON.parse(filter.Pattern),
          ),
          reportsItemFailures: properties.FunctionResponseTypes.includes("ReportBatchItemFailures"),
          maxConcurrency: properties.ScalingConfig?.MaximumConcurrency ?? 1000,
          maxRetries: properties.MaximumRetryAttempts,
          bisectOnError: properties.BisectBatchOnFunctionError,
          onFailureArn: properties.DestinationConfig?.OnFailure?.Destination ?? null,
        },
      ];
    });
}

function sourceKind(arn: string, logicalId: string): "queue" | "stream" {
  if (arn.includes(":sqs:")) return "queue";
  if (arn.includes(":dynamodb:")) return "stream";
  throw new Error(`${logicalId}: a source like ${arn} is not supported by the local stack`);
}
