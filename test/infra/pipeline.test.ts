import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prod } from "../../lib/infra/config/prod.ts";
import { parseStageConfig } from "../../lib/infra/stage-config.ts";
import { EXTRAS, REPOSITORY, SECOND_REGION, stageApp } from "./synthesised.ts";

const SUBJECT = "token.actions.githubusercontent.com:sub";
const made = stageApp("prod", EXTRAS);
const roles = made.of("pipeline", "AWS::IAM::Role");
const role = (name: string) =>
  made.one("pipeline", "AWS::IAM::Role", "RoleName", `checkout-prod-github-${name}`).Properties;
const subjects = (name: string) =>
  role(name).AssumeRolePolicyDocument.Statement.map(
    ({ Condition }: { readonly Condition: object }) => Condition,
  );

describe("the roles of GitHub Actions", () => {
  test("do not exist in a stage that names no repository", () => {
    expect(stageApp("prod").templates.pipeline.Resources).toEqual({});
  });

  test("are two, for jobs of one environment of one repository each", () => {
    expect(roles).toHaveLength(2);
    for (const [name, environment] of [
      ["deploy", "prod"],
      ["review", "prod-review"],
    ] as const) {
      expect(subjects(name)).toEqual([
        {
          StringEquals: {
            "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
            [SUBJECT]: `repo:mahtem/checkout:environment:${environment}`,
          },
        },
      ]);
    }
  });

  test("trust a repository by its ids too, as GitHub's tokens of newer repositories name it", () => {
    const repository = "mahtem@4711/checkout@90125";
    const { github } = parseStageConfig({ ...prod, github: { repository, providerArn: null } });
    const newer = stageApp("prod", { github });
    const trusted = newer
      .of("pipeline", "AWS::IAM::Role")
      .map(([, { Properties }]) => Properties.AssumeRolePolicyDocument.Statement[0].Condition);
    expect(trusted.map(({ StringEquals }) => StringEquals[SUBJECT])).toEqual([
      `repo:${repository}:environment:prod`,
      `repo:${repository}:environment:prod-review`,
    ]);
  });

  test("may deploy as the roles of the bootstrap, and do nothing else", () => {
    const { Policies, ManagedPolicyArns } = role("deploy");
    expect(ManagedPolicyArns).toBeUndefined();
    const [{ Action, Resource }, ...others] = Policies[0].PolicyDocument.Statement;
    expect([Policies.length, others]).toEqual([1, []]);
    expect(Action).toBe("sts:AssumeRole");
    expect(JSON.stringify(made.show(Resource))).not.toContain("*");
    expect(Resource).toHaveLength(3);
  });

  test("may compare without changing anything, and without reading data", () => {
    const { Policies } = role("review");
    const actions = Policies.flatMap(
      (policy: { PolicyDocument: { Statement: { Action: string | string[] }[] } }) =>
        policy.PolicyDocument.Statement.flatMap(({ Action }) => Action),
    );
    for (const action of actions) {
      expect(action).toMatch(/^cloudformation:(?:BatchDescribe|Describe|Detect|GetTemplate$)/);
    }
    // Without these, CloudFormation begins no detection of drift.
    for (const name of [
      "BatchDescribeTypeConfigurations",
      "DetectStackDrift",
      "DetectStackResourceDrift",
    ])
      expect(actions).toContain(`cloudformation:${name}`);
  });

  test("reach the stack in the second region, where there is one", () => {
    const two = stageApp("prod", { ...EXTRAS, secondRegion: SECOND_REGION });
    const resources = (name: string): string[] => {
      const { Policies } = two.one(
        "pipeline",
        "AWS::IAM::Role",
        "RoleName",
        `checkout-prod-github-${name}`,
      ).Properties;
      const [{ Resource }] = Policies[0].PolicyDocument.Statement;
      return Resource.map((each: unknown) => JSON.stringify(two.show(each)));
    };
    expect(resources("deploy")).toHaveLength(6);
    expect(resources("deploy").filter((each) => each.includes(SECOND_REGION))).toHaveLength(3);
    expect(resources("review").filter((each) => each.includes(SECOND_REGION))).toHaveLength(1);
  });

  test("use the provider of another stage where there is one", () => {
    const providerArn =
      "arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com";
    const other = stageApp("dev", { github: { ...REPOSITORY, providerArn } });
    expect(made.of("pipeline", "AWS::IAM::OIDCProvider")).toHaveLength(1);
    expect(other.of("pipeline", "AWS::IAM::OIDCProvider")).toEqual([]);
    for (const [, { Properties }] of other.of("pipeline", "AWS::IAM::Role")) {
      const [{ Principal }] = Properties.AssumeRolePolicyDocument.Statement;
      expect(Principal).toEqual({ Federated: providerArn });
    }
  });
});

const WORKFLOWS = join(import.meta.dirname, "../../.github/workflows");
const workflow = (name: string) => readFileSync(join(WORKFLOWS, name), "utf8");

test("GitHub's deployment adopts the log groups that removed functions left, before all stacks", () => {
  const deployments = [...workflow("deploy-stage.yml").matchAll(/cdk deploy (.+)/g)];
  expect(deployments.map(([, options]) => options)).toEqual([
    expect.stringMatching(/^'Checkout\*Logs' --exclusively --import-existing-resources /),
    expect.stringMatching(/^--all --app cdk.out /),
  ]);
});

test("GitHub deploys the standby after its stage, asks it for no answer, and looks for drift there too", () => {
  const [, job = ""] = /\n {2}standby:\n([\s\S]*?)\n\n/.exec(workflow("deploy.yml")) ?? [];
  expect(job).toContain("needs: prod\n");
  expect(job).toMatch(/stage: \$\{\{ vars\.STANDBY_STAGE \}\}\n {6}smoke: false$/);
  expect(workflow("deploy-stage.yml")).toMatch(/name: Smoke test\n {8}if: inputs\.smoke\n/);
  const stages =
    /stage: >-\n +\$\{\{ fromJSON\((.+) && format\('(.+)', .+\) \|\| '(.+)'\) \}\}/.exec(
      workflow("weekly.yml"),
    );
  expect(stages?.[1]).toBe("vars.STANDBY_STAGE");
  expect(JSON.parse(stages?.[2]?.replace("{0}", "prodb") ?? "")).toEqual(["dev", "prod", "prodb"]);
  expect(JSON.parse(stages?.[3] ?? "")).toEqual(["dev", "prod"]);
});

test("a push that waits for its approval keeps no later one from the gate and from dev, and none overtakes another", () => {
  const deploy = workflow("deploy.yml");
  expect(deploy).not.toMatch(/^concurrency:/m);
  const groups = [...`${deploy}${workflow("deploy-stage.yml")}`.matchAll(/^ {6}group: (.+)$/gm)];
  expect(groups.map(([, group]) => group?.split("-$")[0])).toEqual(["gate", "diff", "deploy"]);
  const [, gate = ""] = /\n {2}gate:\n([\s\S]*?)\n\n/.exec(deploy) ?? [];
  expect(gate).toMatch(/group: gate-/);
  expect(gate).not.toContain("cancel-in-progress");
});
