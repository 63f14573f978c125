// Event source mappings: which queue or stream wakes which function, and how.
import * as z from "zod";
import { type DeployedFunction, findFunction } from "./functions.ts";
import type { Resource } from "./template.ts";
import { readProperties } from "./template.ts";

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
