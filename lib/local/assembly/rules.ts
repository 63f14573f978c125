// EventBridge: rules with a pattern, and schedules (rules with an expression, or Scheduler's own).
import * as z from "zod";
import type { Resource } from "./template.ts";
import { readProperties } from "./template.ts";

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
