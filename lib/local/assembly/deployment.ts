// The part of a template that runs here, as plain typed values. Types that only matter on AWS
// (alarms, dashboards, log groups, WAF, CloudFront, keys) are left out on purpose.
import * as z from "zod";
import { type DeployedApi, readApi } from "./api.ts";
import { type DeployedFunction, readFunctions } from "./functions.ts";
import { arnOf, type Place, queueUrl } from "./intrinsics.ts";
import {
  type DeployedRule,
  type DeployedSchedule,
  type DeployedSource,
  readRules,
  readSchedules,
  readSources,
} from "./rules.ts";
import { type Resource, readProperties } from "./template.ts";

export type DeployedTable = {
  readonly name: string;
  readonly arn: string;
  readonly attributes: readonly { AttributeName: string; AttributeType: string }[];
  readonly keys: readonly KeyElement[];
  readonly indexes: readonly { IndexName: string; KeySchema: KeyElement[]; Projection: object }[];
  /** Null: no stream. */
  readonly streamView: string | null;
};
export type DeployedQueue = {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  /** As SQS `CreateQueue` takes them. */
  readonly attributes: Readonly<Record<string, string>>;
};
export type DeployedSecret = {
  readonly name: string;
  readonly arn: string;
  readonly value: string | null;
  readonly generate: GenerateSecret | null;
};
export type Deployment = {
  readonly place: Place;
  readonly tables: readonly DeployedTable[];
  readonly queues: readonly DeployedQueue[];
  readonly secrets: readonly DeployedSecret[];
  /** Bus names, `default` included. */
  readonly buses: readonly string[];
  readonly functions: readonly DeployedFunction[];
  readonly sources: readonly DeployedSource[];
  readonly rules: readonly DeployedRule[];
  readonly schedules: readonly DeployedSchedule[];
  readonly api: DeployedApi | null;
};

export type KeyElement = z.infer<typeof keyElement>;
export type GenerateSecret = z.infer<typeof generateSecret>;

const keyElement = z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) });
const index = z.object({
  IndexName: z.string(),
  KeySchema: z.array(keyElement),
  Projection: z.object({
    ProjectionType: z.string().default("ALL"),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});
const table = z.looseObject({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  KeySchema: z.array(keyElement),
  GlobalSecondaryIndexes: z.array(index).default([]),
  StreamSpecification: z.looseObject({ StreamViewType: z.string() }).optional(),
});
const generateSecret = z.looseObject({
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
  PasswordLength: z.coerce.number().default(32),
  ExcludeCharacters: z.string().default(""),
  ExcludePunctuation: z.boolean().default(false),
  ExcludeNumbers: z.boolean().default(false),
  ExcludeUppercase: z.boolean().default(false),
  ExcludeLowercase: z.boolean().default(false),
});
const secret = z.looseObject({
  SecretString: z.string().optional(),
  GenerateSecretString: generateSecret.optional(),
});
const queue = z.looseObject({
  VisibilityTimeout: z.coerce.number().optional(),
  DelaySeconds: z.coerce.number().optional(),
  MessageRetentionPeriod: z.coerce.number().optional(),
  RedrivePolicy: z
    .object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() })
    .optional(),
});

/** @throws Error naming the resource where one that runs here has properties that cannot be read. */
export function readDeployment(
  resources: readonly Resource[],
  assembly: string,
  place: Place,
): Deployment {
  const functions = readFunctions(resources, assembly, place);
  const of = (...types: string[]) => resources.filter((resource) => types.includes(resource.type));
  return {
    place,
    functions,
    tables: of("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable").map((resource) => {
      const properties = readProperties(table, resource);
      return {
        name: resource.name,
        arn: arnOf(resource.type, resource.name, place),
        attributes: properties.AttributeDefinitions,
        keys: properties.KeySchema,
        indexes: properties.GlobalSecondaryIndexes,
        streamView: properties.StreamSpecification?.StreamViewType ?? null,
      };
    }),
    queues: of("AWS::SQS::Queue").map((resource) => ({
      name: resource.name,
      arn: arnOf(resource.type, resource.name, place),
      url: queueUrl(resource.name, place),
      attributes: queueAttributes(readProperties(queue, resource)),
    })),
    secrets: of("AWS::SecretsManager::Secret").map((resource) => {
      const properties = readProperties(secret, resource);
      return {
        name: resource.name,
        arn: arnOf(resource.type, resource.name, place),
        value: properties.SecretString ?? null,
        generate: properties.GenerateSecretString ?? null,
      };
    }),
    buses: ["default", ...of("AWS::Events::EventBus").map((resource) => resource.name)],
    sources: readSources(resources, functions),
    rules: readRules(resources),
    schedules: readSchedules(resources),
    api: readApi(resources, functions),
  };
}

function queueAttributes(properties: z.infer<typeof queue>): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {};
  for (const name of ["VisibilityTimeout", "DelaySeconds", "MessageRetentionPeriod"] as const) {
    const value = properties[name];
    if (value !== undefined) attributes[name] = String(value);
  }
  if (properties.RedrivePolicy !== undefined) {
    attributes.RedrivePolicy = JSON.stringify(properties.RedrivePolicy);
  }
  return attributes;
}
