import { BASE32_ALPHABET } from "./base32.ts";
import type { Balance } from "./ledger.ts";

/** The most shards of one account's balance. */
export const MAX_CREDIT_SHARDS = 8;

/**
 * One item of a balance. `available` can be captured here. A draw moves only `available` between shards: `granted` and
 * `captured` stay where they were counted, so that their sums are right even for a reader that sees half of a draw.
 */
export interface CreditShard extends Balance {
  /** 0 for the first shard, which every account has and which takes all grants. */
  readonly number: number;
}

/** Where a capture takes its credits from. */
export interface CaptureSource {
  readonly shard: number;
  /** Credits that the shard, which is empty, gets from another one in the same transaction; null for none. */
  readonly draw: Draw | null;
}

/** Credits of one shard that leave it. */
export interface Draw {
  readonly shard: number;
  /** At least 1, and no more than the shard has. */
  readonly credits: number;
}

/** The shard that a checkout names: the same for its whole life, and evenly spread over all checkouts. */
export function shardOf(checkoutId: string, shards: number): number {
  // The last character of an id is random.
  const value = BASE32_ALPHABET.indexOf(checkoutId.charAt(checkoutId.length - 1));
  return Math.max(0, value) % shards;
}

/** The balance of all shards together. */
export function sumOfShards(shards: readonly CreditShard[]): Balance {
  const granted = total(shards, "granted");
  const captured = total(shards, "captured");
  return { granted, captured, available: granted - captured };
}

/** Whether the shards were read at one moment, as far as their sums tell: no draw was seen by half. */
export function addsUp(shards: readonly CreditShard[]): boolean {
  return total(shards, "available") === sumOfShards(shards).available;
}

/**
 * Chooses where one credit for a checkout comes from: the shard it names, or, where that is empty, the shard with the most
 * credits, which gives the empty one an equal share of all that is left. Null if all are empty.
 */
export function chooseSource(
  shards: readonly CreditShard[],
  checkoutId: string,
): CaptureSource | null {
  const shard = shardOf(checkoutId, shards.length);
  const left = total(shards, "available");
  if (left < 1) return null;
  if ((shards[shard]?.available ?? 0) > 0) return { shard, draw: null };
  // The fullest shard has at least an equal share, rounded up.
  const credits = Math.ceil(left / shards.length);
  return { shard, draw: { shard: fullestFirst(shards)[0]?.number ?? 0, credits } };
}

/** What each shard gives up to reverse a grant of `credits`: the fullest first. Null if all have too few. */
export function planTakingBack(
  shards: readonly CreditShard[],
  credits: number,
): readonly Draw[] | null {
  const draws: Draw[] = [];
  let missing = credits;
  for (const { number, available } of fullestFirst(shards)) {
    const taken = Math.min(missing, available);
    if (taken > 0) draws.push({ shard: number, credits: taken });
    missing -= taken;
  }
  return missing > 0 ? null : draws;
}

function fullestFirst(shards: readonly CreditShard[]): readonly CreditShard[] {
  return shards.toSorted((a, b) => b.available - a.available);
}

function total(shards: readonly CreditShard[], of: keyof Balance): number {
  return shards.reduce((sum, shard) => sum + shard[of], 0);
}
