import { notFound, ServiceError } from "../../domain/errors.ts";
import { table } from "../../pipeline/deps.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { cancelCheckout } from "./cancel.ts";
import { readOpenShop } from "./open-shop.ts";

/**
 * Cancels a new checkout whose app was deleted or whose account was closed while it was created: its payer would
 * pay and the merchant would not be notified. Checking this in the transaction of every creation would cost four
 * write units each and make all creations of an app contend for its item.
 */
export async function cancelIfOrphan(
  { id, accountId, appId }: { id: string; accountId: string; appId: number },
  now: number,
): Promise<void> {
  if ((await readOpenShop(accountId, appId)) !== null) return;
  const load = async () => {
    const checkout = await getCheckout(table(), id);
    if (checkout === null) throw notFound("checkout");
    return checkout;
  };
  try {
    await cancelCheckout(load, now, () => []);
  } catch (error) {
    // Settled, expired or deleted since: it takes no more payments.
    const over = error instanceof ServiceError && OVER.has(error.code);
    if (!over) throw error;
  }
}

const OVER = new Set(["not_found", "checkout_not_open"]);
