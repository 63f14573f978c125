import type { PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import type { SendMessageBatchRequestEntry } from "@aws-sdk/client-sqs";
import {
  DeleteMessageCommand,
  type EventBridgeClient,
  GetQueueAttributesCommand,
  PutEventsCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from "./aws-services.ts";

/** SQS's limit. Refused here too, because some local engines accept more. */
export const LONGEST_DELAY_SECONDS = 900;

const BATCH_SIZE = 10;
const MAX_BATCH_BYTES = 1024 * 1024;
const MAX_TRIES = 3;

interface MessageOptions {
  /** Whole seconds, 0..900. */
  readonly delaySeconds?: number;
  /** Message group: a fair queue serves the others first while one group occupies the consumers. */
  readonly groupId?: string;
}

export interface QueueMessage extends MessageOptions {
  readonly body: string;
}

/** Sends one message. @throws RangeError for a delay outside 0..900 s; the SDK's errors pass through. */
export async function sendMessage(
  client: SQSClient,
  queueUrl: string,
  body: string,
  options: MessageOptions = {},
): Promise<void> {
  const entry = toEntry({ ...options, body });
  await client.send(new SendMessageCommand({ QueueUrl: queueUrl, ...entry }));
}

/**
 * Sends any number of messages in batches of 10 (and 1 MB). Resends only those that failed, three tries in total.
 * Returns the indexes of those that could not be sent, in ascending order. The SDK's errors pass through.
 *
 * @param signal ends it with an error
 */
export async function sendMessages(
  client: SQSClient,
  queueUrl: string,
  messages: readonly QueueMessage[],
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const entries = messages.map((message, index) => ({ Id: String(index), ...toEntry(message) }));
  const failed: number[] = [];
  for (const batch of batchesOf(entries)) {
    failed.push(...(await sendBatch(client, queueUrl, batch, signal)));
  }
  return failed.sort((left, right) => left - right);
}

/** Takes up to 10 messages, waiting for the first one up to `waitSeconds`. */
export async function receiveMessages(
  client: SQSClient,
  queueUrl: string,
  waitSeconds: number,
): Promise<readonly { readonly body: string; readonly handle: string }[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: BATCH_SIZE,
      WaitTimeSeconds: waitSeconds,
    }),
  );
  return Messages.map(({ Body = "", ReceiptHandle = "" }) => ({
    body: Body,
    handle: ReceiptHandle,
  }));
}

/** A dead letter. */
export interface DeadLetter {
  readonly id: string;
  readonly body: string;
  readonly handle: string;
  readonly groupId: string | null;
  /** When it was first sent, ms. */
  readonly sentAt: number;
}

/** Takes up to 10 dead letters for `seconds`; with 0, others may take them at once. Waits a second for the first one. */
export async function receiveDeadLetters(
  client: SQSClient,
  queueUrl: string,
  seconds: number,
): Promise<readonly DeadLetter[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: BATCH_SIZE,
      VisibilityTimeout: seconds,
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ["SentTimestamp", "MessageGroupId"],
    }),
  );
  return Messages.map(({ MessageId = "", Body = "", ReceiptHandle = "", Attributes }) => ({
    id: MessageId,
    body: Body,
    handle: ReceiptHandle,
    groupId: Attributes?.MessageGroupId ?? null,
    sentAt: Number(Attributes?.SentTimestamp ?? 0),
  }));
}

/** Number of messages in a queue, approximately: those that can be received, and those in flight. */
export async function countMessages(client: SQSClient, queueUrl: string): Promise<number> {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    }),
  );
  return Object.values(Attributes).reduce((sum, text) => sum + Number(text), 0);
}

/** Deletes a received message. */
export async function deleteMessage(
  client: SQSClient,
  queueUrl: string,
  handle: string,
): Promise<void> {
  await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: handle }));
}

async function sendBatch(
  client: SQSClient,
  queueUrl: string,
  batch: readonly SendMessageBatchRequestEntry[],
  abortSignal?: AbortSignal,
): Promise<number[]> {
  let left = batch;
  for (let tries = 0; tries < MAX_TRIES && left.length > 0; tries += 1) {
    const answer = await client.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: [...left] }),
      abortSignal && { abortSignal },
    );
    const sent = new Set(answer.Successful?.map((entry) => entry.Id));
    left = left.filter((entry) => !sent.has(entry.Id));
  }
  return left.map((entry) => Number(entry.Id));
}

function* batchesOf(
  entries: readonly SendMessageBatchRequestEntry[],
): Generator<SendMessageBatchRequestEntry[]> {
  let batch: SendMessageBatchRequestEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.MessageBody ?? "");
    if (batch.length === BATCH_SIZE || (batch.length > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(entry);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

function toEntry(message: QueueMessage) {
  const { body, delaySeconds = 0, groupId } = message;
  if (!Number.isInteger(delaySeconds) || delaySeconds < 0 || delaySeconds > LONGEST_DELAY_SECONDS) {
    throw new RangeError(
      `A message can wait 0 to ${LONGEST_DELAY_SECONDS} whole seconds, not ${delaySeconds}: ` +
        "send it again with the rest when it arrives.",
    );
  }
  return {
    MessageBody: body,
    ...(delaySeconds === 0 ? {} : { DelaySeconds: delaySeconds }),
    ...(groupId === undefined ? {} : { MessageGroupId: groupId }),
  };
}

/** One event for the bus. */
export interface BusEvent {
  /** Our id, to report which events were accepted. EventBridge assigns ids of its own. */
  readonly id: string;
  readonly source: string;
  /** The event type, e.g. `checkout.verified`. */
  readonly detailType: string;
  /** JSON text. */
  readonly detail: string;
}

/** The result of publishing. Events that are not listed were not accepted; `error` is the last reason. */
export interface PublishResult {
  /** In the order given. */
  readonly sentIds: readonly string[];
  /** EventBridge's error code, or the name of the SDK's error; null if all were accepted. */
  readonly error: string | null;
}

const CHUNK_SIZE = 10;
/** EventBridge's limit per call in every region. */
const MAX_CHUNK_BYTES = 256 * 1024;

/**
 * Publishes in chunks of 10 (and 256 KB) and resends only refused entries, three tries in total. PutEvents
 * returns 200 even if entries failed, so each entry is checked. Never throws for failures of the bus, because
 * accepted events must be marked even if others failed.
 */
export async function publishEvents(
  client: EventBridgeClient,
  busName: string,
  events: readonly BusEvent[],
): Promise<PublishResult> {
  const sent = new Set<string>();
  let error: string | null = null;
  for (const chunk of chunksOf(events)) {
    let left = chunk;
    for (let tries = 0; tries < MAX_TRIES && left.length > 0; tries += 1) {
      const outcome = await putOnce(client, busName, left);
      for (const id of outcome.accepted) sent.add(id);
      left = left.filter((event) => !outcome.accepted.has(event.id));
      if (left.length > 0) error = outcome.error;
    }
  }
  const sentIds = events.map((event) => event.id).filter((id) => sent.has(id));
  return { sentIds, error: sentIds.length === events.length ? null : error };
}

async function putOnce(
  client: EventBridgeClient,
  busName: string,
  events: readonly BusEvent[],
): Promise<{ accepted: ReadonlySet<string>; error: string }> {
  try {
    const answer = await client.send(
      new PutEventsCommand({ Entries: events.map((event) => busEntry(event, busName)) }),
    );
    const results = answer.Entries ?? [];
    // An entry counts as accepted only if EventBridge returned an id for it.
    const accepted = events.filter((_, index) => results[index]?.EventId !== undefined);
    const refused = results.find((result) => result.ErrorCode !== undefined);
    return {
      accepted: new Set(accepted.map((event) => event.id)),
      error: refused?.ErrorCode ?? "NoAnswer",
    };
  } catch (error) {
    return { accepted: new Set(), error: error instanceof Error ? error.name : "Unknown" };
  }
}

function* chunksOf(events: readonly BusEvent[]): Generator<readonly BusEvent[]> {
  let chunk: BusEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = sizeOf(event);
    if (chunk.length === CHUNK_SIZE || (chunk.length > 0 && bytes + size > MAX_CHUNK_BYTES)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(event);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

/** An entry's size as EventBridge counts it: its texts in UTF-8. */
function sizeOf(event: BusEvent): number {
  return [event.source, event.detailType, event.detail].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
}

function busEntry(event: BusEvent, busName: string): PutEventsRequestEntry {
  return {
    EventBusName: busName,
    Source: event.source,
    DetailType: event.detailType,
    Detail: event.detail,
  };
}
