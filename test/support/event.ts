import { randomBytes } from "node:crypto";
import type { EventRecord, EventWithBody } from "../../lib/domain/event-record.ts";
import { newId } from "../../lib/domain/ids.ts";

/** An event with a body as the contract promises it. */
export function newEvent(
  facts: Partial<EventWithBody> & Pick<EventRecord, "accountId" | "appId">,
  now: number,
): EventWithBody {
  const record = {
    id: newId("evt_", now, randomBytes(10)),
    livemode: true,
    type: "checkout.verified",
    sequence: 2,
    createdAt: now,
    objectId: "co_test",
    ...facts,
  };
  const { id, type, livemode, appId: app_id, sequence } = record;
  const created_at = new Date(record.createdAt).toISOString();
  const data = { object: { note: "ጥሩ" } };
  const body = { id, object: "event", type, created_at, livemode, app_id, sequence, data };
  return { body: JSON.stringify(body), ...record };
}
