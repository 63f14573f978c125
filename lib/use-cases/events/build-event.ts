import type { EventType } from "../../contract/events.ts";
import { type EventAnswer, event } from "../../contract/schemas/event.ts";
import type { EventWithBody } from "../../domain/event-record.ts";
import { idInPart, newId } from "../../domain/ids.ts";
import { instant } from "../../domain/instant.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { type KeyPrincipal, readable } from "../../pipeline/principal.ts";
import { appIdsOf } from "../../store/apps.ts";
import { getEventsWithBodies } from "../../store/events.ts";

interface EventFacts {
  readonly type: EventType;
  readonly accountId: string;
  readonly appId: number | null;
  readonly livemode: boolean;
  /** Rises per checkout; 0 for other objects. */
  readonly sequence: number;
  readonly objectId: string;
  readonly object: Record<string, unknown>;
  /** ms; less than 15 minutes before the commit, or the event is missing in the statistics (`count-events.ts`). */
  readonly at: number;
  /** Whether `follow-events` has work to do; no, unless given. */
  readonly followUp?: boolean;
  /** Part of the app's list that the event is put in; 0 unless given. */
  readonly part?: number;
  /** Set it if a repetition must produce the same event, e.g. after a redelivery. */
  readonly id?: string;
}

/** Builds an event with the exact body that webhooks send. */
export function buildEvent(facts: EventFacts): EventWithBody {
  const { type, accountId, appId, livemode, sequence, objectId, object, at } = facts;
  const id = facts.id ?? idInPart(newId("evt_", at, randomBytes(10)), facts.part ?? 0);
  const body: EventAnswer = {
    id,
    object: "event",
    type,
    created_at: instant(at),
    livemode,
    app_id: appId,
    sequence,
    data: { object },
  };
  return {
    id,
    accountId,
    appId,
    livemode,
    type,
    sequence,
    createdAt: at,
    objectId,
    followUp: facts.followUp === true,
    body: JSON.stringify(body),
  };
}

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

/** An event exactly as its webhooks sent it. */
export function presentEvent(body: string): EventAnswer {
  return event.parse(JSON.parse(body));
}
