import { dueCheckouts } from "../../store/checkouts.ts";
import { table } from "../deps.ts";
import { errorFields, log } from "../log.ts";
import { expireCheckout } from "./expire.ts";

/** Of each shard of the index, asked for at once. */
const BATCH = 200;

/**
 * Stores the expiry of every checkout whose time was over at `at` (ms). One that cannot be expired now is
 * found again at the next run; it stays in the list meanwhile, as do those that the index has not let
 * go of yet, so more is asked for wherever nothing new stands in what was found.
 *
 * @param until `performance.now()` at which to stop; the next run goes on
 */
export async function expireDueCheckouts(at: number, until: number, batch = BATCH): Promise<void> {
  const seen = new Set<string>();
  let standing = 0;
  while (performance.now() < until) {
    const found = await dueCheckouts(table(), at, batch + standing);
    const fresh = found.filter((id) => !seen.has(id));
    if (fresh.length === 0) {
      if (found.length <= standing) return;
      standing = found.length;
      continue;
    }
    for (const id of fresh) seen.add(id);
    const results = await Promise.allSettled(fresh.map((id) => expireCheckout(id, at)));
    for (const result of results) {
      if (result.status === "rejected") log("error", "expiry failed", errorFields(result.reason));
    }
  }
}
