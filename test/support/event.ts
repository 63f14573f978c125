import { randomBytes } from "node:crypto";
import { EVENT_CATALOG } from "../../lib/contract/event-catalog.ts";
import { eventsOf } from "../../lib/domain/checkout.ts";
import type { EventRecord, EventWithBody } from "../../lib/domain/event-record.ts";
import { newId } from "../../lib/domain/ids.ts";
import { getCheckout } from "../../lib/store/checkouts.ts";
import { getEvents } from "../../lib/store/events.ts";
import type { Table } from "../../lib/store/transact.ts";

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
  const example = EVENT_CATALOG.find((entry) => entry.type === type)?.example.data.object;
  const data = {
    object: { ...example, ...(example?.object === "checkout" && { merchant_name: "ጥሩ ቡና" }) },
  };
  const body = { id, object: "event", type, created_at, livemode, app_id, sequence, data };
  return { body: JSON.stringify(body), ...record };
}

/** Events about a checkout, newest first. */
export async function eventsAbout(table: Table, checkoutId: string): Promise<EventRecord[]> {
  const checkout = await getCheckout(table, checkoutId);
  return getEvents(table, checkout ? eventsOf(checkout) : [], Date.now());
}
