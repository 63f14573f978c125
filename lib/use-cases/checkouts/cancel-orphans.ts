import { notFound, ServiceError } from "../../domain/errors.ts";
import { table } from "../../pipeline/deps.ts";
import { listCheckouts } from "../../store/checkout-lists.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { getAccount } from "../../store/users.ts";
import { cancelCheckout } from "./cancel.ts";
import { readOpenShop } from "./open-shop.ts";

const PAYABLE = ["open", "verifying"] as const;
const PAGE = 100;

/**
 * Cancels the open checkouts of a deleted app or, with `appId` null, of a closed account. Both ended without one, so these
 * were created meanwhile: their payers would pay and the merchant would not be notified. Does nothing if the shop is still
 * open. Checking this in the transaction of every creation would cost four write units each and make all creations of an
 * app contend for its item. `now` in ms.
 */
export async function cancelOrphans(
  accountId: string,
  appId: number | null,
  now: number,
): Promise<void> {
  if (!(await hasEnded(accountId, appId))) return;
  for (const mode of ["live", "test"] as const) {
    for (const status of PAYABLE) {
      let cursor: string | undefined;
      do {
        const filter = { accountId, mode, appId, status };
        const page = { limit: PAGE, cursor, internal: true } as const;
        const { data, nextCursor } = await listCheckouts(table(), filter, page, now);
        for (const { id } of data) await cancelOrphan(id, now);
        cursor = nextCursor ?? undefined;
      } while (cursor !== undefined);
    }
  }
}

async function hasEnded(accountId: string, appId: number | null): Promise<boolean> {
  if (appId !== null) return (await readOpenShop(accountId, appId)) === null;
  const account = await getAccount(table(), accountId);
  return account !== null && account.closedAt !== null;
}

async function cancelOrphan(id: string, now: number): Promise<void> {
  const load = async () => {
    const checkout = await getCheckout(table(), id);
    if (checkout === null) throw notFound("checkout");
    return checkout;
  };
  try {
    await cancelCheckout(load, now, () => []);
  } catch (error) {
    // Settled, expired or deleted since: it takes no more payments.
    const isOver = error instanceof ServiceError && OVER.has(error.code);
    if (!isOver) throw error;
  }
}

const OVER = new Set(["not_found", "checkout_not_open"]);
