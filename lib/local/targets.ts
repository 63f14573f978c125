// Hands an event to the target of a rule or a schedule.
import type { Deployment } from "./assembly/deployment.ts";
import { findFunction } from "./assembly/functions.ts";
import type { QueueEngine } from "./engines/queue-engine.ts";
import type { Deliver } from "./events/bus.ts";
import type { LambdaRuntime } from "./lambda/runtime.ts";

/** Returns at once for queues, and calls `sent`; waits for functions. @throws where the target fails. */
export function createDeliver(
  deployment: Deployment,
  engine: QueueEngine,
  runtime: LambdaRuntime,
  sent: (queueArn: string) => void,
): Deliver {
  return async (target, event) => {
    const queue = deployment.queues.find((candidate) => candidate.arn === target.arn);
    if (queue !== undefined) {
      await engine.client.call("AmazonSQS.SendMessage", {
        QueueUrl: queue.url,
        MessageBody: event,
      });
      return sent(queue.arn);
    }
    const deployed = findFunction(deployment.functions, target.arn);
    if (deployed === undefined)
      throw new Error(`the target ${target.arn} is not supported by the local stack`);
    const result = await runtime.invoke(deployed, event);
    if (!result.ok)
      throw new Error(`${deployed.id}: ${result.error.errorType}: ${result.error.errorMessage}`);
  };
}
