import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Aws, Fn } from "aws-cdk-lib/core";
import type { Access, Entity, TableAction } from "../contract/access.ts";
import { PAYMENT_PATH, RELEASES } from "../contract/functions.ts";
import { type IndexName, KEY_PREFIXES } from "../store/table.ts";
import type { FunctionEntry } from "./build-functions.ts";
import { physicalName } from "./names.ts";
import type { ServiceResources } from "./service-resources.ts";

/** Actions on the table or on one of its indexes. */
interface Grant {
  readonly index: IndexName | null;
  readonly actions: readonly TableAction[];
  readonly leadingKeys: readonly string[];
}

/**
 * The listed actions on the table, and `Query` on each index that has the entity's keys; both restricted to
 * the entity's partition keys. Grants with the same actions share a statement, to keep policies below
 * IAM's limit of 10,240 characters.
 */
export function tableStatements(
  tableArn: string,
  access: NonNullable<Access["table"]>,
): readonly PolicyStatement[] {
  return merged(grantsOf(access)).map(
    ({ index, actions, leadingKeys }) =>
      new PolicyStatement({
        actions: actions.map((action) => `dynamodb:${action}`),
        resources: [index === null ? tableArn : Fn.join("", [tableArn, `/index/${index}`])],
        conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": leadingKeys } },
      }),
  );
}

function grantsOf(access: NonNullable<Access["table"]>): readonly Grant[] {
  const entities = Object.entries(access) as [Entity, readonly TableAction[]][];
  return entities.flatMap(([entity, actions]) => {
    const keys = KEY_PREFIXES[entity];
    const indexes = Object.entries(keys.indexes ?? {}) as [IndexName, readonly string[]][];
    return [
      ...(keys.table.length > 0 ? [{ index: null, actions, leadingKeys: keys.table }] : []),
      ...(actions.includes("Query")
        ? indexes.map(([index, leadingKeys]) => ({
            index,
            actions: ["Query"] as const,
            leadingKeys,
          }))
        : []),
    ];
  });
}

/**
 * Merges by action first: IAM allows a `BatchGetItem` over two entities only if one statement covers all of
 * its keys. Then actions on the same keys share a statement.
 */
function merged(grants: readonly Grant[]): readonly Grant[] {
  const byAction = new Map<string, Grant>();
  for (const { index, actions, leadingKeys } of grants) {
    for (const action of actions) {
      const before = byAction.get(`${index}|${action}`)?.leadingKeys ?? [];
      const keys = [...new Set([...before, ...leadingKeys])].toSorted();
      byAction.set(`${index}|${action}`, { index, actions: [action], leadingKeys: keys });
    }
  }
  const byKeys = new Map<string, Grant>();
  for (const { index, actions, leadingKeys } of byAction.values()) {
    const scope = `${index}|${leadingKeys.join()}`;
    const before = byKeys.get(scope)?.actions ?? [];
    byKeys.set(scope, { index, actions: [...before, ...actions].toSorted(), leadingKeys });
  }
  return [...byKeys.values()];
}

/** The statements of a function's role, derived only from its table entry. */
export function statementsOf(
  entry: FunctionEntry,
  logGroupArn: string,
  resources: ServiceResources,
): readonly PolicyStatement[] {
  return [
    ...accessStatements(entry.access, resources),
    ...sourceStatements(entry, resources),
    new PolicyStatement({
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [logGroupArn],
    }),
    tracingStatement(),
  ];
}

/**
 * Also for functions that are not traced, so that an operator can trace them for an hour without a deployment. These
 * actions do not support resources.
 */
function tracingStatement(): PolicyStatement {
  return new PolicyStatement({
    actions: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
    resources: ["*"],
  });
}

function accessStatements(access: Access, resources: ServiceResources): readonly PolicyStatement[] {
  const { queues = [], secrets = [], writesSecrets = [] } = access;
  const statements = [...tableStatements(resources.table.attrArn, access.table ?? {})];
  const add = (actions: string[], arns: string[]) => {
    if (arns.length > 0) statements.push(new PolicyStatement({ actions, resources: arns }));
  };
  // A function that only looks at dead letters names the queues that these belong to, and sends nothing.
  const sends = access.deadLetters === "look" ? [] : queues;
  add(
    ["sqs:SendMessage"],
    sends.map((name) => resources.queue(name).queue.queueArn),
  );
  if (access.deadLetters) {
    const { streamDead, schedulesDead, busDead } = resources;
    const dead = [...queues.map((name) => resources.queue(name).dead), streamDead, schedulesDead];
    add(
      [
        ...(access.deadLetters === "take" ? ["sqs:DeleteMessage"] : []),
        ...["sqs:GetQueueAttributes", "sqs:ReceiveMessage"],
      ],
      [...dead, busDead].map(({ queueArn }) => queueArn),
    );
  }
  add(["events:PutEvents"], access.bus ? [resources.bus.attrArn] : []);
  add(
    ["secretsmanager:GetSecretValue"],
    [...new Set([...secrets, ...writesSecrets])].map((name) => resources.secrets[name].ref),
  );
  add(
    ["secretsmanager:PutSecretValue"],
    writesSecrets.map((name) => resources.secrets[name].ref),
  );
  if (access.sms) statements.push(smsStatement());
  if (access.releases) statements.push(...releasesStatements(resources.stage));
  return statements;
}

/**
 * Deployments have no ARN. IAM checks `GetDeployment` against the group of their function, and the other two against no
 * resource: granted on a group, they are denied.
 */
function releasesStatements(stage: string): readonly PolicyStatement[] {
  const groups = `${physicalName(stage, RELEASES)}/`;
  const place = ["arn:", Aws.PARTITION, ":codedeploy:", Aws.REGION, ":", Aws.ACCOUNT_ID];
  return [
    new PolicyStatement({
      actions: ["codedeploy:GetDeployment"],
      resources: [...PAYMENT_PATH].map((id) =>
        Fn.join("", [...place, `:deploymentgroup:${groups}${id}`]),
      ),
    }),
    new PolicyStatement({
      actions: ["codedeploy:GetDeploymentTarget", "codedeploy:ListDeploymentTargets"],
      resources: ["*"],
    }),
  ];
}

/**
 * A phone number has no ARN, so the statement excludes everything that has one: topics, platform
 * applications and endpoints.
 */
function smsStatement(): PolicyStatement {
  return new PolicyStatement({
    actions: ["sns:Publish"],
    notResources: [Fn.join("", ["arn:", Aws.PARTITION, ":sns:*:*:*"])],
  });
}

/** Grants that Lambda needs to read the function's event source. */
function sourceStatements(
  { source }: FunctionEntry,
  resources: ServiceResources,
): readonly PolicyStatement[] {
  if (source?.kind === "queue") {
    return [
      new PolicyStatement({
        actions: ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"],
        resources: [resources.queue(source.queue).queue.queueArn],
      }),
    ];
  }
  if (source?.kind === "stream") {
    return [
      new PolicyStatement({
        actions: [
          "dynamodb:DescribeStream",
          "dynamodb:GetRecords",
          "dynamodb:GetShardIterator",
          "dynamodb:ListStreams",
        ],
        resources: [resources.table.attrStreamArn],
      }),
      new PolicyStatement({
        actions: ["sqs:SendMessage"],
        resources: [resources.streamDead.queueArn],
      }),
    ];
  }
  if (source?.kind === "schedule" || source?.kind === "releases") {
    return [
      new PolicyStatement({
        actions: ["sqs:SendMessage"],
        resources: [resources.schedulesDead.queueArn],
      }),
    ];
  }
  return [];
}
