// What `Ref` and `Fn::GetAtt` answer for a resource: names and ARNs as AWS would form them, but
// derived from stack and logical id, so that they are the same at every start.
import { createHash } from "node:crypto";
import type { Json } from "./intrinsics.ts";

export const ACCOUNT = "000000000000";

export type Place = { readonly region: string; readonly queueUrlBase: string };

/** The property that names a resource of a type, and the shape of its ARN after the region. */
const NAMING: Readonly<
  Record<string, { name?: string; arn: (name: string, at: Place) => string }>
> = {
  "AWS::DynamoDB::Table": {
    name: "TableName",
    arn: (name, at) => arn("dynamodb", at, `table/${name}`),
  },
  "AWS::DynamoDB::GlobalTable": {
    name: "TableName",
    arn: (name, at) => arn("dynamodb", at, `table/${name}`),
  },
  "AWS::SQS::Queue": { name: "QueueName", arn: (name, at) => arn("sqs", at, name) },
  "AWS::SNS::Topic": { name: "TopicName", arn: (name, at) => arn("sns", at, name) },
  "AWS::Lambda::Function": {
    name: "FunctionName",
    arn: (name, at) => arn("lambda", at, `function:${name}`),
  },
  "AWS::IAM::Role": { name: "RoleName", arn: (name) => `arn:aws:iam::${ACCOUNT}:role/${name}` },
  "AWS::IAM::ManagedPolicy": {
    name: "ManagedPolicyName",
    arn: (name) => `arn:aws:iam::${ACCOUNT}:policy/${name}`,
  },
  "AWS::Events::EventBus": {
    name: "Name",
    arn: (name, at) => arn("events", at, `event-bus/${name}`),
  },
  "AWS::Events::Rule": { name: "Name", arn: (name, at) => arn("events", at, `rule/${name}`) },
  "AWS::Scheduler::Schedule": {
    name: "Name",
    arn: (name, at) => arn("scheduler", at, `schedule/default/${name}`),
  },
  "AWS::SecretsManager::Secret": {
    name: "Name",
    arn: (name, at) => arn("secretsmanager", at, `secret:${name}-${digest(name).slice(0, 6)}`),
  },
  "AWS::KMS::Key": { arn: (name, at) => arn("kms", at, `key/${name}`) },
  "AWS::Logs::LogGroup": {
    name: "LogGroupName",
    arn: (name, at) => arn("logs", at, `log-group:${name}:*`),
  },
  "AWS::S3::Bucket": { name: "BucketName", arn: (name) => `arn:aws:s3:::${name}` },
};

/** Types whose `Ref` is their ARN. */
const REF_IS_ARN = new Set([
  "AWS::SecretsManager::Secret",
  "AWS::SNS::Topic",
  "AWS::IAM::ManagedPolicy",
]);

export function arn(service: string, at: Place, resource: string): string {
  return `arn:aws:${service}:${at.region}:${ACCOUNT}:${resource}`;
}

/** The given name, or one of stack and logical id, at most 64 characters (a function's limit). */
export function physicalName(
  type: string,
  stack: string,
  logicalId: string,
  properties: Readonly<Record<string, Json>>,
): string {
  const given = properties[NAMING[type]?.name ?? ""];
  if (typeof given === "string" && given !== "") return given;
  const whole = `${stack}-${logicalId}`;
  const fifo = properties.FifoQueue === true ? ".fifo" : "";
  return (whole.length <= 59 ? whole : `${whole.slice(0, 50)}-${digest(whole).slice(0, 8)}`) + fifo;
}

export function refOf(type: string, name: string, at: Place): string {
  if (type === "AWS::SQS::Queue") return queueUrl(name, at);
  return REF_IS_ARN.has(type) ? arnOf(type, name, at) : name;
}

/** Attributes of resources that nothing local reads are named, not known: they only have to differ. */
export function attributeOf(type: string, name: string, attribute: string, at: Place): string {
  if (attribute === "Arn") return arnOf(type, name, at);
  if (type === "AWS::SQS::Queue" && attribute === "QueueUrl") return queueUrl(name, at);
  if (attribute === "StreamArn") return `${arnOf(type, name, at)}/stream/local`;
  if (attribute === "QueueName" || attribute === "Name" || attribute === "TopicName") return name;
  if (attribute === "RootResourceId") return `${name}-root`;
  if (type === "AWS::SNS::Topic" && attribute === "TopicArn") return arnOf(type, name, at);
  return `${name}.${attribute}`;
}

export function arnOf(type: string, name: string, at: Place): string {
  const known = NAMING[type];
  return known
    ? known.arn(name, at)
    : arn("local", at, `${type.replaceAll("::", "-").toLowerCase()}/${name}`);
}

export function queueUrl(name: string, at: Place): string {
  return `${at.queueUrlBase}/${ACCOUNT}/${name}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
