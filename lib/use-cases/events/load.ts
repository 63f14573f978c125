import type { EventWithBody } from "../../domain/event-record.ts";
import { table } from "../../pipeline/deps.ts";
import { readable } from "../../pipeline/may-read.ts";
import type { Principal } from "../../pipeline/principal.ts";
import { getEvent } from "../../store/events.ts";

/** Reads an event with its body. `now` in ms. @throws ServiceError `not_found` */
export async function loadEvent(
  principal: Principal,
  id: string,
  now: number,
): Promise<EventWithBody> {
  return readable(principal, await getEvent(table(), id, now), "event");
}
