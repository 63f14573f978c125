// Hands events to the target of a rule or a schedule.
import * as z from "zod";
import type { DeployedQueue, Deployment } from "./assembly/deployment.ts";
import { type DeployedFunction, findFunction } from "./assembly/functions.ts";
import type { QueueEngine } from "./engines/queue-engine.ts";
import type { Deliver } from "./events/bus.ts";
import type { LambdaRuntime } from "./lambda/runtime.ts";

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
