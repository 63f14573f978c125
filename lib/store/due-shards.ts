// The shards of the `due` index. A full index partition throttles every write of the table, so a busy stage
// spreads its items; sweepers send one query for each shard they read.
import { BASE32_ALPHABET } from "../domain/base32.ts";

/** The most shards of any stage. Synthesis refuses a rate that needs more. */
export const MAX_DUE_SHARDS = 16;

/** Write units a checkout costs in the `due` index's busiest kind, events, by the higher count. */
const UNITS_PER_CHECKOUT = 8;
/** Write units a second that one partition of a table or an index takes. */
const PARTITION_UNITS = 1_000;

/** The fewest shards for a rate of checkouts a second, each at most half full. */
export function dueShardsFor(checkoutsPerSecond: number): number {
  return Math.max(1, Math.ceil((checkoutsPerSecond * UNITS_PER_CHECKOUT) / (PARTITION_UNITS / 2)));
}

/** What sweepers look for. */
export type DueKind = "ATT" | "CO" | "EVT" | "DLV" | "RCV";

/** The `due` partition that an item is written to, chosen by the last character of its id, which is random. */
export function duePartition(kind: DueKind, id: string): string {
  // By its value, not by its character code: codes never fill two of the shards, and one twice as often.
  const value = BASE32_ALPHABET.indexOf(id.charAt(id.length - 1));
  return partition(kind, Math.max(0, value) % shardsInUse());
}

/**
 * The partitions that a sweeper reads at `now` (ms): those in use, and in the first five minutes of an hour
 * all of them. So an item that an earlier deployment wrote to a shard no longer in use waits an hour at most.
 * No sweeper runs less often than every five minutes.
 */
export function partitionsToSweep(kind: DueKind, now: number): readonly string[] {
  const isFirstOfHour = new Date(now).getUTCMinutes() < 5;
  const count = isFirstOfHour ? MAX_DUE_SHARDS : shardsInUse();
  return Array.from({ length: count }, (_, shard) => partition(kind, shard));
}

function partition(kind: DueKind, shard: number): string {
  return `DUE#${kind}#${shard}`;
}

/**
 * From the variable `DUE_SHARDS`; all where it is missing.
 * @throws Error where it is not a number from 1 to `MAX_DUE_SHARDS`
 */
function shardsInUse(): number {
  const text = process.env.DUE_SHARDS;
  if (text === undefined) return MAX_DUE_SHARDS;
  const shards = Number(text);
  if (Number.isInteger(shards) && shards >= 1 && shards <= MAX_DUE_SHARDS) return shards;
  throw new Error(`DUE_SHARDS must be a number from 1 to ${MAX_DUE_SHARDS}, not ${text}`);
}
