// The shards of the `due` index and of the outbox. A full partition throttles every write that reaches it, so a busy
// stage spreads its items; sweepers send one query for each shard they read.
import { randomTailOf } from "../domain/ids.ts";

/** The most shards of any stage. Synthesis refuses a rate that needs more. */
export const MAX_DUE_SHARDS = 16;

/** Write units a checkout costs in the busiest of these partitions, the outbox: two events, three units each. */
const UNITS_PER_CHECKOUT = 6;
/** Write units a second that one partition of a table or an index takes. */
const PARTITION_UNITS = 1_000;

/** The fewest shards for a rate of checkouts a second, each at most half full. */
export function dueShardsFor(checkoutsPerSecond: number): number {
  return Math.max(1, Math.ceil((checkoutsPerSecond * UNITS_PER_CHECKOUT) / (PARTITION_UNITS / 2)));
}

/** What sweepers look for in the `due` index. */
export type DueKind = "ATT" | "CO" | "DLV" | "NCK" | "NTS" | "RCV";

/** The `due` partition that an item is written to. */
export function duePartition(kind: DueKind, id: string): string {
  return `DUE#${kind}#${shardOf(id)}`;
}

/** The `due` partitions that a sweeper reads at `now` (ms). */
export function partitionsToSweep(kind: DueKind, now: number): readonly string[] {
  return shardsToSweep(now).map((shard) => `DUE#${kind}#${shard}`);
}

/** The partition of an event's outbox item. */
export function outboxPartition(id: string): string {
  return `OUT#${shardOf(id)}`;
}

/** The partitions of the outbox that its sweeper reads at `now` (ms). */
export function outboxPartitionsToSweep(now: number): readonly string[] {
  return shardsToSweep(now).map((shard) => `OUT#${shard}`);
}

/** By the last random character of an id. */
function shardOf(id: string): number {
  // By its value, not by its character code: codes never fill two of the shards, and one twice as often.
  return randomTailOf(id) % shardsInUse();
}

/**
 * The shards in use, and in the first five minutes of an hour all of them. So an item that an earlier deployment wrote to
 * a shard no longer in use waits an hour at most. No sweeper runs less often than every five minutes.
 */
function shardsToSweep(now: number): readonly number[] {
  const isFirstOfHour = new Date(now).getUTCMinutes() < 5;
  return Array.from(
    { length: isFirstOfHour ? MAX_DUE_SHARDS : shardsInUse() },
    (_, shard) => shard,
  );
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
