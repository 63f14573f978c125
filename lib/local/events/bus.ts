import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { DeployedQueue, Deployment } from "../assembly/deployment.ts";
import { type DeployedFunction, findFunction } from "../assembly/functions.ts";
import { ACCOUNT, arn, type Place } from "../assembly/intrinsics.ts";
import { busName, type DeployedRule, type Target } from "../assembly/rules.ts";
import { type AwsCall, AwsError, type AwsService, jsonAnswer } from "../aws/front-door.ts";
import type { QueueEngine } from "../engines/queue-engine.ts";
import type { LambdaRuntime } from "../lambda/runtime.ts";

// EventBridge patterns (rules) and Lambda event filters: the same language. An unknown operator is an
// error, since a rule that silently never matches is the hardest fault to find.

/** @throws Error for an operator that is not supported. */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (!isObject(pattern)) throw new Error("a pattern is an object");
  return Object.entries(pattern).every(([key, expected]) => {
    if (key === "$or" && Array.isArray(expected)) {
      return expected.some((branch) => matchesPattern(branch, event));
    }
    const actual = isObject(event) ? event[key] : undefined;
    if (Array.isArray(expected)) return matchesAny(expected, actual);
    if (isObject(expected)) {
      if (Array.isArray(actual)) return actual.some((item) => matchesPattern(expected, item));
      return matchesPattern(expected, actual ?? {});
    }
    throw new Error(`the pattern at ${key} must be a list or an object`);
  });
}

function matchesAny(expected: readonly unknown[], actual: unknown): boolean {
  return expected.some((rule) => {
    if (isObject(rule) && "exists" in rule) return (actual !== undefined) === rule.exists;
    if (actual === undefined) return false;
    const values = Array.isArray(actual) ? actual : [actual];
    return values.some((value) => matchesRule(rule, value));
  });
}

function matchesRule(rule: unknown, value: unknown): boolean {
  if (!isObject(rule)) return rule === value;
  const [[operator, operand] = ["", undefined]] = Object.entries(rule);
  const text = typeof value === "string" ? value : null;
  switch (operator) {
    case "prefix":
      return text?.startsWith(String(operand)) ?? false;
    case "suffix":
      return text?.endsWith(String(operand)) ?? false;
    case "equals-ignore-case":
      return text?.toLowerCase() === String(operand).toLowerCase();
    case "wildcard":
      return text !== null && wildcard(String(operand)).test(text);
    case "anything-but":
      if (isObject(operand)) return !matchesRule(operand, value);
      return ![operand].flat().includes(value);
    case "numeric":
      return typeof value === "number" && Array.isArray(operand) && matchesNumber(operand, value);
    default:
      throw new Error(`the pattern operator ${operator} is not supported by the local stack`);
  }
}

function matchesNumber(operand: readonly unknown[], value: number): boolean {
  for (let index = 0; index < operand.length; index += 2) {
    const limit = Number(operand[index + 1]);
    const holds = {
      "=": value === limit,
      "<": value < limit,
      "<=": value <= limit,
      ">": value > limit,
      ">=": value >= limit,
    }[String(operand[index])];
    if (holds === undefined)
      throw new Error(`the numeric operator ${operand[index]} is not supported`);
    if (!holds) return false;
  }
  return true;
}

function wildcard(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^]*")}$`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// EventBridge: takes events, matches the rules of the template, and hands them to their targets
// before it says yes, so that an accepted event survives a kill.

/** Hands at most 10 events, as JSON texts, to a target. @throws where the target does not take them. */
export type Deliver = (target: Target, events: readonly string[]) => Promise<void>;

const sendResult = z.looseObject({ Failed: z.array(z.unknown()).default([]) });

/**
 * For the targets of rules and schedules. Returns at once for queues, and calls `sent`; waits for functions.
 *
 * @throws where the target fails
 */
export function createDeliver(
  deployment: Deployment,
  engine: QueueEngine,
  runtime: LambdaRuntime,
  sent: (queueArn: string) => void,
): Deliver {
  const toQueue = async (queue: DeployedQueue, events: readonly string[]) => {
    const answer = await engine.client.call("AmazonSQS.SendMessageBatch", {
      QueueUrl: queue.url,
      Entries: events.map((event, index) => ({ Id: String(index), MessageBody: event })),
    });
    if (sendResult.parse(answer).Failed.length > 0)
      throw new Error(`${queue.name} did not take ${JSON.stringify(answer.Failed)}`);
    sent(queue.arn);
  };
  const toFunction = async (deployed: DeployedFunction, event: string) => {
    const result = await runtime.invoke(deployed, event);
    if (!result.ok)
      throw new Error(`${deployed.id}: ${result.error.errorType}: ${result.error.errorMessage}`);
  };
  return async (target, events) => {
    const queue = deployment.queues.find((candidate) => candidate.arn === target.arn);
    if (queue !== undefined) return toQueue(queue, events);
    const deployed = findFunction(deployment.functions, target.arn);
    if (deployed === undefined)
      throw new Error(`the target ${target.arn} is not supported by the local stack`);
    // Each event starts its own invocation; one that fails does not hold up the others.
    await Promise.all(events.map((event) => toFunction(deployed, event)));
  };
}

const entry = z.looseObject({
  Source: z.string().optional(),
  DetailType: z.string().optional(),
  Detail: z.string().optional(),
  EventBusName: z.string().default("default"),
  Resources: z.array(z.string()).default([]),
  Time: z.union([z.string(), z.number()]).optional(),
});
const request = z.looseObject({ Entries: z.array(entry).min(1).max(10) });
type Entry = z.infer<typeof entry>;

const MAX_ENTRIES_BYTES = 1024 * 1024;

export function createBusService(options: {
  readonly place: Place;
  readonly buses: readonly string[];
  readonly rules: readonly DeployedRule[];
  readonly deliver: Deliver;
  readonly now: () => number;
}): AwsService {
  const { place, buses, rules, deliver, now } = options;
  const read = (call: AwsCall) => {
    const parsed = request.safeParse(call.input);
    if (call.operation !== "PutEvents") {
      throw new AwsError(
        400,
        "UnsupportedOperation",
        `events:${call.operation} is not supported by the local stack`,
      );
    }
    if (!parsed.success)
      throw new AwsError(400, "ValidationException", z.prettifyError(parsed.error));
    return parsed.data.Entries;
  };
  /** The event to deliver, or why it is refused. */
  const accept = (given: Entry) => {
    const detail = parseDetail(given.Detail);
    if (
      given.Source === undefined ||
      given.DetailType === undefined ||
      given.Detail === undefined
    ) {
      return {
        ErrorCode: "InvalidArgument",
        ErrorMessage: "Source, DetailType and Detail are required.",
      };
    }
    if (detail === null)
      return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
    const event = {
      version: "0",
      id: randomUUID(),
      "detail-type": given.DetailType,
      source: given.Source,
      account: ACCOUNT,
      time: eventTime(given.Time, now()),
      region: place.region,
      resources: given.Resources,
      detail,
    };
    return { event, bus: busName(given.EventBusName) };
  };
  /** Each target gets all of its events at once, as queues take batches. */
  const hand = async (inputs: ReadonlyMap<Target, readonly string[]>) => {
    for (const [target, events] of inputs) {
      const delivered = deliver(target, events);
      // A function is started and not waited for: what becomes of it is no concern of the sender.
      if (target.arn.includes(":lambda:"))
        void delivered.catch((error) => console.error(String(error)));
      else await delivered;
    }
  };
  return {
    scope: "events",
    deniedCode: "AccessDeniedException",
    demands(call) {
      const named = new Set(read(call).map((one) => busName(one.EventBusName)));
      for (const bus of named) {
        if (!buses.includes(bus))
          throw new AwsError(400, "ResourceNotFoundException", `Event bus ${bus} does not exist.`);
      }
      return [...named].map((bus) => ({
        action: "events:PutEvents",
        resource: arn("events", place, `event-bus/${bus}`),
      }));
    },
    async handle(call) {
      if (call.body.length > MAX_ENTRIES_BYTES) {
        throw new AwsError(
          413,
          "RequestEntityTooLarge",
          "Total size of the entries in the request is over the limit.",
        );
      }
      const inputs = new Map<Target, string[]>();
      const results = read(call).map((given) => {
        const accepted = accept(given);
        if (!("event" in accepted)) return accepted;
        const { event, bus } = accepted;
        const matching = rules.filter(
          (rule) => rule.bus === bus && matchesPattern(rule.pattern, event),
        );
        for (const target of matching.flatMap((rule) => rule.targets))
          inputs.set(target, [...(inputs.get(target) ?? []), targetInput(target, event)]);
        return { EventId: event.id };
      });
      await hand(inputs);
      const failed = results.filter((result) => "ErrorCode" in result).length;
      return jsonAnswer({ FailedEntryCount: failed, Entries: results });
    },
  };
}

/** The event, or what the target wants in its place. */
export function targetInput(target: Target, event: object): string {
  if (target.input !== null) return target.input;
  if (target.inputPath === null || target.inputPath === "$") return JSON.stringify(event);
  const part = target.inputPath
    .replace(/^\$\.?/, "")
    .split(".")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
      event,
    );
  return JSON.stringify(part ?? null);
}

function parseDetail(detail: string | undefined): object | null {
  try {
    const value: unknown = JSON.parse(detail ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function eventTime(given: string | number | undefined, now: number): string {
  const time =
    given === undefined ? now : typeof given === "number" ? given * 1000 : Date.parse(given);
  return new Date(time).toISOString().replace(/\.\d{3}Z$/, "Z");
}
