import { table } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { dueCheckouts } from "../../store/checkouts.ts";
import { expireCheckout } from "./expire.ts";

/** Rows to read per shard of the index. */
const BATCH = 200;

/**
 * Stores the expiry of every checkout that was due at `at` (ms). A checkout that can't be expired now stays in the
 * index for the next run, and the index lags behind; so if a read returns nothing new, the next one reads more rows.
 *
 * @param until `performance.now()` at which to stop; the next run continues
 */
export async function expireDueCheckouts(at: number, until: number, batch = BATCH): Promise<void> {
  const seen = new Set<string>();
  let stale = 0;
  while (performance.now() < until) {
    const found = await dueCheckouts(table(), at, batch + stale);
    const fresh = found.filter((id) => !seen.has(id));
    if (fresh.length === 0) {
      if (found.length <= stale) return;
      stale = found.length;
      continue;
    }
    for (const id of fresh) seen.add(id);
    const results = await Promise.allSettled(fresh.map((id) => expireCheckout(id, at)));
    for (const result of results) {
      if (result.status === "rejected") log("error", "expiry failed", errorFields(result.reason));
    }
  }
}
