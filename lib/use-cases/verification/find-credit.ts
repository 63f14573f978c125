import type { Checkout } from "../../domain/checkout-terms.ts";
import { type CaptureSource, chooseSource, shardOf } from "../../domain/credit-shards.ts";
import { ServiceError } from "../../domain/errors.ts";
import { table } from "../../pipeline/deps.ts";
import { isOnlyShard, readShards } from "../../store/credit-shards.ts";
import type { RefusedCommit } from "../../store/transact.ts";

/** The shard that a checkout names. It may be empty or gone by now: a capture is refused then. */
export function namedSource({ id, creditShards = 1 }: Checkout): CaptureSource {
  return { shard: shardOf(id, creditShards), draw: null };
}

/**
 * Looks for a credit after a capture was refused; null if all shards are empty. An account with one shard costs no read:
 * the refusal shows its balance.
 *
 * @param refused the source of the refused capture; null for the shard that the checkout names
 */
export async function findCredit(
  checkout: Checkout,
  refused: CaptureSource | null,
  { refusals }: RefusedCommit,
): Promise<CaptureSource | null> {
  const { shard, draw } = refused ?? namedSource(checkout);
  const existing = refusals.find(({ kind }) => kind === "credits")?.existing ?? null;
  if (shard === 0 && draw === null && isOnlyShard(existing)) return null;
  return chooseSource(await readShards(table(), checkout.accountId), checkout.id);
}

/**
 * As `findCredit`.
 *
 * @throws ServiceError `insufficient_credits` if all shards are empty
 */
export async function findCreditOrRefuse(
  ...refused: Parameters<typeof findCredit>
): Promise<CaptureSource> {
  const found = await findCredit(...refused);
  if (found) return found;
  throw new ServiceError("insufficient_credits", "No credits are left. Buy more to continue.");
}
