import type { EventWithBody } from "../../domain/event-record.ts";
import { table } from "../../pipeline/deps.ts";
import { readable } from "../../pipeline/may-read.ts";
import type { KeyPrincipal } from "../../pipeline/principal.ts";
import { appIdsOf } from "../../store/apps.ts";
import { getEventsWithBodies } from "../../store/events.ts";

/**
 * Reads an event with its body, of the key's app or, for an account-wide key, of any app that the account has or had.
 * Webhook endpoints of every app receive the events of the account itself (`credits.*`), so keys of an app may read them
 * too. `now` in ms.
 *
 * @throws ServiceError `not_found`
 */
export async function loadEvent(
  principal: KeyPrincipal,
  id: string,
  now: number,
): Promise<EventWithBody> {
  const { accountId, mode, appId: ofKey } = principal;
  const appIds = ofKey === null ? await appIdsOf(table(), accountId) : [ofKey];
  const places = [null, ...appIds].map((appId) => {
    return { id, accountId, appId, livemode: mode === "live" };
  });
  const [event] = await getEventsWithBodies(table(), places, now);
  const isShared = event?.appId === null;
  return readable(isShared ? { ...principal, appId: null } : principal, event, "event");
}
