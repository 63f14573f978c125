import type { EventType } from "../../contract/events.ts";
import type { EventAnswer } from "../../contract/schemas/event.ts";
import type { EventWithBody } from "../../domain/event-record.ts";
import { newId } from "../../domain/ids.ts";
import { instant } from "../../domain/instant.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import { hasNotice } from "../messages/texts.ts";

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
  /** Whether `follow-events` has more to do than to notify the owner; no, unless given. */
  readonly followUp?: boolean;
  /** Set it if a repetition must produce the same event, e.g. after a redelivery. */
  readonly id?: string;
}

/** Builds an event with the exact body that webhooks send. */
export function buildEvent(facts: EventFacts): EventWithBody {
  const { type, accountId, appId, livemode, sequence, objectId, object, at } = facts;
  const id = facts.id ?? newId("evt_", at, randomBytes(10));
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
    followUp: facts.followUp === true || (livemode && hasNotice(type)),
    body: JSON.stringify(body),
  };
}
