import type { EventDetail } from "../contract/messages.ts";
import type { EventAnswer } from "../contract/schemas/event.ts";
import { getCheckout } from "../store/checkouts.ts";
import { getEventBody } from "../store/events.ts";
import { countEvent } from "../store/stats.ts";
import { cancelIfOrphan } from "./checkouts/cancel-orphan.ts";
import { grantPurchase } from "./credits/grant-purchase.ts";
import { now, table } from "./deps.ts";
import { incrementOf } from "./insight/increment-of.ts";
import { tellOwner } from "./notices/tell-owner.ts";
import { presentEvent } from "./present-event.ts";

/** Does what a committed event entails inside the service. Each part may be done twice: it is once. */
export async function followEvent({ id, account_id: accountId }: EventDetail): Promise<void> {
  const body = await getEventBody(table(), id, now());
  if (body === null) return;
  const event = presentEvent(body);
  const increment = incrementOf(accountId, event);
  if (increment) await countEvent(table(), increment);
  if (event.type === "checkout.verified") await grantIfPurchase(event);
  if (event.type === "checkout.created" && event.app_id !== null) {
    const checkout = { id: String(event.data.object.id), accountId, appId: event.app_id };
    await cancelIfOrphan(checkout, now());
  }
  const { type, livemode } = event;
  await tellOwner({ accountId, type, livemode, now: now() });
}

async function grantIfPurchase({ data }: EventAnswer): Promise<void> {
  const checkoutId = String(data.object.id);
  const checkout = await getCheckout(table(), checkoutId);
  if (!checkout?.livemode || checkout.purchaseId === null) return;
  await grantPurchase({ checkoutId, purchaseId: checkout.purchaseId, now: now() });
}
