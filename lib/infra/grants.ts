import { Aws, Fn } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Access } from "../contract/access.ts";
import type { FunctionEntry } from "./function-entry.ts";
import type { ServiceResources } from "./service-resources.ts";
import { tableStatements } from "./table-grants.ts";

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
  add(
    ["sqs:SendMessage"],
    queues.map((name) => resources.queue(name).queue.queueArn),
  );
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
  return statements;
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
  if (source?.kind === "schedule") {
    return [
      new PolicyStatement({
        actions: ["sqs:SendMessage"],
        resources: [resources.schedulesDead.queueArn],
      }),
    ];
  }
  return [];
}
