import { getCheckout } from "../store/checkouts.ts";
import { getEvent } from "../store/events.ts";
import { countEvent } from "../store/stats.ts";
import { grantPurchase } from "./credits/grant-purchase.ts";
import { now, table } from "./deps.ts";
import { incrementOf } from "./insight/increment-of.ts";
import { tellOwner } from "./notices/tell-owner.ts";

/** Does what a committed event entails inside the service. Each part may be done twice: it is once. */
export async function followEvent(eventId: string): Promise<void> {
  const event = await getEvent(table(), eventId);
  if (!event) return;
  const increment = incrementOf(event);
  if (increment) await countEvent(table(), increment);
  if (event.type === "checkout.verified") await grantIfPurchase(event.objectId);
  const { accountId, type, livemode } = event;
  await tellOwner({ accountId, type, livemode, now: now() });
}

async function grantIfPurchase(checkoutId: string): Promise<void> {
  const checkout = await getCheckout(table(), checkoutId);
  if (!checkout?.livemode || checkout.purchaseId === null) return;
  await grantPurchase({ checkoutId, purchaseId: checkout.purchaseId, now: now() });
}
