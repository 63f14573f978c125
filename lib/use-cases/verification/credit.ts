import type { Checkout } from "../../domain/checkout.ts";
import { newId } from "../../domain/ids.ts";
import {
  type CaptureSource,
  CREDITS_PER_VERIFICATION,
  chooseSource,
  shardOf,
} from "../../domain/ledger.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { receiptCodeWrite } from "../../store/claims.ts";
import { isOnlyShard, readShards } from "../../store/credit-shards.ts";
import { captureWrites } from "../../store/credits.ts";
import type { RefusedCommit, Write } from "../../store/transact.ts";

/**
 * The writes that accompany the status `verified` in one transaction: receipt code, credit and ledger entry. Refused as
 * `receipt code` or `credits`. Test mode is free.
 *
 * @param source where the credit comes from; null for the shard that the checkout names
 */
export function verificationWrites(
  checkout: Checkout,
  receiptCode: string,
  source: CaptureSource | null,
  at: number,
): readonly Write[] {
  const entry = {
    id: newId("led_", at, randomBytes(10)),
    accountId: checkout.accountId,
    kind: "capture",
    credits: CREDITS_PER_VERIFICATION,
    source: checkout.id,
    note: null,
    createdAt: at,
  } as const;
  return [
    receiptCodeWrite(receiptCode, checkout.id),
    ...(checkout.livemode ? captureWrites(entry, source ?? namedSource(checkout)) : []),
  ];
}

/** The shard that a checkout names. If it is empty or gone, a capture is refused. */
function namedSource({ id, creditShards = 1 }: Checkout): CaptureSource {
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

/** Counts a checkout that a change has verified and, in live mode, its credit. */
export function verifiedMetrics(before: Checkout, { status, livemode }: Checkout) {
  if (status !== "verified" || before.status === "verified") return {};
  return {
    CheckoutsVerified: 1,
    ...(livemode ? { CreditsCaptured: CREDITS_PER_VERIFICATION } : {}),
  };
}
