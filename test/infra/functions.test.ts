import { describe, expect, test } from "vitest";
import type { Access, Entity } from "../../lib/contract/access.ts";
import { PAYMENT_PATH, routeFunctionId, WORKERS } from "../../lib/contract/functions.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { DEAD_QUEUES } from "../../lib/contract/schemas/operator.ts";
import { serviceConfigSchema } from "../../lib/contract/service-config.ts";
import { type FunctionEntry, functionEntries } from "../../lib/infra/build-functions.ts";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { functionStackOf } from "../../lib/infra/functions-stack.ts";
import { KEY_PREFIXES } from "../../lib/store/table.ts";
import { type Resource, stageApp } from "./synthesised.ts";

const config = stageConfig("prod");
const synthesised = stageApp("prod");

const entries = functionEntries(ROUTES, WORKERS);
const [[tableId = ""] = []] = synthesised.of("data", "AWS::DynamoDB::GlobalTable");

interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource?: string | string[];
  readonly NotResource?: string | string[];
  readonly Condition?: Record<string, Record<string, string[]>>;
}

function functionOf({ id }: FunctionEntry): Resource {
  return synthesised.one(
    "functions",
    "AWS::Lambda::Function",
    "FunctionName",
    `checkout-prod-${id}`,
  );
}

function statementsOf(entry: FunctionEntry): Statement[] {
  const roleId = String(synthesised.show(functionOf(entry).Properties.Role)).split(".")[0] ?? "";
  const role = synthesised.templates[functionStackOf(entry.id)].Resources[roleId];
  expect(role?.Properties.ManagedPolicyArns).toBeUndefined();
  expect(role?.Properties.Policies).toHaveLength(1);
  return synthesised.show(role?.Properties.Policies[0].PolicyDocument.Statement) as Statement[];
}

/** `action on resource [leading keys]`, one line per combination, so that sets can be compared. */
function lines(statements: readonly Statement[]): string[] {
  return statements
    .flatMap(({ Action, Resource, NotResource, Condition }) =>
      [Action].flat().flatMap((action) =>
        [Resource ?? `not ${String(NotResource)}`].flat().flatMap((resource) => {
          const keys = Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"];
          return keys
            ? keys.map((key) => `${action} on ${resource} [${key}]`)
            : [`${action} on ${resource}`];
        }),
      ),
    )
    .toSorted();
}

function secretId(name: string): string {
  const secrets = synthesised.of("data", "AWS::SecretsManager::Secret");
  return secrets.find(([, { Metadata }]) => Metadata?.["checkout:secret"] === name)?.[0] ?? name;
}

function queueArn(name: string): string {
  const queues = synthesised.of("messaging", "AWS::SQS::Queue");
  const found = queues.find(
    ([, { Properties }]) => Properties.QueueName === `checkout-prod-${name}`,
  );
  return `${found?.[0]}.Arn`;
}

/** A trace of each run would cost more than it tells. */
/** What runs for every checkout: a trace of each would cost more than its writes. */
const PATH_OF_A_CHECKOUT = new Set([
  "authorizer",
  ...["create", "read", "verify"].map((what) => `v1-${what}-checkout`),
  ...["show-pay-page", "submit-pay-page", "read-checkout", "verify-checkout"].map(
    (what) => `public-${what}`,
  ),
  ...["notify-low-credits", "relay-events", "fan-out-webhooks", "follow-events"].map(
    (what) => `workers-${what}`,
  ),
  ...["deliver-webhook", "deliver-webhook-slow"].map((what) => `workers-${what}`),
]);

test("what runs for every checkout exists", () => {
  const ids = new Set(entries.map(({ id }) => id));
  expect([...PATH_OF_A_CHECKOUT].filter((id) => !ids.has(id))).toEqual([]);
});

function isEveryMinute({ source }: FunctionEntry): boolean {
  return source?.kind === "schedule" && source.rate === "rate(1 minute)";
}

/** Actions without a resource type in AWS's Service Authorization Reference: a grant on an ARN denies them. */
const WITHOUT_RESOURCES = [
  "codedeploy:GetDeploymentTarget",
  "codedeploy:ListDeploymentTargets",
  "xray:PutTelemetryRecords",
  "xray:PutTraceSegments",
];

/** The grants that the design asks for, computed without the code under test. */
function expectedLines(entry: FunctionEntry): string[] {
  const { access, source } = entry;
  const [[busId] = []] = synthesised.of("messaging", "AWS::Events::EventBus");
  const logs = `arn:AWS::Partition:logs:${config.region}:AWS::AccountId:log-group:/aws/lambda/checkout-prod-${entry.id}:*`;
  const table = (Object.entries(access.table ?? {}) as [Entity, string[]][]).flatMap(
    ([entity, actions]) => [
      ...actions.flatMap((action) =>
        KEY_PREFIXES[entity].table.map((key) => `dynamodb:${action} on ${tableId}.Arn [${key}]`),
      ),
      ...(actions.includes("Query")
        ? Object.entries(KEY_PREFIXES[entity].indexes ?? {}).flatMap(([index, keys]) =>
            keys.map((key) => `dynamodb:Query on ${tableId}.Arn/index/${index} [${key}]`),
          )
        : []),
    ],
  );
  const { secrets = [], writesSecrets = [], queues = [] }: Access = access;
  return [
    ...new Set([
      ...table,
      ...(access.deadLetters === "look" ? [] : queues).map(
        (name) => `sqs:SendMessage on ${queueArn(name)}`,
      ),
      ...deadLetters(access).flatMap((action) =>
        DEAD_QUEUES.map((name) => `sqs:${action} on ${queueArn(name)}`),
      ),
      ...(access.bus ? [`events:PutEvents on ${busId}.Arn`] : []),
      ...[...secrets, ...writesSecrets].map(
        (name) => `secretsmanager:GetSecretValue on ${secretId(name)}`,
      ),
      ...writesSecrets.map((name) => `secretsmanager:PutSecretValue on ${secretId(name)}`),
      ...(access.sms ? ["sns:Publish on not arn:AWS::Partition:sns:*:*:*"] : []),
      ...(source?.kind === "queue"
        ? ["DeleteMessage", "GetQueueAttributes", "ReceiveMessage"].map(
            (action) => `sqs:${action} on ${queueArn(source.queue)}`,
          )
        : []),
      ...(source?.kind === "stream"
        ? [
            ...["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"].map(
              (action) => `dynamodb:${action} on ${tableId}.StreamArn`,
            ),
            `sqs:SendMessage on ${queueArn("stream-dead")}`,
          ]
        : []),
      ...(access.releases
        ? [
            ...[...PAYMENT_PATH].map(
              (id) =>
                `codedeploy:GetDeployment on arn:AWS::Partition:codedeploy:AWS::Region:AWS::AccountId:deploymentgroup:checkout-prod-releases/${id}`,
            ),
            ...WITHOUT_RESOURCES.filter((action) => action.startsWith("codedeploy:")).map(
              (action) => `${action} on *`,
            ),
          ]
        : []),
      ...(source?.kind === "schedule" || source?.kind === "releases"
        ? [`sqs:SendMessage on ${queueArn("schedules-dead")}`]
        : []),
      `logs:CreateLogStream on ${logs}`,
      `logs:PutLogEvents on ${logs}`,
      "xray:PutTelemetryRecords on *",
      "xray:PutTraceSegments on *",
    ]),
  ].toSorted();
}

function deadLetters({ deadLetters }: Access): readonly string[] {
  if (deadLetters === undefined) return [];
  const looks = ["GetQueueAttributes", "ReceiveMessage"];
  return deadLetters === "take" ? [...looks, "DeleteMessage"] : looks;
}

test("there is one function for each entry of the tables, and no other", () => {
  const names = synthesised
    .of("functions", "AWS::Lambda::Function")
    .map(([, { Properties }]) => Properties.FunctionName);
  expect(names.toSorted()).toEqual(entries.map(({ id }) => `checkout-prod-${id}`).toSorted());
});

test("what reads for the operator may send no message, and write nothing but the key of cursors", () => {
  const isReader = ({ permission, method }: Route) => permission === "operate" && method === "GET";
  const readers = ROUTES.filter(isReader).map(routeFunctionId);
  expect(readers).toContain("platform-list-dead-letters");
  for (const entry of entries.filter(({ id }) => readers.includes(id))) {
    const changes = lines(statementsOf(entry)).filter((line) =>
      /:(?:Send|Put|Update|Delete|BatchWrite)/.test(line),
    );
    const others = changes.filter((line) => !/CUR#key|^(?:logs|xray):/.test(line));
    expect(others, entry.id).toEqual([]);
  }
});

describe.each(entries)("$id", (entry) => {
  test("has the time, memory and platform of its entry, and no reserved concurrency", () => {
    expect(functionOf(entry).Properties).toMatchObject({
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      Handler: "index.handler",
      Timeout: entry.timeoutSeconds,
      MemorySize: entry.memoryMegabytes,
      TracingConfig: {
        Mode: isEveryMinute(entry) || PATH_OF_A_CHECKOUT.has(entry.id) ? "PassThrough" : "Active",
      },
      LoggingConfig: { LogFormat: "JSON", SystemLogLevel: "WARN" },
    });
    expect(functionOf(entry).Properties.ReservedConcurrentExecutions).toBeUndefined();
  });

  test("may send itself a message as often as its waits take, where it does, and only there", () => {
    const { source, access } = entry;
    const isChain = source?.kind === "queue" && access.queues?.includes(source.queue);
    expect(functionOf(entry).Properties.RecursiveLoop).toBe(isChain ? "Allow" : undefined);
  });

  test("writes to a log group that forgets", () => {
    const logs = synthesised.one(
      "logs",
      "AWS::Logs::LogGroup",
      "LogGroupName",
      `/aws/lambda/checkout-prod-${entry.id}`,
    );
    expect(logs.Properties.RetentionInDays).toBe(config.logRetentionDays);
    // Or the logs of its last release would go while it still runs.
    expect(logs.DeletionPolicy).toBe("RetainExceptOnCreate");
  });

  test("may do exactly what its entry says", () => {
    expect(lines(statementsOf(entry))).toEqual(expectedLines(entry));
  });

  test("has a wildcard only where AWS knows no resources, and there it has one; every grant on items is bound to their keys", () => {
    for (const statement of statementsOf(entry)) {
      const actions = [statement.Action].flat();
      expect(statement.Effect).toBe("Allow");
      expect(actions.filter((action) => action.includes("*"))).toEqual([]);
      const resources = [statement.Resource ?? []].flat();
      const hasNone = actions.filter((action) => WITHOUT_RESOURCES.includes(action));
      expect([0, actions.length]).toContain(hasNone.length);
      // The streams of its own log group.
      const named = resources.map((resource) => resource.replace(/checkout-prod-[\w-]+:\*$/, ""));
      expect(named.some((resource) => resource.includes("*"))).toBe(hasNone.length > 0);
      const isItems =
        actions.some((action) => action.startsWith("dynamodb:")) &&
        !resources.some((resource) => resource.endsWith("StreamArn"));
      expect(statement.Condition !== undefined).toBe(isItems);
    }
  });

  test("has a policy and an environment inside AWS's limits", () => {
    // Resolved names are longer than ids: 160 characters for each ARN that is only referred to here.
    const text = JSON.stringify(statementsOf(entry)).replaceAll(
      /"[A-Za-z0-9]+\.(?:Stream)?Arn/g,
      `"${"x".repeat(160)}`,
    );
    expect(text.length).toBeLessThan(10_240);
    const variables = synthesised.show(functionOf(entry).Properties.Environment.Variables);
    expect(JSON.stringify(variables).length).toBeLessThan(3_000);
  });

  test("knows where things are that it may touch, and nothing else", () => {
    const { access } = entry;
    const variable = (name: string) => name.replaceAll("-", "_").toUpperCase();
    const variables = functionOf(entry).Properties.Environment.Variables;
    expect(Object.keys(variables).toSorted()).toEqual(
      [
        "DEFAULT_CURRENCY",
        "PHONE_REGION",
        "PUBLIC_BASE_URL",
        "SERVICE_CONFIG",
        "SERVICE_CONFIG_CHECKSUM",
        "STAGE",
        ...(Object.keys(access.table ?? {}).length > 0 ? ["DUE_SHARDS", "TABLE_NAME"] : []),
        ...(access.bus ? ["BUS_NAME"] : []),
        ...(access.queues ?? []).map((name) => `QUEUE_URL_${variable(name)}`),
        ...[...new Set([...(access.secrets ?? []), ...(access.writesSecrets ?? [])])].map(
          (name) => `SECRET_${variable(name)}`,
        ),
      ].toSorted(),
    );
    expect(serviceConfigSchema.safeParse(JSON.parse(variables.SERVICE_CONFIG)).success).toBe(true);
  });
});
