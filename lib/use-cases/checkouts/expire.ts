import { decide } from "../../domain/checkout-decide.ts";
import { table } from "../../pipeline/deps.ts";
import { getCheckout, postponeExpiry } from "../../store/checkouts.ts";
import { transact } from "../../store/transact.ts";
import { changeCheckout } from "./change.ts";

/** Stores the expiry of a checkout that is due. A lost race is fine: another request has decided. `now` in ms. */
export async function expireCheckout(id: string, now: number): Promise<void> {
  const checkout = await getCheckout(table(), id);
  if (!checkout) return;
  const decision = decide(checkout, { type: "expire", now });
  if (!decision.ok) {
    // A pending attempt is retried until the grace period ends: check again then.
    if (checkout.status === "open" && checkout.pending.length > 0) {
      await postponeExpiry(table(), checkout, now);
    }
    return;
  }
  await transact(table(), changeCheckout(checkout, decision.events, now).writes);
}
