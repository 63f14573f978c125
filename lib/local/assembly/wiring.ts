import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import * as z from "zod";
import { decide } from "../aws/policy.ts";
import { hashInputs } from "../build/build-cache.ts";
import type { DeployedApi } from "./api.ts";
import { type Deployment, readDeployment } from "./deployment.ts";
import { type DeployedFunction, findFunction, readRoles } from "./functions.ts";
import { assemblyRegion, type Resource, readAssembly, readProperties } from "./template.ts";

// Grants that no function asks for itself but without which nothing would move on AWS: the gateway, the pollers, the
// bus and the scheduler act in the name of roles and resource policies. They are checked once, before anything runs.

const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const permission = z.looseObject({
  FunctionName: z.string(),
  Principal: z.string(),
  Action: z.string(),
});
const queuePolicy = z.looseObject({
  Queues: z.array(z.string()),
  PolicyDocument: z.looseObject({
    Statement: z.array(
      z.looseObject({
        Effect: z.string(),
        Action: texts,
        Principal: z.unknown(),
      }),
    ),
  }),
});

const READS_QUEUE = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];
const READS_STREAM = [
  "dynamodb:DescribeStream",
  "dynamodb:GetRecords",
  "dynamodb:GetShardIterator",
  "dynamodb:ListStreams",
];

/** What is missing, in words; empty when all is there. */
export function findMissingGrants(
  resources: readonly Resource[],
  deployment: Deployment,
): readonly string[] {
  const roles = readRoles(resources, deployment.place);
  const permissions = resources
    .filter(({ type }) => type === "AWS::Lambda::Permission")
    .map((resource) => readProperties(permission, resource));
  const policies = resources
    .filter(({ type }) => type === "AWS::SQS::QueuePolicy")
    .map((resource) => readProperties(queuePolicy, resource));
  const missing: string[] = [];

  const mayInvoke: MayInvoke = (service, roleArn, { target, invokedArn }, who) => {
    const role = roleArn === null ? undefined : roles.get(roleArn);
    const granted =
      role === undefined
        ? permissions.some(
            (entry) =>
              entry.Principal === service &&
              findFunction([target], entry.FunctionName) !== undefined,
          )
        : decide(role.statements, { action: "lambda:InvokeFunction", resource: invokedArn }) ===
          "allowed";
    if (!granted) missing.push(`${who}: ${service} may not invoke ${target.id}`);
  };

  checkRoutes(deployment, mayInvoke);
  missing.push(...missingSourceGrants(deployment));
  checkRules(deployment, mayInvoke);
  missing.push(...missingQueuePolicies(deployment, policies));
  checkSchedules(deployment, mayInvoke);
  return [...new Set(missing)];
}

type MayInvoke = (
  service: string,
  roleArn: string | null,
  /** `invokedArn` may name an alias; a grant on the function alone does not cover that. */
  invoked: { readonly target: DeployedFunction; readonly invokedArn: string },
  who: string,
) => void;

function checkRoutes(deployment: Deployment, mayInvoke: MayInvoke): void {
  for (const route of deployment.api?.routes ?? []) {
    const who = `${route.method} ${route.resource}`;
    const { authorizer, integration } = route;
    if (integration.kind === "function") {
      const { function: target, invokedArn } = integration;
      mayInvoke("apigateway.amazonaws.com", integration.credentials, { target, invokedArn }, who);
    }
    if (authorizer !== null) {
      const { function: target, invokedArn } = authorizer;
      mayInvoke("apigateway.amazonaws.com", authorizer.credentials, { target, invokedArn }, who);
    }
  }
}

function missingSourceGrants(deployment: Deployment): readonly string[] {
  const missing: string[] = [];
  for (const source of deployment.sources) {
    const actions = source.kind === "queue" ? READS_QUEUE : READS_STREAM;
    const demands = actions.map((action) => ({ action, resource: source.sourceArn }));
    if (source.onFailureArn !== null)
      demands.push({ action: "sqs:SendMessage", resource: source.onFailureArn });
    for (const demand of demands) {
      if (decide(source.function.statements, demand) === "allowed") continue;
      missing.push(
        `${source.id}: the role of ${source.function.id} lacks ${demand.action} on ${demand.resource}`,
      );
    }
  }
  return missing;
}

function checkRules(deployment: Deployment, mayInvoke: MayInvoke): void {
  for (const { name, targets } of deployment.rules) {
    for (const target of targets) {
      const deployed = findFunction(deployment.functions, target.arn);
      if (deployed === undefined) continue;
      const invoked = { target: deployed, invokedArn: target.arn };
      mayInvoke("events.amazonaws.com", null, invoked, name);
    }
  }
}

function missingQueuePolicies(
  deployment: Deployment,
  policies: readonly z.infer<typeof queuePolicy>[],
): readonly string[] {
  const letsBusSend = (policy: z.infer<typeof queuePolicy>) =>
    policy.PolicyDocument.Statement.some(
      (statement) =>
        statement.Effect === "Allow" &&
        statement.Action.includes("sqs:SendMessage") &&
        JSON.stringify(statement.Principal).includes("events.amazonaws.com"),
    );
  return deployment.rules.flatMap(({ name, targets }) => {
    const queues = deployment.queues.filter(({ arn }) =>
      targets.some((target) => target.arn === arn),
    );
    return queues
      .filter(({ url }) => !policies.some((one) => one.Queues.includes(url) && letsBusSend(one)))
      .map((queue) => `${name}: ${queue.name} has no policy that lets the bus send`);
  });
}

function checkSchedules(deployment: Deployment, mayInvoke: MayInvoke): void {
  for (const { name, targets } of deployment.schedules) {
    for (const target of targets) {
      const deployed = findFunction(deployment.functions, target.arn);
      const service = target.roleArn === null ? "events.amazonaws.com" : "scheduler.amazonaws.com";
      if (deployed === undefined) continue;
      const invoked = { target: deployed, invokedArn: target.arn };
      mayInvoke(service, target.roleArn, invoked, name);
    }
  }
}

// Reads what the local stack runs from a cloud assembly, and refuses what AWS would not run.

/** Placeholder for the address of the queues, which differs at each start. */
const QUEUES = "http://queues.invalid";
const CODE = ["lib/local/assembly", "lib/local/aws/policy.ts"];
const ROOT = join(import.meta.dirname, "..", "..", "..");

/**
 * @param queueUrlBase address of the queues, without a slash at the end
 * @param stageVariables of the API's stage, beside those of the template
 * @param isFinal the folder never changes: what was read is kept in it, as reading takes most of a start
 * @throws Error that names the missing REST API or the missing permissions
 */
export function readService(
  folder: string,
  queueUrlBase: string,
  stageVariables: Readonly<Record<string, string>>,
  isFinal: boolean,
): { readonly deployment: Deployment; readonly api: DeployedApi } {
  const read = isFinal ? keptDeployment(folder) : readChecked(folder);
  const deployment = withAddress(read, queueUrlBase, new Map()) as Deployment;
  const { api } = deployment;
  if (api === null) throw new Error(`${folder} has no REST API`);
  return {
    deployment,
    api: { ...api, stageVariables: { ...api.stageVariables, ...stageVariables } },
  };
}

function readChecked(folder: string): Deployment {
  const place = { region: assemblyRegion(folder), queueUrlBase: QUEUES };
  const resources = readAssembly(folder, place);
  const deployment = readDeployment(resources, folder, place);
  const missing = findMissingGrants(resources, deployment);
  if (missing.length > 0) {
    throw new Error(`The template would not work on AWS:\n  ${missing.join("\n  ")}`);
  }
  return deployment;
}

function keptDeployment(folder: string): Deployment {
  const file = join(folder, `deployment-${hashInputs(ROOT, [process.version, folder], CODE)}`);
  if (existsSync(file)) return deserialize(readFileSync(file)) as Deployment;
  const deployment = readChecked(folder);
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, serialize(deployment));
  renameSync(unfinished, file);
  return deployment;
}

/** A copy with `address` in place of `QUEUES`. Shared objects stay shared. */
function withAddress(value: unknown, address: string, copies: Map<object, unknown>): unknown {
  if (typeof value === "string") return value.replaceAll(QUEUES, address);
  if (typeof value !== "object" || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copy = copyWith(value, (part) => withAddress(part, address, copies));
  copies.set(value, copy);
  return copy;
}

function copyWith(value: object, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  const changed = (entries: Iterable<[unknown, unknown]>) =>
    [...entries].map(([name, part]) => [name, change(part)] as const);
  return value instanceof Map
    ? new Map(changed(value))
    : Object.fromEntries(changed(Object.entries(value)));
}
