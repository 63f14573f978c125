import {
  LONGEST_DELAY_SECONDS,
  type QueueMessage,
  sendMessage,
  sendMessages,
} from "../../cloud/messaging.ts";
import type { VerificationMessage } from "../../contract/messages.ts";
import type { Attempt } from "../../domain/attempt.ts";
import { now, sqs, table } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import { log, logUnreadable } from "../../pipeline/log.ts";
import { overdueAttempts, postponeSweep } from "../../store/attempts.ts";

const PAGE = 100;
/** Maximum number of messages in one request to the queue. */
const AT_ONCE = 10;
/** An attempt is swept at most this often: a message that waits in a full queue is not lost. */
const PATIENCE_MS = 10 * 60_000;
/** A run stops well before its function's timeout, because the next one follows soon. */
const LONGEST_RUN_MS = 20_000;

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

/** Sends the messages of attempts whose message was lost or whose worker died. Returns their number. */
export async function sweepAttempts(): Promise<number> {
  const seen = new Set<string>();
  const endsAt = now() + LONGEST_RUN_MS;
  while (now() < endsAt) {
    const overdue = await overdueAttempts(table(), now(), PAGE, logUnreadable);
    const fresh = overdue.filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) break;
    for (let first = 0; first < fresh.length && now() < endsAt; first += AT_ONCE) {
      const some = fresh.slice(first, first + AT_ONCE);
      for (const { id } of some) seen.add(id);
      await resumeAgain(some, now());
    }
  }
  if (seen.size > 0) log("warn", "attempts resumed by the sweeper", { count: seen.size });
  return seen.size;
}

async function resumeAgain(attempts: readonly Attempt[], at: number): Promise<void> {
  // A duplicate must not use up a try. Only a worker that died before the plan's time leaves an attempt overdue by then.
  const causeOf = ({ nextAt }: Attempt) => (nextAt !== null && nextAt > at ? "resumed" : "due");
  const messages = attempts.map((attempt) => messageFor(attempt, at, causeOf(attempt)));
  const unsent = new Set(await sendMessages(sqs(), queueUrl(), messages));
  const sent = attempts.filter((_, index) => !unsent.has(index));
  await Promise.all(sent.map((attempt) => postponeSweep(table(), attempt, at + PATIENCE_MS)));
}
