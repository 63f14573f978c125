import * as z from "zod";
import type { DeployedQueue, Deployment } from "./assembly/deployment.ts";
import { type DeployedFunction, findFunction } from "./assembly/functions.ts";
import type { TimeTravel } from "./clock.ts";
import type { QueueEngine } from "./engines/queue-engine.ts";
import type { Deliver } from "./events/bus.ts";
import type { Schedules } from "./events/schedules.ts";
import type { LambdaRuntime } from "./lambda/runtime.ts";
import type { LocalResponse, LocalRoutes } from "./local-route.ts";
import type { SmsInbox } from "./sms-inbox.ts";

// The stack's own helpers under `/_local/`: clock, schedules, idle, SMS inbox.

const clockInput = z.strictObject({
  advance_seconds: z
    .number()
    .min(0)
    .max(366 * 86_400),
});

export function controlRoutes(options: {
  readonly time: TimeTravel;
  readonly schedules: Schedules;
  readonly inbox: SmsInbox;
  /** ms on the moved clock */
  readonly now: () => number;
}): LocalRoutes {
  const { time, schedules, inbox, now } = options;
  return async (request): Promise<LocalResponse | null> => {
    const path = request.path.replace(/\/$/, "");
    const action = `${request.method} ${path}`;
    if (action === "GET clock")
      return { status: 200, body: { now: new Date(now()).toISOString() } };
    if (action === "POST clock") return moveClock(time, request.body);
    if (action === "POST idle") {
      const idle = await time.settle();
      return { status: idle ? 200 : 503, body: { idle, now: new Date(now()).toISOString() } };
    }
    if (action === "GET sms") {
      return { status: 200, body: { messages: inbox.find(request.query.get("phone") ?? "") } };
    }
    const schedule = /^POST schedules\/([\w-]+)\/run$/.exec(action)?.[1];
    return schedule === undefined ? null : runSchedule(schedules, schedule);
  };
}

async function moveClock(time: TimeTravel, body: Uint8Array): Promise<LocalResponse> {
  const parsed = clockInput.safeParse(parseJson(body));
  if (!parsed.success) return { status: 400, body: { error: z.prettifyError(parsed.error) } };
  return { status: 200, body: await time.advance(parsed.data.advance_seconds) };
}

async function runSchedule(schedules: Schedules, name: string): Promise<LocalResponse> {
  try {
    const found = await schedules.run(name);
    return found
      ? { status: 200, body: { ran: name } }
      : { status: 404, body: { error: `there is no schedule ${name}` } };
  } catch (error) {
    return { status: 500, body: { error: String(error) } };
  }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

// Hands events to the target of a rule or a schedule.

const sendResult = z.looseObject({ Failed: z.array(z.unknown()).default([]) });

/** Returns at once for queues, and calls `sent`; waits for functions. @throws where the target fails. */
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
