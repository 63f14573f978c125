import * as z from "zod";
import type { DeployedQueue } from "../assembly/deployment.ts";
import type { AwsJsonClient } from "../engines/aws-json.ts";
import { type AwsCall, AwsError, type AwsService } from "./service.ts";

/** IAM has only the single action; the batch form needs the same one. */
const ACTIONS: Readonly<Record<string, string>> = {
  SendMessage: "SendMessage",
  SendMessageBatch: "SendMessage",
  ReceiveMessage: "ReceiveMessage",
  DeleteMessage: "DeleteMessage",
  DeleteMessageBatch: "DeleteMessage",
  ChangeMessageVisibility: "ChangeMessageVisibility",
  ChangeMessageVisibilityBatch: "ChangeMessageVisibility",
  GetQueueAttributes: "GetQueueAttributes",
  GetQueueUrl: "GetQueueUrl",
  PurgeQueue: "PurgeQueue",
};
const MAX_DELAY_SECONDS = 900;

const target = z.looseObject({ QueueUrl: z.string().optional(), QueueName: z.string().optional() });
const delays = z.looseObject({
  DelaySeconds: z.number().optional(),
  Entries: z.array(z.looseObject({ DelaySeconds: z.number().optional() })).default([]),
});

/** Passes requests to the engine and calls `sent` for every queue that may have got a message. */
export function createSqsService(
  engine: AwsJsonClient,
  queues: readonly DeployedQueue[],
  sent: (queue: DeployedQueue) => void,
): AwsService {
  const find = (call: AwsCall): DeployedQueue => {
    const { QueueUrl, QueueName } = target.parse(call.input);
    const name = QueueName ?? QueueUrl?.split("/").at(-1);
    const queue = queues.find((candidate) => candidate.name === name);
    if (queue === undefined) {
      throw new AwsError(400, "QueueDoesNotExist", "The specified queue does not exist.");
    }
    return queue;
  };
  return {
    scope: "sqs",
    deniedCode: "AccessDeniedException",
    demands(call) {
      const action = ACTIONS[call.operation];
      if (action === undefined) {
        throw new AwsError(
          400,
          "UnsupportedOperation",
          `sqs:${call.operation} is not supported by the local stack`,
        );
      }
      return [{ action: `sqs:${action}`, resource: find(call).arn }];
    },
    async handle(call) {
      const queue = find(call);
      if (call.operation === "GetQueueUrl") {
        return {
          status: 200,
          contentType: "application/x-amz-json-1.0",
          body: JSON.stringify({ QueueUrl: queue.url }),
        };
      }
      if (call.operation.startsWith("SendMessage")) refuseLongDelays(call);
      const answer = await engine.forward(call.headers, call.body);
      if (answer.status === 200 && /^(SendMessage|ChangeMessageVisibility)/.test(call.operation))
        sent(queue);
      return answer;
    },
  };
}

/** The engine accepts any delay. AWS does not: there, a retry that relies on it would never be sent. */
function refuseLongDelays(call: AwsCall): void {
  const { DelaySeconds, Entries } = delays.parse(call.input);
  for (const delay of [DelaySeconds, ...Entries.map((entry) => entry.DelaySeconds)]) {
    if (delay === undefined || (delay >= 0 && delay <= MAX_DELAY_SECONDS)) continue;
    throw new AwsError(
      400,
      "InvalidParameterValue",
      `Value ${delay} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= ${MAX_DELAY_SECONDS}.`,
    );
  }
}
