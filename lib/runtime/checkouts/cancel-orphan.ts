import { notFound, ServiceError } from "../../domain/errors.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { table } from "../deps.ts";
import { cancelCheckout } from "./cancel.ts";
import { readOpenShop } from "./open-shop.ts";

/**
 * Cancels a new checkout whose app was deleted, or whose account was closed, while it was being made:
 * its payer would pay and nobody would be told. To check that in the transaction of every creation
 * would cost four write units each, and make all creations of an app contend for its item.
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
    // Settled, expired or deleted meanwhile: nobody will pay it any more.
    const over = error instanceof ServiceError && OVER.has(error.code);
    if (!over) throw error;
  }
}

const OVER = new Set(["not_found", "checkout_not_open"]);
