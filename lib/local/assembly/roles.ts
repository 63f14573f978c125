// The identity policies of a role as the template gives them: inline, AWS::IAM::Policy,
// AWS::IAM::RolePolicy and managed policies of the template. AWS's own managed policies are left
// out: the basic execution role grants logs only, and a function that leans on a broader one should
// be refused here.
import * as z from "zod";
import { arnOf, type Place } from "./physical.ts";
import { readProperties } from "./properties.ts";
import type { Resource } from "./template.ts";

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
