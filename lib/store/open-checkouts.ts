import { listCheckouts } from "./checkout-lists.ts";
import type { Table } from "./transact.ts";

const UNSETTLED = ["open", "verifying", "review"] as const;

/** Whether an app, or the whole account (`appId` null), has an unsettled checkout of either mode. `now` in ms. */
export async function hasOpenCheckout(
  table: Table,
  accountId: string,
  appId: number | null,
  now: number,
): Promise<boolean> {
  for (const mode of ["live", "test"] as const) {
    for (const status of UNSETTLED) {
      let cursor: string | undefined;
      do {
        const filter = { accountId, mode, appId, status };
        const page = await listCheckouts(table, filter, { limit: 1, cursor, internal: true }, now);
        if (page.data.length > 0) return true;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
    }
  }
  return false;
}
