import type { SQSClient } from "../../cloud/aws-services.ts";
import {
  countMessages,
  type DeadLetter,
  deleteMessage,
  receiveDeadLetters,
  sendMessage,
} from "../../cloud/messaging.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { maskedJson, maskedText } from "../../domain/masked.ts";
import { sqs } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import { transact } from "../../store/transact.ts";
import { type OperatorAction, operatorAudit } from "./operator.ts";

/** Where the queues are. */
export interface Queues {
  readonly client: SQSClient;
  /** By the name without the stage, e.g. `fan-out` or `fan-out-dead`. */
  urlOf(name: string): string;
}

/** The queues of this deployment. They differ in their last part only. */
export function deployedQueues(): Queues {
  const known = "verification";
  const base = variableOf("QUEUE_URL", known).slice(0, -known.length);
  return { client: sqs(), urlOf: (name) => base + name };
}

/** The number of letters in each of these dead-letter queues. */
export function countDeadLetters<Name extends string>(
  { client, urlOf }: Queues,
  names: readonly Name[],
): Promise<readonly { readonly queue: Name; readonly letters: number }[]> {
  return Promise.all(
    names.map(async (queue) => ({ queue, letters: await countMessages(client, urlOf(queue)) })),
  );
}

export interface ShownLetter {
  readonly id: string;
  readonly sentAt: number;
  /** With everything masked that a person may have written. */
  readonly body: string;
}

/** Up to 10 letters of a queue, which stay in it. */
export async function lookAtDeadLetters(
  { client, urlOf }: Queues,
  queue: string,
): Promise<readonly ShownLetter[]> {
  const letters = await receiveDeadLetters(client, urlOf(queue), 0);
  return letters.map(({ id, sentAt, body }) => ({ id, sentAt, body: shown(body) }));
}

function shown(body: string): string {
  const json = maskedJson(body);
  return json === null ? maskedText(body) : JSON.stringify(json, null, 2).slice(0, 4000);
}

/** The queue that a dead-letter queue belongs to; null for those of the stream, the schedules and the bus. */
export function sourceOf(dead: string): string | null {
  const source = dead.replace(/-dead$/, "");
  return ["stream", "schedules", "bus"].includes(source) ? null : source;
}

/** Longer than one request can take. */
const TAKEN_SECONDS = 30;
const TIME_MS = 15_000;
/** Letters of one request. */
const MOST = 500;

/**
 * Sends one letter of a queue (`id`), or all (null, at most 500), back to where it failed. Every reader may see a message
 * twice, so a crash after the sending does no harm.
 *
 * @returns how many were sent back
 * @throws ServiceError `conflict` for a queue without a reader, `not_found` for a letter that is gone or was taken
 */
export async function replayDeadLetters(
  action: OperatorAction,
  { client, urlOf }: Queues,
  queue: string,
  id: string | null,
): Promise<number> {
  const source = sourceOf(queue);
  if (source === null) {
    throw new ServiceError(
      "conflict",
      "Letters of this queue cannot be sent back; see docs/operations.md.",
    );
  }
  const subject = { accountId: null, objectId: queue };
  const until = performance.now() + TIME_MS;
  const there = await countMessages(client, urlOf(queue));
  const most = Math.min(MOST, id === null ? there : 1);
  const seen = new Set<string>();
  let replayed = 0;
  while (replayed < most && performance.now() < until) {
    const letters = await receiveDeadLetters(client, urlOf(queue), TAKEN_SECONDS);
    const unseen = letters.filter((letter) => !seen.has(letter.id));
    if (unseen.length === 0) break;
    for (const letter of unseen) seen.add(letter.id);
    const wanted = unseen.filter((letter) => id === null || letter.id === id);
    // First: no letter is sent back without an entry.
    if (replayed === 0 && wanted.length > 0) {
      await transact(action.table, [
        ...operatorAudit(action, "dead_letters.replayed", subject, id ?? "all"),
      ]);
    }
    await Promise.all(
      wanted.slice(0, most - replayed).map((letter) => sendBack(client, letter, urlOf, queue)),
    );
    replayed += Math.min(wanted.length, most - replayed);
  }
  if (id !== null && replayed === 0) throw notFound("dead letter");
  return replayed;
}

async function sendBack(
  client: SQSClient,
  { body, groupId, handle }: DeadLetter,
  urlOf: Queues["urlOf"],
  queue: string,
): Promise<void> {
  const options = groupId === null ? {} : { groupId };
  await sendMessage(client, urlOf(sourceOf(queue) ?? queue), body, options);
  await deleteMessage(client, urlOf(queue), handle);
}
