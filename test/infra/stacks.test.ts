import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { BUS_RULES, QUEUES, WORKERS } from "../../lib/contract/functions.ts";
import {
  ORIGIN_SECRET_HEADER,
  VIEWER_ADDRESS_HEADER,
  VIEWER_NETWORK_HEADER,
} from "../../lib/contract/headers.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { EVENT_SOURCE, type WorkerSource } from "../../lib/contract/worker.ts";
import { RUNBOOK_SECTIONS } from "../../lib/infra/alarms.ts";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { FUNCTION_STACKS } from "../../lib/infra/functions-stack.ts";
import { CLOSED, EXTRAS, RESTORED, type StackName, stageApp, synthesise } from "./synthesised.ts";
import { matches, type WafRequest } from "./waf-evaluate.ts";

const prod = stageApp("prod");
const dev = stageApp("dev");

const FRONT: readonly StackName[] = ["data", "messaging", "api"];
const NAMES: readonly StackName[] = [...FRONT, ...FUNCTION_STACKS, "edge", "monitoring"];
const queueOf = (name: string) =>
  prod.one("messaging", "AWS::SQS::Queue", "QueueName", `checkout-prod-${name}`);

test("only the table, the secrets, their key, what others lean on and earlier versions outlive the stacks", () => {
  const kept = NAMES.flatMap((stack) =>
    Object.values(prod.templates[stack].Resources)
      .filter(({ DeletionPolicy }) => DeletionPolicy?.startsWith("Retain"))
      .map(({ Type }) => Type),
  );
  expect([...new Set(kept)].toSorted()).toEqual([
    "AWS::ApiGateway::Account",
    "AWS::DynamoDB::GlobalTable",
    "AWS::IAM::Role",
    "AWS::KMS::Key",
    "AWS::Lambda::Version",
    "AWS::SecretsManager::Secret",
  ]);
});

test("a failed first deployment leaves no table, secret or key of theirs behind", () => {
  const kept = Object.values(prod.templates.data.Resources).filter(({ DeletionPolicy }) =>
    DeletionPolicy?.startsWith("Retain"),
  );
  expect(new Set(kept.map(({ DeletionPolicy }) => DeletionPolicy))).toEqual(
    new Set(["RetainExceptOnCreate"]),
  );
  expect(kept.length).toBeGreaterThan(2);
});

test("a release that stops using a queue or a secret removes no export that is still imported", () => {
  const without = synthesise(stageConfig("prod"), { routes: ROUTES.slice(0, 1), workers: [] });
  for (const stack of ["data", "messaging"] as const) {
    const exportsOf = (from: typeof prod) =>
      Object.values(from.templates[stack].Outputs ?? {})
        .flatMap(({ Export }) => (Export ? [Export.Name] : []))
        .toSorted();
    expect(exportsOf(without)).toEqual(exportsOf(prod));
    expect(exportsOf(prod).length).toBeGreaterThan(5);
  }
});

test("no template holds the value of a secret", () => {
  for (const [, { Properties }] of prod.of("data", "AWS::SecretsManager::Secret")) {
    expect(Properties.KmsKeyId).toBeDefined();
    const { GenerateSecretString, SecretString } = Properties;
    expect(SecretString ?? GenerateSecretString.SecretStringTemplate).toMatch(
      /^\{(?:"current":"1")?\}$/,
    );
    if (SecretString === undefined) expect(GenerateSecretString.PasswordLength).toBe(64);
  }
});

describe.each(QUEUES)("the queue $name", ({ name, visibilitySeconds, maxReceives }) => {
  test("puts poison messages aside, where they stay for 14 days", () => {
    const { RedrivePolicy } = queueOf(name).Properties;
    const [deadId] = prod
      .of("messaging", "AWS::SQS::Queue")
      .find(([, { Properties }]) => Properties.QueueName === `checkout-prod-${name}-dead`) ?? [""];
    expect(prod.show(RedrivePolicy)).toEqual({
      deadLetterTargetArn: `${deadId}.Arn`,
      maxReceiveCount: maxReceives,
    });
    expect(queueOf(`${name}-dead`).Properties.MessageRetentionPeriod).toBe(14 * 86_400);
  });

  test("hides a message for six times its reader's timeout", () => {
    expect(queueOf(name).Properties.VisibilityTimeout).toBe(visibilitySeconds);
    const readers = WORKERS.filter(
      ({ source }) => source.kind === "queue" && source.queue === name,
    );
    for (const { timeoutSeconds } of readers) {
      expect(visibilitySeconds).toBeGreaterThanOrEqual(6 * timeoutSeconds);
    }
  });
});

test("no queue takes a message in clear text", () => {
  const policies = prod.of("messaging", "AWS::SQS::QueuePolicy").map(([, { Properties }]) => ({
    queue: JSON.stringify(Properties.Queues),
    text: JSON.stringify(Properties.PolicyDocument),
  }));
  for (const [id] of prod.of("messaging", "AWS::SQS::Queue")) {
    const policy = policies.find(({ queue }) => queue.includes(id));
    expect(policy?.text, id).toContain('"aws:SecureTransport":"false"');
  }
});

describe.each(BUS_RULES)("the rule $name", (rule) => {
  test("hears only events of ours, and loses none that its queue cannot take", () => {
    const { Properties } = prod.one(
      "messaging",
      "AWS::Events::Rule",
      "Name",
      `checkout-prod-${rule.name}`,
    );
    expect(Properties.EventPattern).toEqual({
      source: [EVENT_SOURCE],
      ...rule.pattern,
    });
    const [target] = prod.show(Properties.Targets) as { Arn: string; DeadLetterConfig: object }[];
    expect(target?.Arn).toMatch(/^Queue\w+\.Arn$/);
    expect(target?.DeadLetterConfig).toEqual({
      Arn: expect.stringMatching(/^QueueBusDead\w+\.Arn$/),
    });
  });
});

test("the bus keeps an archive", () => {
  expect(prod.of("messaging", "AWS::Events::Archive")).toHaveLength(1);
});

const workersOf = <K extends WorkerSource["kind"]>(kind: K) =>
  WORKERS.flatMap(({ name, source }) =>
    source.kind === kind ? [{ name, source: source as Extract<WorkerSource, { kind: K }> }] : [],
  );

/** What belongs to a worker's function, among the resources of one type. */
function wakes(name: string, type: string) {
  const [functionId] =
    prod
      .of("functions", "AWS::Lambda::Function")
      .find(([, entry]) => entry.Properties.FunctionName === `checkout-prod-workers-${name}`) ?? [];
  const [aliasId] =
    prod
      .of("functions", "AWS::Lambda::Alias")
      .find(([, { Properties }]) => Properties.FunctionName.Ref === functionId) ?? [];
  const names = [aliasId ?? functionId, `${functionId}.Arn`];
  return prod
    .of("functions", type)
    .find(([, one]) => names.includes(String(prod.show(one.Properties.FunctionName))))?.[1]
    .Properties;
}

test.each(workersOf("queue"))(
  "the worker $name takes its share of the concurrency and reports item by item",
  ({ name, source }) => {
    expect(wakes(name, "AWS::Lambda::EventSourceMapping")).toMatchObject({
      BatchSize: source.batchSize,
      ScalingConfig: { MaximumConcurrency: source.maxConcurrency },
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    });
  },
);

test.each(workersOf("stream"))(
  "the worker $name cuts bad batches, gives up in the end, and keeps what it gave up",
  ({ name, source }) => {
    const mapping = wakes(name, "AWS::Lambda::EventSourceMapping");
    expect(mapping).toMatchObject({
      BisectBatchOnFunctionError: true,
      StartingPosition: "TRIM_HORIZON",
    });
    expect(mapping.FunctionResponseTypes).toBeUndefined();
    expect(mapping.MaximumRetryAttempts).toBeGreaterThan(0);
    expect(mapping.MaximumRecordAgeInSeconds).toBeGreaterThan(0);
    const destination = prod.show(mapping.DestinationConfig.OnFailure.Destination);
    expect(destination).toMatch(/^QueueStreamDead\w+\.Arn$/);
    const patterns = mapping.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
      JSON.parse(Pattern),
    );
    expect(patterns).toEqual(source.filters);
  },
);

test.each(workersOf("schedule"))(
  "the worker $name runs at its rate, and a run that fails is kept",
  ({ name, source }) => {
    const { Properties } = prod.one(
      "functions",
      "AWS::Scheduler::Schedule",
      "Name",
      `checkout-prod-workers-${name}`,
    );
    expect(Properties).toMatchObject({ ScheduleExpression: source.rate, State: "ENABLED" });
    expect(prod.show(Properties.Target.DeadLetterConfig.Arn)).toMatch(
      /^QueueSchedulesDead\w+\.Arn$/,
    );
    const asynchronous = wakes(name, "AWS::Lambda::EventInvokeConfig");
    expect(asynchronous.DestinationConfig.OnFailure).toBeDefined();
  },
);

describe("the distribution", () => {
  const distribution = prod.of("api", "AWS::CloudFront::Distribution")[0]?.[1].Properties
    .DistributionConfig;
  const codeOf = (name: string): string =>
    prod.one("api", "AWS::CloudFront::Function", "Name", `checkout-prod-${name}`).Properties
      .FunctionCode;
  const run = (name: string, event: object) =>
    runInNewContext(`${codeOf(name)}; handler(event)`, { event });

  test("never caches an answer of the API, and passes on everything but the host", () => {
    const patterns = distribution.CacheBehaviors.map(
      (behaviour: { PathPattern: string }) => behaviour.PathPattern,
    );
    expect(patterns).toEqual(["/api/*", "/p/*", "/.well-known/*", "/llms*.txt"]);
    for (const behaviour of distribution.CacheBehaviors) {
      expect(behaviour).toMatchObject({
        TargetOriginId: "api",
        ViewerProtocolPolicy: "https-only",
        CachePolicyId: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
        OriginRequestPolicyId: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
      });
    }
  });

  test("answers /API/ with a 404 problem whose type is an absolute URL", () => {
    const request = { uri: "/API/v1/credits/", headers: { host: { value: "pay.example" } } };
    const answer = run("page", { request });
    expect(answer.statusCode).toBe(404);
    const problem = JSON.parse(answer.body);
    expect(problem).toMatchObject({
      type: "https://pay.example/api/docs/errors/#error-not_found",
      code: "not_found",
    });
    expect(answer.headers["x-request-id"]).toEqual({ value: problem.request_id });
  });

  test("turns no error of the API into a page, and answers nobody with the error of another request", () => {
    const kept = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];
    const responses = kept.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 }));
    expect(distribution.CustomErrorResponses).toEqual(responses);
  });

  test("shows the API the secret header, which the firewall demands", () => {
    const origin = distribution.Origins.find(({ Id }: { Id: string }) => Id === "api");
    const [header] = prod.show(origin.OriginCustomHeaders) as {
      HeaderName: string;
      HeaderValue: string;
    }[];
    expect(header?.HeaderName).toBe(ORIGIN_SECRET_HEADER);
    expect(header?.HeaderValue).toMatch(
      /^\{\{resolve:secretsmanager:SecretCloudfrontOrigin\w*:SecretString:value\}\}$/,
    );
    const acl = prod.of("api", "AWS::WAFv2::WebACL")[0]?.[1].Properties;
    const [rule] = prod.show(acl.Rules) as { Action: object; Statement: object }[];
    expect(rule?.Action).toEqual({ Block: {} });
    expect(rule?.Statement).toMatchObject({
      NotStatement: {
        Statement: { ByteMatchStatement: { SearchString: header?.HeaderValue } },
      },
    });
  });

  test("sends a new secret only after the firewall accepts it, beside the one before", () => {
    const [next, before] = EXTRAS.originSecretVersions;
    const changing = stageApp("prod", EXTRAS);
    const [[aclId = "", acl] = []] = changing.of("api", "AWS::WAFv2::WebACL");
    const [, edge] = changing.of("api", "AWS::CloudFront::Distribution")[0] ?? [];
    const sent = JSON.stringify(changing.show(edge?.Properties.DistributionConfig.Origins));
    const rule = JSON.stringify(changing.show(acl?.Properties.Rules[0]));
    expect(edge).toMatchObject({ DependsOn: expect.arrayContaining([aclId]) });
    expect(sent).toContain(`:SecretString:value::${next}}}`);
    expect(sent).not.toContain(before);
    expect(rule).toContain("OrStatement");
    for (const version of [next, before]) expect(rule).toContain(`:value::${version}}}`);
  });

  test("writes down the caller's address over a forged one", () => {
    const forged = { [VIEWER_ADDRESS_HEADER]: { value: "198.51.100.1" } };
    const event = { request: { headers: forged }, viewer: { ip: "203.0.113.9" } };
    expect(run("address", event).headers[VIEWER_ADDRESS_HEADER]).toEqual({ value: "203.0.113.9" });
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::6", "2001:db8:1:2"],
    ["2001:db8::6", "2001:db8:0:0"],
    ["2001:db8:1:2:3::", "2001:db8:1:2"],
    ["::1", "0:0:0:0"],
  ])("counts %s as %s: one customer owns a whole IPv6 /64", (ip, network) => {
    const forged = { [VIEWER_NETWORK_HEADER]: { value: "198.51.100.1" } };
    const { headers } = run("address", { request: { headers: forged }, viewer: { ip } });
    expect(headers[VIEWER_NETWORK_HEADER]).toEqual({ value: network });
    expect(headers[VIEWER_ADDRESS_HEADER]).toEqual({ value: ip });
  });

  test.each([
    ["/", "/index.html"],
    ["/checkouts/co_1", "/index.html"],
    ["/assets/app-1a2b.js", "/assets/app-1a2b.js"],
  ])("answers %s of the site with %s", (uri, served) => {
    expect(run("page", { request: { uri } }).uri).toBe(served);
  });

  test("is the address that the service gives out where there is no domain", () => {
    const variables = prod.of("functions", "AWS::Lambda::Function")[0]?.[1].Properties.Environment
      .Variables;
    expect(prod.show(variables.PUBLIC_BASE_URL)).toMatch(
      /^https:\/\/EdgeDistribution\w+\.DomainName$/,
    );
  });
});

describe("the firewall", () => {
  const acl = prod.of("api", "AWS::WAFv2::WebACL")[0]?.[1].Properties;

  test("counts the public surface by the network that our distribution wrote down", () => {
    const rule = acl.Rules.find(({ Name }: { Name: string }) => Name === "rate-public");
    expect(rule.Action.Block.CustomResponse.ResponseCode).toBe(429);
    expect(rule.Statement.RateBasedStatement).toMatchObject({
      AggregateKeyType: "CUSTOM_KEYS",
      CustomKeys: [{ Header: { Name: VIEWER_NETWORK_HEADER } }],
    });
  });

  const rateOf = (from: typeof prod, name: string) =>
    from
      .of("api", "AWS::WAFv2::WebACL")[0]?.[1]
      .Properties.Rules.find(({ Name }: { Name: string }) => Name === `rate-${name}`).Statement
      .RateBasedStatement;
  const isCounted = (name: string, request: WafRequest) =>
    matches(rateOf(prod, name).ScopeDownStatement, request);

  test.each([
    "/api/public/x/",
    "/API/Public/x/",
    "//api/%70ublic/x",
    "/api/v1/../public/x/",
    "/p/7k3m9qwx0abc",
  ])("counts %s as public, however it is spelled", (path) => {
    expect(isCounted("public", { path })).toBe(true);
  });

  const key = `pk_live_${"Ab3".repeat(12)}`;
  const token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln-_";
  test.each<[string, WafRequest]>([
    ["a login", { path: "/api/auth/send-otp/" }],
    ["a call without a key", { path: "/api/v1/checkouts/" }],
    ["a call with a word for a key", { path: "/api/v1/credits", query: { api_key: "none" } }],
    ["a short key", { path: "/api/v1/credits/", headers: { authorization: "Bearer pk_live_1" } }],
    ["another scheme", { path: "/api/v1/credits/", headers: { authorization: `Basic ${token}` } }],
    ["a dashboard call without a token", { path: "/api/platform/apps/" }],
  ])("gives %s the low limit", (_, request) => {
    expect(isCounted("unauthenticated", request)).toBe(true);
    expect(rateOf(prod, "unauthenticated").Limit).toBeLessThanOrEqual(300);
  });

  test.each<[string, WafRequest]>([
    [
      "a key in the header",
      { path: "/api/v1/credits/", headers: { authorization: `Bearer ${key}` } },
    ],
    ["a key in the query", { path: "/api/v1/credits/", query: { api_key: key } }],
    [
      "an access token",
      { path: "/api/platform/apps/", headers: { authorization: `bearer ${token}` } },
    ],
    ["the pay page", { path: "/api/public/gateway/x/" }],
    ["the health check", { path: "/api/health/" }],
  ])("does not give %s the low limit", (_, request) => {
    expect(isCounted("unauthenticated", request)).toBe(false);
  });

  test("lets no network use more than a fifth of the stage's rate", () => {
    expect(rateOf(prod, "everything").Limit).toBe(0.2 * 500 * 300);
    expect(rateOf(dev, "everything").Limit).toBe(0.2 * 100 * 300);
  });

  test("has five rules, each of which costs a dollar a month", () => {
    expect(acl.Rules).toHaveLength(5);
  });

  test("keeps no query, body or credential, in logs or in samples", () => {
    const logging = prod.of("api", "AWS::WAFv2::LoggingConfiguration")[0]?.[1].Properties;
    const redacted = JSON.stringify(logging.RedactedFields);
    for (const field of [
      "QueryString",
      "UriPath",
      "authorization",
      "cookie",
      ORIGIN_SECRET_HEADER,
    ]) {
      expect(redacted).toContain(field);
    }
    const samples = [acl, ...acl.Rules].map(
      ({ VisibilityConfig }) => VisibilityConfig.SampledRequestsEnabled,
    );
    expect(new Set(samples)).toEqual(new Set([false]));
  });
});

describe("an alarm", () => {
  const alarms = prod
    .of("monitoring", "AWS::CloudWatch::Alarm")
    .map(([, alarm]) => alarm.Properties);

  test.each(WORKERS)("watches the worker $name", ({ name, source }) => {
    const watched = alarms
      .filter(({ Dimensions }) => Dimensions?.[0]?.Value === `checkout-prod-workers-${name}`)
      .map(({ MetricName }) => MetricName);
    expect(watched).toEqual(source.kind === "stream" ? ["Errors", "IteratorAge"] : ["Errors"]);
  });

  test("says which page of the runbook to open, and tells someone when it is over too", () => {
    for (const alarm of alarms) {
      const section = alarm.AlarmDescription.split("docs/operations.md#")[1];
      expect(RUNBOOK_SECTIONS).toContain(section);
      // Parts of an objective's alarm: see `objectives.test.ts`.
      if (alarm.ActionsEnabled === false) continue;
      expect(alarm.AlarmActions).toEqual(alarm.OKActions);
      expect(alarm.AlarmActions).toHaveLength(1);
    }
  });
});

test("the dashboard is valid JSON and names real metrics only once each", () => {
  const name = "checkout-prod-overview";
  const type = "AWS::CloudWatch::Dashboard";
  const dashboard = prod.one("monitoring", type, "DashboardName", name).Properties;
  const [text] = dashboard.DashboardBody["Fn::Sub"];
  const { widgets } = JSON.parse(text) as { widgets: { properties: { title: string } }[] };
  const titles = widgets.map(({ properties }) => properties.title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(text).not.toContain("Token[");
});

test.each(["data", "messaging", "api", "edge", "monitoring"] as const)(
  "a stage without a budget has none in %s",
  (stack) => {
    expect(prod.of(stack, "AWS::Budgets::Budget")).toEqual([]);
  },
);

describe("a closed stage", () => {
  const closed = stageApp("prod", CLOSED);

  test("answers no request", () => {
    const [[, stage] = []] = closed.of("api", "AWS::ApiGateway::Stage");
    for (const settings of stage?.Properties.MethodSettings ?? [{}]) {
      expect(settings).toMatchObject({ ThrottlingRateLimit: 0, ThrottlingBurstLimit: 0 });
    }
  });

  test("reads no queue and no stream, and runs no schedule", () => {
    const enabled = (from: typeof prod) =>
      new Set(
        from
          .of("functions", "AWS::Lambda::EventSourceMapping")
          .map(([, { Properties }]) => Properties.Enabled),
      );
    const states = closed
      .of("functions", "AWS::Scheduler::Schedule")
      .map(([, { Properties }]) => Properties.State);
    expect(enabled(closed)).toEqual(new Set([false]));
    expect(enabled(prod)).toEqual(new Set([true]));
    expect(new Set(states)).toEqual(new Set(["DISABLED"]));
  });

  test("mails its budget before and when the money is spent", () => {
    const [, budget] = closed.of("monitoring", "AWS::Budgets::Budget")[0] ?? [];
    expect(budget?.Properties.Budget.BudgetLimit).toEqual({ Amount: 300, Unit: "USD" });
    const notifications = budget?.Properties.NotificationsWithSubscribers;
    expect(
      notifications.map(({ Notification }: { Notification: object }) => Notification),
    ).toMatchObject([
      { NotificationType: "ACTUAL", Threshold: 80 },
      { NotificationType: "FORECASTED", Threshold: 100 },
    ]);
    for (const { Subscribers } of notifications) {
      expect(Subscribers).toEqual([{ SubscriptionType: "EMAIL", Address: "ops@shop.example" }]);
    }
  });
});

describe("after a restore", () => {
  const { streamArn } = RESTORED.restoredTable;
  const restored = stageApp("prod", RESTORED);
  const text = (stack: StackName) => JSON.stringify(restored.templates[stack]);

  test("functions, grants, stream readers and alarms lead to the copy, and none to the old table", () => {
    const variables = restored
      .of("functions", "AWS::Lambda::Function")
      .map(([, { Properties }]) => Properties.Environment.Variables.TABLE_NAME)
      .filter((name) => name !== undefined);
    expect(new Set(variables)).toEqual(new Set(["copy-1"]));
    const streams = restored
      .of("functions", "AWS::Lambda::EventSourceMapping")
      .map(([, { Properties }]) => Properties.EventSourceArn)
      .filter((arn) => typeof arn === "string");
    expect(new Set(streams)).toEqual(new Set([streamArn]));
    for (const stack of FUNCTION_STACKS) {
      expect(text(stack)).toContain('"arn:aws:dynamodb:eu-central-1:111122223333:table/copy-1"');
      expect(text(stack)).not.toMatch(/ExportsOutput(?:Ref|FnGetAtt)Table/);
    }
    expect(text("api")).not.toMatch(/ExportsOutput(?:Ref|FnGetAtt)Table/);
    expect(text("monitoring")).not.toMatch(/ExportsOutput(?:Ref|FnGetAtt)Table/);
  });

  test("the old table stays where it is", () => {
    expect(restored.of("data", "AWS::DynamoDB::GlobalTable")[0]?.[1].DeletionPolicy).toMatch(
      /^Retain/,
    );
  });
});

test.each(["docs/deploy.md", "docs/operations.md"])(
  "each variable in a command of %s is an output of a stack, or the page sets it",
  (path) => {
    const page = readFileSync(join(import.meta.dirname, "../..", path), "utf8");
    const set = [...page.matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name);
    const outputs = NAMES.flatMap((stack) => Object.keys(prod.templates[stack].Outputs ?? {})).map(
      (name) => name.replaceAll(/(?<=.)[A-Z]/g, "_$&").toUpperCase(),
    );
    const used = [...page.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name]) => name);
    const known = new Set([...outputs, ...set, "PWD"]);
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  },
);
