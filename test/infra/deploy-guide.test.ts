import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Stack } from "aws-cdk-lib/core";
import { expect, test } from "vitest";
import { PAYMENT_PATH, pascalCase } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { FUNCTION_STACKS } from "../../lib/infra/functions-stack.ts";
import { expectStatus, likelyCause, SmokeFailure } from "../../lib/smoke/steps.ts";
import { EXTRAS, RESTORED, type StackName, type Synthesised, stageApp } from "./synthesised.ts";

const NAMES: readonly StackName[] = ["data", "messaging", "api", "edge", "monitoring"];
const prod = stageApp("prod");
const restored = stageApp("prod", RESTORED);

const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");

/** Names of the stacks on which each one waits, without the stage's prefix. */
function waitsOf({ app }: Synthesised): ReadonlyMap<string, readonly string[]> {
  const stacks = app.node.children.filter((child) => Stack.isStack(child));
  const short = ({ stackName }: Stack) => stackName.replace("CheckoutProd", "");
  const waits = new Map(stacks.map((stack) => [short(stack), stack.dependencies.map(short)]));
  // The roles of GitHub Actions, which most stages do without.
  waits.delete("Pipeline");
  return waits;
}

const withDomain = waitsOf(stageApp("prod", EXTRAS));
const FUNCTIONS = ["FunctionsPayments", "FunctionsPlatform", "FunctionsOthers"];

test("a release brings functions before the gateway that calls them, and the dashboard last", () => {
  expect(withDomain.get("Api")).toEqual(expect.arrayContaining(FUNCTIONS));
  for (const waits of [withDomain, waitsOf(prod)]) {
    expect(waits.get("Edge")).toEqual(expect.arrayContaining(["Api", ...FUNCTIONS]));
    for (const name of FUNCTIONS.slice(1)) expect(waits.get(name)).toContain("FunctionsPayments");
  }
});

test("the guide lists the stacks in an order in which they can be deployed", () => {
  const [, table = ""] =
    /\| stack \| contents \|\n([\s\S]*?)\n\n/.exec(read("docs/deploy.md")) ?? [];
  const cells = table.split("\n").map((row) => row.split("|")[1] ?? "");
  const listed = cells.flatMap((cell) =>
    [...cell.matchAll(/`CheckoutProd(\w+)`/g)].map(([, name]) => name ?? ""),
  );
  expect(listed.toSorted()).toEqual([...withDomain.keys()].toSorted());
  for (const [name, waits] of withDomain) {
    const before = listed.slice(0, listed.indexOf(name));
    expect(before).toEqual(expect.arrayContaining([...waits]));
  }
});

test.each([
  ["the stage's own table", prod, "Table"],
  ["the copy after a restore", restored, "copy-1"],
])("the documented variables give `npm run` %s", async (_, from, tableName) => {
  expect(await documentedVariable("TABLE_NAME", from)).toBe(tableName);
});

/** What a program reads after the command of the guide has run against these stacks' outputs. */
async function documentedVariable(name: string, from: Synthesised): Promise<string> {
  const [, loop] = /```sh\n(for stack in [\s\S]*?done\n)```/.exec(read("docs/deploy.md")) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "outputs-"));
  for (const stack of NAMES) {
    const rows = Object.entries(from.templates[stack].Outputs ?? {})
      .filter(([output]) => !output.startsWith("Exports"))
      .map(([output, { Value }]) => `${output}\t${from.show(Value)}\n`);
    writeFileSync(join(folder, `CheckoutProd${pascalCase(stack)}`), rows.join(""));
  }
  // Replaces the AWS CLI: `aws cloudformation describe-stacks --stack-name NAME …`.
  writeFileSync(join(folder, "aws"), `#!/bin/sh\ncat "${folder}/$4"\n`, { mode: 0o755 });
  const script = `${loop}exec "${process.execPath}" -p process.env.${name}`;
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const { stdout } = await promisify(execFile)("sh", ["-c", script], { env });
  rmSync(folder, { recursive: true });
  return stdout.trim();
}

test("a rollback keeps the stage's file and the configuration that it imports", () => {
  const [, kept] = /-- (lib\/infra\/config\/prod\.ts.*)\n/.exec(read("docs/deploy.md")) ?? [];
  const imported = [...read("lib/infra/config/prod.ts").matchAll(/from "\.\/(.+)"/g)];
  const files = ["prod.ts", ...imported.map(([, name]) => name)];
  expect(kept?.split(" ")).toEqual(files.map((name) => `lib/infra/config/${name}`));
});

test("the guide has a path watched from outside that anyone may call", () => {
  const [, path] = /outside AWS call `GET \{BaseUrl\}(\S+)`/.exec(read("docs/deploy.md")) ?? [];
  const route = ROUTES.find((one) => one.path === path);
  expect(route).toMatchObject({ method: "GET", auth: "none" });
});

test("the guide knows how many roles a stage takes of an account's 1,000", () => {
  const [, named] = /about (\d+) per stage/.exec(read("docs/deploy.md")) ?? [];
  const stacks: readonly StackName[] = [...NAMES, "messaging", "logs", ...FUNCTION_STACKS];
  const roles = [...new Set(stacks)].flatMap((stack) => prod.of(stack, "AWS::IAM::Role"));
  expect(Math.abs(Number(named) - roles.length)).toBeLessThan(10);
  // "from the sixth stage on"
  expect(5 * roles.length).toBeLessThan(1000);
  expect(6 * roles.length).toBeGreaterThan(1000);
});

test("a rollback that fails can skip the aliases, which are put back by hand, and nothing else", () => {
  const [, block = ""] = /```sh\n(ALIASES=[\s\S]*?)```/.exec(read("docs/deploy.md")) ?? [];
  const [, type] = /ResourceType==`([\w:]+)`/.exec(block) ?? [];
  const [, stack] = /--stack-name (\w+) --resources-to-skip \$ALIASES/.exec(block) ?? [];
  expect(stack).toBe("CheckoutProdFunctionsPayments");
  expect(prod.of("payments", type ?? "")).toHaveLength(PAYMENT_PATH.size);
  // Why it can fail: they are deployed one by one, and all watch this alarm.
  const groups = prod.of("payments", "AWS::CodeDeploy::DeploymentGroup");
  for (const [, { Properties }] of groups) {
    const names = Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: unknown }) =>
      prod.show(Name),
    );
    expect(names).toContainEqual(expect.stringMatching(/^ReleaseInvariants/));
  }
});

test("the runbook's traces reach the version behind the alias, and the version before comes back", () => {
  const page = read("docs/operations.md");
  const [, name = ""] = /^FUNCTION=checkout-prod-(\S+)$/m.exec(page) ?? [];
  expect(PAYMENT_PATH.has(name)).toBe(true);
  const blocks = [...page.matchAll(/```sh\n([^`]*--tracing-config[^`]*)```/g)];
  const steps = blocks.map(([, block = ""]) =>
    [...block.matchAll(/Mode=\w+|publish-version|--name live --function-version \S+/g)].map(
      ([step]) => step,
    ),
  );
  expect(steps).toEqual([
    ["Mode=Active", "publish-version", '--name live --function-version "$TRACED"'],
    ['--name live --function-version "$BEFORE"', "Mode=PassThrough"],
  ]);
});

test("the runbook asks the firewall's log only for rules that exist, and for no samples, because it keeps none", () => {
  const page = read("docs/operations.md");
  const [[, acl] = []] = prod.of("api", "AWS::WAFv2::WebACL");
  const rules = acl?.Properties.Rules as { Name: string; VisibilityConfig: object }[];
  for (const { VisibilityConfig } of rules) {
    expect(VisibilityConfig).toMatchObject({ SampledRequestsEnabled: false });
  }
  expect(page).not.toContain("sampled requests");
  const named = [...page.matchAll(/terminatingRuleId = "([^"]+)"/g)].map(([, name]) => name);
  expect(named).toHaveLength(1);
  expect(rules.map(({ Name }) => Name)).toEqual(expect.arrayContaining(named));
});

test("the smoke test tells the firewall's refusal from a missing permission and a suspension", () => {
  const [, api] = prod.of("api", "AWS::ApiGateway::RestApi")[0] ?? [];
  const refused = api?.Properties.Body["x-amazon-apigateway-gateway-responses"].WAF_FILTERED;
  const byTheFirewall = JSON.parse(refused.responseTemplates["application/json"]);
  const causeOf = (body: object) => {
    try {
      return expectStatus({ status: 403, contentType: "", body }, "GET /api/health/", 200);
    } catch (error) {
      return error instanceof SmokeFailure ? likelyCause("health", error) : error;
    }
  };
  expect(causeOf(byTheFirewall)).toMatch(/^The firewall refused the request.*refused-origin/);
  expect(causeOf({ code: "forbidden", detail: "The key lacks checkouts:write." })).toMatch(
    /^The key lacks a permission/,
  );
  expect(causeOf({ code: "account_suspended", detail: "…" })).toMatch(/suspended the account/);
});
