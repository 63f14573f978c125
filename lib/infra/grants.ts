import { Aws, Fn } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Access } from "../contract/access.ts";
import type { FunctionEntry } from "./function-entry.ts";
import type { ServiceResources } from "./service-resources.ts";
import { tableStatements } from "./table-grants.ts";

/** Everything that a function's role allows, from its entry in the tables and from nothing else. */
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
    // X-Ray knows no resources: these two actions cannot be narrowed.
    new PolicyStatement({
      actions: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
      resources: ["*"],
    }),
  ];
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
 * An SMS has no ARN, so `sns:Publish` cannot name one. Instead everything that has an ARN, i.e. every
 * topic, platform application and endpoint, is taken out: what is left is a phone number.
 */
function smsStatement(): PolicyStatement {
  return new PolicyStatement({
    actions: ["sns:Publish"],
    notResources: [Fn.join("", ["arn:", Aws.PARTITION, ":sns:*:*:*"])],
  });
}

/** What Lambda does in the function's name to read its source. */
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
