import { type EventAnswer, event } from "../../contract/schemas/event.ts";

/** An event exactly as its webhooks sent it. */
export function presentEvent(body: string): EventAnswer {
  return event.parse(JSON.parse(body));
}
