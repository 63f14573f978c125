import {
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from "@aws-sdk/client-eventbridge";

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
const MAX_TRIES = 3;

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
      new PutEventsCommand({ Entries: events.map((event) => toEntry(event, busName)) }),
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

function toEntry(event: BusEvent, busName: string): PutEventsRequestEntry {
  return {
    EventBusName: busName,
    Source: event.source,
    DetailType: event.detailType,
    Detail: event.detail,
  };
}
