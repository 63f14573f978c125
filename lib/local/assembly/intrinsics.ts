import { createHash } from "node:crypto";

// Resolves CloudFormation's intrinsic functions. What is not known is an error that names the place:
// a template that the local stack understands only in part would hide the faults that it should show.

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** What a template refers to, as far as it is not in the expression itself. */
export type Scope = {
  ref(name: string): Json | undefined;
  attribute(logicalId: string, attribute: string): Json | undefined;
  exported(name: string): Json | undefined;
  condition(name: string): boolean | undefined;
  mapping(map: string, first: string, second: string): Json | undefined;
};

/** Stands for `AWS::NoValue`; objects and lists leave out members that resolve to it. */
const NO_VALUE = Symbol("AWS::NoValue");
type Resolved = Json | typeof NO_VALUE;

/** @throws Error that names `place` where something cannot be resolved. */
export function resolveIntrinsics(value: Json, scope: Scope, place: string): Json {
  const resolved = resolve(value, scope, place);
  return resolved === NO_VALUE ? null : resolved;
}

/** A condition expression (`Fn::Equals`, `Fn::And`, `Fn::Or`, `Fn::Not`, `Condition`). */
export function evaluateCondition(value: Json, scope: Scope, place: string): boolean {
  const entry = singleKey(value);
  if (entry === null) throw new Error(`${place}: not a condition`);
  const [name, argument] = entry;
  const list = () => asList(argument, place);
  if (name === "Condition") return known(scope.condition(asText(argument, place)), place, name);
  if (name === "Fn::Equals") {
    const [left, right] = list().map((item) => resolveIntrinsics(item, scope, place));
    return JSON.stringify(left) === JSON.stringify(right);
  }
  if (name === "Fn::Not") return !evaluateCondition(list()[0] ?? null, scope, place);
  if (name === "Fn::And") return list().every((item) => evaluateCondition(item, scope, place));
  if (name === "Fn::Or") return list().some((item) => evaluateCondition(item, scope, place));
  throw new Error(`${place}: unknown condition ${name}`);
}

function resolve(value: Json, scope: Scope, place: string): Resolved {
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) {
    return value
      .map((item, index) => resolve(item, scope, `${place}[${index}]`))
      .filter((item) => item !== NO_VALUE);
  }
  const entry = singleKey(value);
  if (entry !== null && (entry[0] === "Ref" || entry[0].startsWith("Fn::"))) {
    return call(entry[0], entry[1], scope, place);
  }
  const members: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const resolved = resolve(item, scope, `${place}.${key}`);
    if (resolved !== NO_VALUE) members.push([key, resolved]);
  }
  return Object.fromEntries(members);
}

function call(name: string, argument: Json, scope: Scope, place: string): Resolved {
  const resolved = (item: Json) => resolveIntrinsics(item, scope, place);
  const list = () => asList(argument, place);
  switch (name) {
    case "Ref":
      if (argument === "AWS::NoValue") return NO_VALUE;
      return known(scope.ref(asText(argument, place)), place, `Ref ${argument}`);
    case "Fn::GetAtt": {
      const path =
        typeof argument === "string"
          ? argument.split(".")
          : list().map((item) => asText(resolved(item), place));
      const [logicalId = "", ...rest] = path;
      return known(
        scope.attribute(logicalId, rest.join(".")),
        place,
        `Fn::GetAtt ${path.join(".")}`,
      );
    }
    case "Fn::Join": {
      const [separator = "", items = []] = list();
      return asList(resolved(items), place)
        .map((item) => asText(item, place))
        .join(asText(separator, place));
    }
    case "Fn::Sub":
      return substitute(argument, scope, place);
    case "Fn::ImportValue": {
      const imported = asText(resolved(argument), place);
      return known(scope.exported(imported), place, `Fn::ImportValue ${imported}`);
    }
    case "Fn::Select": {
      const [index = 0, items = []] = list();
      return known(asList(resolved(items), place)[Number(resolved(index))], place, name);
    }
    case "Fn::Split": {
      const [separator = "", text = ""] = list();
      return asText(resolved(text), place).split(asText(separator, place));
    }
    case "Fn::If": {
      const [condition = "", yes = null, no = null] = list();
      return resolve(
        known(scope.condition(asText(condition, place)), place, name) ? yes : no,
        scope,
        place,
      );
    }
    case "Fn::FindInMap": {
      const [map = "", first = "", second = ""] = list().map((item) =>
        asText(resolved(item), place),
      );
      return known(scope.mapping(map, first, second), place, name);
    }
    case "Fn::Base64":
      return Buffer.from(asText(resolved(argument), place)).toString("base64");
    case "Fn::GetAZs":
      return ["a", "b", "c"].map((zone) => `${scope.ref("AWS::Region")}${zone}`);
    case "Fn::ToJsonString":
      return JSON.stringify(resolved(argument));
    default:
      throw new Error(`${place}: ${name} is not supported by the local stack`);
  }
}

function substitute(argument: Json, scope: Scope, place: string): string {
  const [template = "", variables = {}] = isList(argument) ? argument : [argument];
  const own =
    variables !== null && typeof variables === "object" && !isList(variables) ? variables : {};
  return asText(template, place).replace(/\$\{([^}]*)\}/g, (_whole, name: string) => {
    if (name.startsWith("!")) return `\${${name.slice(1)}}`;
    const given = own[name];
    if (given !== undefined) return asText(resolveIntrinsics(given, scope, place), place);
    const [logicalId = "", ...rest] = name.split(".");
    const found = rest.length === 0 ? scope.ref(name) : scope.attribute(logicalId, rest.join("."));
    return asText(known(found, place, `Fn::Sub ${name}`), place);
  });
}

function known<T>(value: T | undefined, place: string, what: string): T {
  if (value === undefined) throw new Error(`${place}: cannot resolve ${what}`);
  return value;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function asList(value: Json, place: string): readonly Json[] {
  if (!isList(value)) throw new Error(`${place}: a list is expected`);
  return value;
}

function asText(value: Json, place: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new Error(`${place}: text is expected`);
}

function singleKey(value: Json): [string, Json] | null {
  if (value === null || typeof value !== "object" || isList(value)) return null;
  const entries = Object.entries(value);
  const [only] = entries;
  return entries.length === 1 && only !== undefined ? only : null;
}

// What `Ref` and `Fn::GetAtt` answer for a resource: names and ARNs as AWS would form them, but
// derived from stack and logical id, so that they are the same at every start.

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
