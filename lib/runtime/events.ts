import type { EventType } from "../contract/events.ts";
import type { EventAnswer } from "../contract/schemas/event.ts";
import type { EventWithBody } from "../domain/event-record.ts";
import { newId } from "../domain/ids.ts";
import { randomBytes } from "./deps.ts";

interface EventFacts {
  readonly type: EventType;
  readonly accountId: string;
  readonly appId: number | null;
  readonly livemode: boolean;
  /** Rises per checkout; 0 elsewhere. */
  readonly sequence: number;
  readonly objectId: string;
  readonly object: Record<string, unknown>;
  readonly at: number;
  /** Given where the same fact must give the same event, e.g. after a redelivery. */
  readonly id?: string;
}

/** A finished event with the exact text that webhooks will carry. */
export function buildEvent(facts: EventFacts): EventWithBody {
  const { type, accountId, appId, livemode, sequence, objectId, object, at } = facts;
  const id = facts.id ?? newId("evt_", at, randomBytes(10));
  const body: EventAnswer = {
    id,
    object: "event",
    type,
    created_at: new Date(at).toISOString(),
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
    body: JSON.stringify(body),
  };
}
