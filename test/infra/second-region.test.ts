import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SECRET_NAMES } from "../../lib/contract/access.ts";
import { PAYMENT_PATH, WORKERS } from "../../lib/contract/functions.ts";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { FUNCTION_STACKS } from "../../lib/infra/functions-stack.ts";
import { stageProblems } from "../../lib/infra/stage-config.ts";
import { TABLE } from "../../lib/store/table.ts";
import {
  EXTRAS,
  nagFindings,
  newIn,
  newsOf,
  SECOND_REGION as SECOND,
  stageApp,
  synthesise,
} from "./synthesised.ts";

const ACCOUNT = "111122223333";
const secretArn = (name: string) => `arn:aws:secretsmanager:${SECOND}:${ACCOUNT}:secret:${name}-x`;
const standbyConfig = {
  ...stageConfig("prod"),
  ...{ stage: "prodb", region: SECOND, domain: EXTRAS.domain, closed: true },
  standby: {
    table: {
      name: "prod-table",
      streamArn: `arn:aws:dynamodb:${SECOND}:${ACCOUNT}:table/prod-table/stream/2026-11-25`,
    },
    secretArns: Object.fromEntries(SECRET_NAMES.map((name) => [name, secretArn(name)])) as Record<
      (typeof SECRET_NAMES)[number],
      string
    >,
  },
};

const primary = stageApp("prod", { ...EXTRAS, secondRegion: SECOND });
const waiting = synthesise(standbyConfig);
const open = synthesise({ ...standbyConfig, closed: false });

describe("a stage with a second region", () => {
  const [[, table] = []] = primary.of("data", "AWS::DynamoDB::GlobalTable");

  test("has the same table there, restorable, protected and encrypted with a key of that region", () => {
    const { Replicas, KeySchema, GlobalSecondaryIndexes } = table?.Properties ?? {};
    expect(table?.DeletionPolicy).toBe("RetainExceptOnCreate");
    expect(Replicas.map(({ Region }: { Region: string }) => Region)).toEqual([
      "eu-central-1",
      SECOND,
    ]);
    for (const replica of Replicas) {
      expect(replica).toMatchObject({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
    }
    expect(Replicas[1].SSESpecification.KMSMasterKeyId).toBe("alias/checkout-prod-second-region");
    expect(KeySchema[0].AttributeName).toBe(TABLE.partitionKey);
    expect(GlobalSecondaryIndexes).toHaveLength(TABLE.indexes.length);
  });

  test("may get it later: without one, it has the same table under the same id", () => {
    const [[id, single] = []] = stageApp("prod").of("data", "AWS::DynamoDB::GlobalTable");
    const [[later] = []] = primary.of("data", "AWS::DynamoDB::GlobalTable");
    expect(later).toBe(id);
    const { Replicas, ...same } = table?.Properties ?? {};
    // CloudFormation changes nothing else in the update that adds a copy.
    expect(single?.Properties).toEqual({ ...same, Replicas: Replicas.slice(0, 1) });
  });

  test("keeps a copy of every secret there", () => {
    const secrets = primary.of("data", "AWS::SecretsManager::Secret");
    expect(secrets).toHaveLength(SECRET_NAMES.length);
    for (const [, { Properties }] of secrets) {
      const [copy, ...others] = Properties.ReplicaRegions;
      expect(copy).toMatchObject({ Region: SECOND, KmsKeyId: "alias/checkout-prod-second-region" });
      expect(others).toEqual([]);
    }
  });

  test("raises an alarm when the copy falls behind, and when nothing arrives there of what is written", () => {
    const alarmName = "checkout-prod-replication-late";
    const alarms = primary.of("monitoring", "AWS::CloudWatch::Alarm");
    const [, alarm] = alarms.find(([, { Properties }]) => Properties.AlarmName === alarmName) ?? [];
    const [late, written, result] = alarm?.Properties.Metrics ?? [];
    expect(late.MetricStat.Metric).toMatchObject({
      MetricName: "ReplicationLatency",
      Dimensions: [{ Name: "TableName" }, { Name: "ReceivingRegion", Value: SECOND }],
    });
    expect(written.MetricStat.Metric.MetricName).toBe("ConsumedWriteCapacityUnits");
    const [, missing] =
      /^IF\(FILL\(written, 0\) > 0, FILL\(late, (\d+)\), 0\)$/.exec(result.Expression) ?? [];
    expect(Number(missing)).toBeGreaterThan(alarm?.Properties.Threshold);
    expect(alarm?.Properties.AlarmActions).toHaveLength(1);
    const single = stageApp("prod").of("monitoring", "AWS::CloudWatch::Alarm");
    expect(single.map(([, { Properties }]) => Properties.AlarmName)).not.toContain(alarmName);
  });

  test("can be fenced off in each of its functions without reaching its region", () => {
    for (const from of [primary, waiting]) {
      const policies = from.of("functions", "AWS::IAM::ManagedPolicy");
      expect(policies).toHaveLength(FUNCTION_STACKS.length);
      for (const [, { Properties }] of from.of("functions", "AWS::IAM::Role")) {
        if (!/^Runs /.test(Properties.Description ?? "")) continue;
        expect(Properties.ManagedPolicyArns).toHaveLength(1);
      }
    }
    expect(stageApp("prod").of("functions", "AWS::IAM::ManagedPolicy")).toEqual([]);
  });
});

test("the guide fences every stack of functions, and leaves no version of the fence behind that IAM would count", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/second-region.md"), "utf8");
  const loops = [...page.matchAll(/^for part in (.+); do\n([\s\S]*?)^done$/gm)];
  expect(loops.map(([, parts]) => parts?.split(" "))).toEqual([FUNCTION_STACKS, FUNCTION_STACKS]);
  const steps = loops.map(([, , body = ""]) =>
    [...body.matchAll(/aws iam (?!get-)(\S+)/g)].map(([, command]) => command),
  );
  // A policy has at most five versions, and the default one cannot be deleted.
  expect(steps).toEqual([
    ["create-policy-version"],
    ["set-default-policy-version", "delete-policy-version"],
  ]);
});

test("the runbook pauses a reader of the stream that has no events to relay, where the stream bears one only", () => {
  const readers = WORKERS.filter(({ source }) => source.kind === "stream").map(({ name }) => name);
  const page = (name: string) =>
    readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");
  for (const name of readers) expect(page("second-region.md")).toContain(`\`${name}\``);
  const [, paused] =
    /list-event-source-mappings --function-name checkout-prod-workers-(\S+)/.exec(
      page("operations.md"),
    ) ?? [];
  expect(readers.filter((name) => name !== paused)).toEqual(["relay-events"]);
});

test("the switch opens the gateway of functions that are there, before what payers need not wait for", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/second-region.md"), "utf8");
  const deployments = [...page.matchAll(/^npx cdk deploy (\S+)/gm)].map(([, what]) => what);
  expect(deployments).toEqual(["CheckoutProdbApi", "--all"]);
  // Nothing in a function changes with the switch, so the gateway may come first.
  const functionsOf = (from: typeof open) =>
    from.of("functions", "AWS::Lambda::Function").map(([, { Properties }]) => Properties);
  expect(functionsOf(open)).toEqual(functionsOf(waiting));
});

describe("the standby, until the switch", () => {
  test("answers nobody, reads no queue and no stream, and runs no schedule", () => {
    const mappings = waiting.of("functions", "AWS::Lambda::EventSourceMapping");
    const schedules = waiting.of("functions", "AWS::Scheduler::Schedule");
    expect(mappings.length + schedules.length).toBeGreaterThan(20);
    for (const [, { Properties }] of mappings) expect(Properties.Enabled).toBe(false);
    for (const [, { Properties }] of schedules) expect(Properties.State).toBe("DISABLED");
    const [[, stage] = []] = waiting.of("api", "AWS::ApiGateway::Stage");
    for (const settings of stage?.Properties.MethodSettings ?? [{}]) {
      expect(settings.ThrottlingRateLimit).toBe(0);
    }
  });

  test("uses the copies, and has no table, secret, firewall or alarm of its own to pay for", () => {
    expect(waiting.templates.data.Resources).toEqual({});
    expect(waiting.templates.monitoring.Resources).toEqual({});
    expect(waiting.of("api", "AWS::WAFv2::WebACL")).toEqual([]);
    const variables = waiting
      .of("functions", "AWS::Lambda::Function")
      .map(([, { Properties }]) => Properties.Environment.Variables);
    const tables = new Set(variables.flatMap(({ TABLE_NAME }) => TABLE_NAME ?? []));
    expect(tables).toEqual(new Set(["prod-table"]));
    const signing = variables.flatMap(({ SECRET_SIGNING_KEY }) => SECRET_SIGNING_KEY ?? []);
    expect(new Set(signing)).toEqual(new Set([secretArn("signing-key")]));
    expect(new Set(variables.map(({ PUBLIC_BASE_URL }) => PUBLIC_BASE_URL))).toEqual(
      new Set(["https://pay.example"]),
    );
  });

  test("would give up the address again, so the guide fences it for a repair and does not close it", () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/second-region.md"), "utf8");
    const [, later = ""] = page.split("## When the old region is back");
    expect(later).toContain("`checkout-prodb-fence-$part`");
    expect(later).not.toMatch(/[Cc]lose the standby/);
    expect(waiting.templates.monitoring.Resources).toEqual({});
    expect(later).toContain("--stack-name CheckoutProdbMonitoring");
  });

  test("does not claim the address that the other region's distribution has", () => {
    const [[, edge] = []] = waiting.of("api", "AWS::CloudFront::Distribution");
    expect(edge?.Properties.DistributionConfig.Aliases ?? []).toEqual([]);
    const [[, after] = []] = open.of("api", "AWS::CloudFront::Distribution");
    expect(after?.Properties.DistributionConfig.Aliases).toEqual(["pay.example"]);
  });
});

test("the switch makes no new version of a function, so that no release runs in it", () => {
  const versionsOf = (from: typeof open) =>
    from.of("payments", "AWS::Lambda::Version").map(([id]) => id);
  expect(versionsOf(open)).toEqual(versionsOf(waiting));
  expect(versionsOf(open)).toHaveLength(PAYMENT_PATH.size);
});

test("after the switch it has all that a stage has, and reads the stream from its beginning", () => {
  expect(open.of("api", "AWS::WAFv2::WebACL")).toHaveLength(1);
  expect(open.of("monitoring", "AWS::CloudWatch::Alarm").length).toBeGreaterThan(50);
  const streams = open
    .of("functions", "AWS::Lambda::EventSourceMapping")
    .filter(([, { Properties }]) => Properties.StartingPosition !== undefined);
  expect(streams.length).toBeGreaterThan(1);
  for (const [, { Properties }] of streams) {
    expect(Properties).toMatchObject({ Enabled: true, StartingPosition: "TRIM_HORIZON" });
  }
});

test("a standby that GitHub deploys must use the account's provider, which the other stage has made", () => {
  const problems = (providerArn: string | null) =>
    stageProblems({ ...standbyConfig, github: { repository: "mahtem/checkout", providerArn } });
  const providerArn = `arn:aws:iam::${ACCOUNT}:oidc-provider/token.actions.githubusercontent.com`;
  expect(problems(null).map(({ path }) => path.join("."))).toEqual(["github.providerArn"]);
  expect(problems(providerArn)).toEqual([]);
});

test.each([
  ["the stage", primary],
  ["the waiting standby", waiting],
  ["the open standby", open],
])("cdk-nag finds nothing in %s that is not explained", (_, { app }) => {
  expect(nagFindings(app)).toEqual([]);
});

const CFN_LINT = spawnSync("cfn-lint", ["--version"], { stdio: "ignore" }).status === 0;
if (!CFN_LINT) console.log("cfn-lint is not installed: the templates are not checked with it");

/**
 * W3005: dependencies that CDK's own construct for the site's files, and each alias, state twice. W6001: the stage's
 * outputs name the table, which another stack exports.
 */
const EXPLAINED = ["W3005", "W6001"];

/** Ids that a value refers to, with those of CloudFormation itself. */
function referredTo(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (key === "Ref") return [String(part)];
    if (key === "Fn::GetAtt") return [String(part[0])];
    if (key === "DependsOn") return [part].flat().map(String);
    return referredTo(part);
  });
}

// cfn-lint would find these as well, but reads only resources that say something new.
test.each([
  ["the stage", primary],
  ["the waiting standby", waiting],
])(
  "in %s no two resources have the same name, and none refers to one that is not there",
  (_, from) => {
    const names: string[] = [];
    for (const { Resources, Outputs } of Object.values(from.templates)) {
      const ids = referredTo([Resources, Outputs]).filter((id) => !id.startsWith("AWS::"));
      expect(ids.filter((id) => !(id in Resources))).toEqual([]);
      for (const { Type, Properties = {} } of Object.values(Resources)) {
        const [, kind = ""] = /(\w+)$/.exec(Type) ?? [];
        const name = Object.entries(Properties).find(([key]) => key === `${kind}Name`)?.[1];
        if (typeof name === "string") names.push(`${Type} ${name}`);
      }
    }
    expect(names.length).toBeGreaterThan(FUNCTION_STACKS.length);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  },
);

/** Of hundreds of functions one of each kind, for both regions, and of the standby what the stage has not. */
test.skipIf(!CFN_LINT)(
  "cfn-lint finds nothing in the stage and the waiting standby that is not explained",
  { timeout: 400_000 },
  () => {
    const all = [
      ...Object.entries(primary.templates),
      ...Object.entries(waiting.templates).map(([name, one]) => [`standby-${name}`, one] as const),
    ];
    const isNew = newsOf(all.map(([, template]) => template));
    const templates = all
      .map(([name, template]) => [name, newIn(template, isNew)] as const)
      .filter(([, { Resources }]) => Object.keys(Resources).length > 0);
    const folder = mkdtempSync(join(tmpdir(), "templates-"));
    try {
      const files = templates.map(([name, template]) => {
        const file = join(folder, `${name}.json`);
        writeFileSync(file, JSON.stringify(template));
        return file;
      });
      const regions = ["--regions", stageConfig("prod").region, SECOND];
      const options = [...regions, "--ignore-checks", ...EXPLAINED, "--template", ...files];
      const { stdout, status } = spawnSync("cfn-lint", options, { encoding: "utf8" });
      expect([status, stdout]).toEqual([0, ""]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
