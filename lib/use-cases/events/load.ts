import type { EventWithBody } from "../../domain/event-record.ts";
import { table } from "../../pipeline/deps.ts";
import { readable } from "../../pipeline/may-read.ts";
import type { Principal } from "../../pipeline/principal.ts";
import { getEvent } from "../../store/events.ts";

/**
 * Reads an event with its body. Webhook endpoints of every app receive the events of the account itself (`credits.*`),
 * so keys of an app may read them too. `now` in ms.
 *
 * @throws ServiceError `not_found`
 */
export async function loadEvent(
  principal: Principal,
  id: string,
  now: number,
): Promise<EventWithBody> {
  const event = await getEvent(table(), id, now);
  const isShared = principal.kind === "key" && event?.appId === null;
  return readable(isShared ? { ...principal, appId: null } : principal, event, "event");
}
