import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import {
  ACCOUNT,
  arnOf,
  attributeOf,
  evaluateCondition,
  type Json,
  type Place,
  physicalName,
  refOf,
  resolveIntrinsics,
  type Scope,
} from "./intrinsics.ts";

// Reads a cloud assembly (`cdk.out`) and gives every resource of every stack with its properties
// resolved, across stacks. Knows nothing about what resources mean.

export type Resource = {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  /** The physical name, as `physicalName` forms it. */
  readonly name: string;
  readonly properties: Readonly<Record<string, Json>>;
  readonly metadata: Readonly<Record<string, Json>>;
};

const json: z.ZodType<Json> = z.json();
const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.string().optional(),
      properties: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});
const templateSchema = z.object({
  Parameters: z
    .record(z.string(), z.looseObject({ Type: z.string(), Default: json.optional() }))
    .default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), json))).default({}),
  Conditions: z.record(z.string(), json).default({}),
  Resources: z
    .record(
      z.string(),
      z.object({
        Type: z.string(),
        Properties: z.record(z.string(), json).default({}),
        Metadata: z.record(z.string(), json).default({}),
        Condition: z.string().optional(),
      }),
    )
    .default({}),
  Outputs: z
    .record(z.string(), z.object({ Value: json, Export: z.object({ Name: json }).optional() }))
    .default({}),
});
type Template = z.infer<typeof templateSchema>;
type Stack = { readonly name: string; readonly template: Template };

const DEFAULT_REGION = "us-east-1";

/** The region that the stacks were made for. */
export function assemblyRegion(folder: string): string {
  const regions = Object.values(readManifest(folder).artifacts)
    .filter(({ type }) => type === "aws:cloudformation:stack")
    .map(({ environment }) => environment?.split("/").at(-1));
  return (
    regions.find((region) => region !== undefined && region !== "unknown-region") ?? DEFAULT_REGION
  );
}

function readManifest(folder: string): z.infer<typeof manifestSchema> {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")));
}

/** @throws Error where the folder holds no assembly, or a template cannot be resolved. */
export function readAssembly(folder: string, at: Place): readonly Resource[] {
  const manifest = readManifest(folder);
  const stacks: Stack[] = [];
  for (const [id, artifact] of Object.entries(manifest.artifacts)) {
    if (artifact.type !== "aws:cloudformation:stack") continue;
    const file = z.string().parse(artifact.properties?.templateFile);
    const name = z.string().optional().parse(artifact.properties?.stackName) ?? id;
    stacks.push({
      name,
      template: templateSchema.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))),
    });
  }
  if (stacks.length === 0) throw new Error(`${folder} holds no CloudFormation stack`);
  return resolveStacks(stacks, at);
}

function resolveStacks(stacks: readonly Stack[], at: Place): readonly Resource[] {
  const exports = new Map<string, () => Json>();
  const exported = (name: string): Json | undefined => exports.get(name)?.();
  for (const stack of stacks) {
    const scope = scopeOf(stack, at, exported);
    for (const [id, output] of Object.entries(stack.template.Outputs)) {
      if (output.Export === undefined) continue;
      const name = String(resolveIntrinsics(output.Export.Name, scope, `${stack.name}.${id}`));
      exports.set(name, () => resolveIntrinsics(output.Value, scope, `${stack.name}.${id}`));
    }
  }
  return stacks.flatMap((stack) => {
    const scope = scopeOf(stack, at, exported);
    return Object.entries(stack.template.Resources).flatMap(([logicalId, resource]) => {
      if (resource.Condition !== undefined && scope.condition(resource.Condition) === false)
        return [];
      const place = `${stack.name}.${logicalId}`;
      const properties = isActive(resource.Type)
        ? Object.fromEntries(
            Object.entries(resource.Properties).map(([key, value]) => [
              key,
              resolveIntrinsics(value, scope, `${place}.${key}`),
            ]),
          )
        : {};
      const name = nameOf(stack, logicalId, scope);
      const { Type: type, Metadata: metadata } = resource;
      return [{ stack: stack.name, logicalId, type, name, properties, metadata }];
    });
  });
}

/** Only what the local stack runs is resolved; alarms and the like may use anything. */
function isActive(type: string): boolean {
  return /^AWS::(DynamoDB|SQS|Lambda|IAM|Events|Scheduler|SecretsManager|ApiGateway|SNS)::/.test(
    type,
  );
}

function nameOf(stack: Stack, logicalId: string, scope: Scope): string {
  const resource = stack.template.Resources[logicalId];
  if (resource === undefined) throw new Error(`${stack.name} has no resource ${logicalId}`);
  const names = Object.entries(resource.Properties)
    .filter(([key]) => key.endsWith("Name") || key === "FifoQueue")
    .map(([key, value]) => [
      key,
      resolveIntrinsics(value, scope, `${stack.name}.${logicalId}.${key}`),
    ]);
  return physicalName(resource.Type, stack.name, logicalId, Object.fromEntries(names));
}

function scopeOf(stack: Stack, at: Place, exported: (name: string) => Json | undefined): Scope {
  const { template } = stack;
  const pseudo: Readonly<Record<string, Json>> = {
    "AWS::AccountId": ACCOUNT,
    "AWS::Region": at.region,
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
    "AWS::StackName": stack.name,
    "AWS::StackId": `arn:aws:cloudformation:${at.region}:${ACCOUNT}:stack/${stack.name}/local`,
    "AWS::NotificationARNs": [],
  };
  const scope: Scope = {
    ref(name) {
      if (name in pseudo) return pseudo[name];
      const parameter = template.Parameters[name];
      if (parameter !== undefined) return parameter.Default;
      const resource = template.Resources[name];
      if (resource === undefined) return undefined;
      if (resource.Type === "AWS::Lambda::Version" || resource.Type === "AWS::Lambda::Alias") {
        const { FunctionName = null, Name = "1" } = resource.Properties;
        const [of, qualifier] = [FunctionName, Name].map((part) =>
          String(resolveIntrinsics(part, scope, name)),
        );
        return `${arnOf("AWS::Lambda::Function", of ?? "", at)}:${qualifier}`;
      }
      return refOf(resource.Type, nameOf(stack, name, scope), at);
    },
    attribute(logicalId, attribute) {
      const resource = template.Resources[logicalId];
      if (resource === undefined) return undefined;
      return attributeOf(resource.Type, nameOf(stack, logicalId, scope), attribute, at);
    },
    exported,
    condition(name) {
      const expression = template.Conditions[name];
      return expression === undefined ? undefined : evaluateCondition(expression, scope, name);
    },
    mapping: (map, first, second) => template.Mappings[map]?.[first]?.[second],
  };
  return scope;
}

/** Parses a resource's properties. @throws Error that names the resource and what does not fit. */
export function readProperties<T extends z.ZodType>(schema: T, resource: Resource): z.infer<T> {
  const parsed = schema.safeParse(resource.properties);
  if (parsed.success) return parsed.data;
  throw new Error(
    `${resource.stack}.${resource.logicalId} (${resource.type}): ${z.prettifyError(parsed.error)}`,
  );
}
