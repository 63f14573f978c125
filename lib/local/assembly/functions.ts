import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { arnOf, type Place } from "./intrinsics.ts";
import { type Resource, readProperties } from "./template.ts";

// The identity policies of a role as the template gives them: inline, AWS::IAM::Policy, AWS::IAM::RolePolicy and
// managed policies of the template. AWS's own managed policies are left out: the basic execution role grants logs only,
// and a function that leans on a broader one should be refused here.

export type Statement = {
  readonly effect: "Allow" | "Deny";
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** The resources are those that are meant by none of the patterns. */
  readonly exceptResources: boolean;
  /** operator → key → values */
  readonly conditions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};
export type Role = {
  readonly name: string;
  readonly arn: string;
  readonly statements: readonly Statement[];
};

const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const conditionValues = z
  .union([z.string(), z.boolean(), z.number(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [String(value)]));
const statement = z
  .strictObject({
    Sid: z.string().optional(),
    Effect: z.enum(["Allow", "Deny"]),
    Action: texts,
    Resource: texts.optional(),
    NotResource: texts.optional(),
    Condition: z.record(z.string(), z.record(z.string(), conditionValues)).default({}),
  })
  .transform((raw) => ({
    effect: raw.Effect,
    actions: raw.Action,
    resources: raw.Resource ?? raw.NotResource ?? [],
    exceptResources: raw.Resource === undefined,
    conditions: raw.Condition,
  }));
const document = z.looseObject({
  Statement: z.union([statement, z.array(statement)]).transform((value) => [value].flat()),
});
const roleSchema = z.looseObject({
  Policies: z.array(z.looseObject({ PolicyDocument: document })).default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
});
const policySchema = z.looseObject({
  PolicyDocument: document,
  Roles: z.array(z.string()).default([]),
  RoleName: z.string().optional(),
});

/** By ARN. */
export function readRoles(resources: readonly Resource[], place: Place): ReadonlyMap<string, Role> {
  const attached = resources
    .filter((resource) => /^AWS::IAM::(Policy|RolePolicy|ManagedPolicy)$/.test(resource.type))
    .map((resource) => ({ resource, policy: readProperties(policySchema, resource) }));
  const roles = resources
    .filter((resource) => resource.type === "AWS::IAM::Role")
    .map((resource): Role => {
      const own = readProperties(roleSchema, resource);
      const others = attached.filter(
        ({ resource: { type, name }, policy }) =>
          policy.Roles.includes(resource.name) ||
          policy.RoleName === resource.name ||
          own.ManagedPolicyArns.includes(arnOf(type, name, place)),
      );
      return {
        name: resource.name,
        arn: arnOf(resource.type, resource.name, place),
        statements: [
          ...own.Policies.flatMap((policy) => policy.PolicyDocument.Statement),
          ...others.flatMap(({ policy }) => policy.PolicyDocument.Statement),
        ],
      };
    });
  return new Map(roles.map((role) => [role.arn, role]));
}

// Functions of the template with the statements of their roles: who they are, what they run, and what they may do.

export type DeployedFunction = {
  /** Short name, e.g. `v1-create-checkout`; also its access key id at the front door. */
  readonly id: string;
  /** The physical function name. */
  readonly name: string;
  readonly logicalId: string;
  readonly arn: string;
  /** Names that callers may put behind the ARN. */
  readonly aliases: readonly string[];
  /** As Lambda tells the function: a number where an alias invokes it. */
  readonly version: string;
  readonly roleName: string;
  /** Folder of the bundle. */
  readonly folder: string;
  /** `file.export` */
  readonly handler: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly statements: readonly Statement[];
};

const schema = z.looseObject({
  Code: z.looseObject({ S3Key: z.string().optional(), ZipFile: z.string().optional() }),
  Handler: z.string(),
  Role: z.string(),
  Runtime: z.string(),
  Timeout: z.coerce.number().default(3),
  MemorySize: z.coerce.number().default(128),
  Environment: z
    .looseObject({ Variables: z.record(z.string(), z.coerce.string()).default({}) })
    .optional(),
});

export function readFunctions(
  resources: readonly Resource[],
  assembly: string,
  place: Place,
): readonly DeployedFunction[] {
  const roles = readRoles(resources, place);
  const aliases = readAliases(resources);
  return resources
    .filter((resource) => resource.type === "AWS::Lambda::Function")
    .flatMap((resource) => {
      const properties = readProperties(schema, resource);
      // Functions that the CDK brings for its own deployment work have nothing to do here.
      if (!properties.Runtime.startsWith("nodejs") || isDeploymentTool(resource)) return [];
      const folder = bundleFolder(properties.Code.S3Key, assembly);
      if (folder === null) return [];
      const role = roles.get(properties.Role);
      if (role === undefined)
        throw new Error(
          `${resource.logicalId}: its role ${properties.Role} is not in the template`,
        );
      return [
        {
          id: shortName(resource),
          name: resource.name,
          logicalId: resource.logicalId,
          arn: arnOf(resource.type, resource.name, place),
          aliases: aliases.get(resource.name) ?? [],
          version: aliases.has(resource.name) ? "1" : "$LATEST",
          roleName: role.name,
          folder,
          handler: properties.Handler,
          environment: properties.Environment?.Variables ?? {},
          timeoutSeconds: properties.Timeout,
          memoryMegabytes: properties.MemorySize,
          statements: role.statements,
        },
      ];
    });
}

const aliasSchema = z.looseObject({ FunctionName: z.string(), Name: z.string() });

/** By the name of the function. */
function readAliases(resources: readonly Resource[]): ReadonlyMap<string, readonly string[]> {
  const aliases = resources
    .filter(({ type }) => type === "AWS::Lambda::Alias")
    .map((resource) => readProperties(aliasSchema, resource));
  const grouped = Map.groupBy(aliases, ({ FunctionName }) => partsOf(FunctionName).name);
  return new Map([...grouped].map(([name, group]) => [name, group.map((alias) => alias.Name)]));
}

function shortName(resource: Resource): string {
  const given = resource.metadata["checkout:function"];
  return typeof given === "string" ? given : resource.name;
}

function isDeploymentTool(resource: Resource): boolean {
  return /CustomResourceProvider|CustomS3AutoDelete|LogRetention/.test(resource.logicalId);
}

/**
 * CDK names a staged asset `asset.{hash}` and its object `{hash}.zip`. An assembly for this stack alone has the bundles in
 * `functions/`.
 */
function bundleFolder(key: string | undefined, assembly: string): string | null {
  if (key === undefined) return null;
  const asset = `asset.${key.replace(/^.*\//, "").replace(/\.zip$/, "")}`;
  const folder = join(assembly, key.startsWith("functions/") ? key : asset);
  if (!existsSync(folder))
    throw new Error(`the bundle ${folder} is missing: build and synthesize again`);
  return folder;
}

/** The function that a name, an ARN, or the ARN of an alias means. None for an alias that the function does not have. */
export function findFunction(
  functions: readonly DeployedFunction[],
  reference: string,
): DeployedFunction | undefined {
  const { name, qualifier } = partsOf(reference);
  return functions.find(
    (candidate) =>
      candidate.name === name && (qualifier === undefined || candidate.aliases.includes(qualifier)),
  );
}

function partsOf(reference: string): { readonly name: string; readonly qualifier?: string } {
  const [name = "", qualifier] = reference.replace(/^.*:function:/, "").split(":");
  return qualifier === undefined ? { name } : { name, qualifier };
}
