import { decide } from "../../domain/checkout-decide.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { transact } from "../../store/transact.ts";
import { table } from "../deps.ts";
import { environment } from "../environment.ts";
import { changeCheckout } from "./change.ts";

/** Stores the expiry of a checkout whose time is over. Losing a race is fine: somebody else decided. */
export async function expireCheckout(id: string, now: number): Promise<void> {
  const checkout = await getCheckout(table(), id);
  if (!checkout) return;
  const decision = decide(
    checkout,
    { type: "expire", now },
    { failedAttempts: environment().config.failedAttemptsPerCheckout },
  );
  if (!decision.ok) return;
  await transact(table(), changeCheckout(checkout, decision.events, now).writes);
}
