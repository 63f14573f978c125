import { LONGEST_DELAY_SECONDS, sendMessage } from "../../cloud/queue.ts";
import type { VerificationMessage } from "../../contract/verification-message.ts";
import type { Attempt } from "../../domain/attempt-record.ts";
import { now, sqs } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";

/** Queues a message that resumes an attempt, due at `notBefore` (ms) or after the longest delay of the queue. */
export async function resumeAttemptAt(
  attempt: Pick<Attempt, "id" | "checkoutId" | "accountId">,
  notBefore: number,
  cause: VerificationMessage["cause"] = "due",
): Promise<void> {
  const message: VerificationMessage = {
    version: 1,
    checkout_id: attempt.checkoutId,
    attempt_id: attempt.id,
    not_before: notBefore,
    cause,
  };
  const waitSeconds = Math.max(0, Math.ceil((notBefore - now()) / 1000));
  await sendMessage(sqs(), variableOf("QUEUE_URL", "verification"), JSON.stringify(message), {
    delaySeconds: Math.min(LONGEST_DELAY_SECONDS, waitSeconds),
    groupId: attempt.accountId,
  });
}
