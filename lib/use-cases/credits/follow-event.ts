import type { EventDetail } from "../../contract/messages.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { now, table } from "../../pipeline/deps.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { getEventBody } from "../../store/events.ts";
import { countAtLink } from "../checkouts/payment-link.ts";
import { presentEvent } from "../events/build-event.ts";
import { grantPurchase } from "./purchases.ts";

/** Runs the internal consequences of a committed event with `followUp`. Each is safe to repeat. */
export async function followEvent(detail: EventDetail): Promise<void> {
  const { id, account_id: accountId, app_id: appId } = detail;
  const place = { id, accountId, appId, livemode: detail.livemode };
  const body = await getEventBody(table(), place, now());
  if (body === null) return;
  const event = presentEvent(body);
  if (event.type === "checkout.verified") {
    const checkout = await getCheckout(table(), String(event.data.object.id));
    if (checkout !== null) await followVerified(checkout);
  }
}

async function followVerified(checkout: Checkout): Promise<void> {
  const { id: checkoutId, livemode, purchaseId } = checkout;
  if (livemode && purchaseId !== null) await grantPurchase({ checkoutId, purchaseId, now: now() });
  await countAtLink(checkout);
}
