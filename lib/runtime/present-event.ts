import { type EventAnswer, event } from "../contract/schemas/event.ts";
import type { EventRecord } from "../domain/event-record.ts";

/** An event exactly as its webhooks carried it. */
export function presentEvent(record: EventRecord): EventAnswer {
  return event.parse(JSON.parse(record.body));
}
