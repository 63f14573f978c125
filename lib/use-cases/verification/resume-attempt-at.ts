import {
  LONGEST_DELAY_SECONDS,
  type QueueMessage,
  sendMessage,
  sendMessages,
} from "../../cloud/queue.ts";
import type { VerificationMessage } from "../../contract/messages.ts";
import type { Attempt } from "../../domain/attempt.ts";
import { now, sqs } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";

type Cause = VerificationMessage["cause"];
type Resumed = Pick<Attempt, "id" | "checkoutId" | "accountId">;

/** Queues a message that resumes an attempt, due at `notBefore` (ms) or after the longest delay of the queue. */
export async function resumeAttemptAt(
  attempt: Resumed,
  notBefore: number,
  cause: Cause = "due",
): Promise<void> {
  const { body, ...options } = messageFor(attempt, notBefore, cause);
  await sendMessage(sqs(), queueUrl(), body, options);
}

/** As `resumeAttemptAt`, for several at once; returns those whose message was sent. */
export async function resumeAttemptsAt<A extends Resumed>(
  attempts: readonly A[],
  notBefore: number,
  causeOf: (attempt: A) => Cause,
): Promise<readonly A[]> {
  const messages = attempts.map((attempt) => messageFor(attempt, notBefore, causeOf(attempt)));
  const unsent = new Set(await sendMessages(sqs(), queueUrl(), messages));
  return attempts.filter((_, index) => !unsent.has(index));
}

function messageFor(attempt: Resumed, notBefore: number, cause: Cause): QueueMessage {
  const message: VerificationMessage = {
    version: 1,
    checkout_id: attempt.checkoutId,
    attempt_id: attempt.id,
    not_before: notBefore,
    cause,
  };
  const waitSeconds = Math.max(0, Math.ceil((notBefore - now()) / 1000));
  return {
    body: JSON.stringify(message),
    delaySeconds: Math.min(LONGEST_DELAY_SECONDS, waitSeconds),
    groupId: attempt.accountId,
  };
}

function queueUrl(): string {
  return variableOf("QUEUE_URL", "verification");
}
