import type { Worker } from "../contract/worker.ts";

/** Of the account's concurrency, for the readers of queues together. */
const READERS_PART = 0.5;
/** AWS takes no smaller `MaximumConcurrency`. */
const LEAST = 2;

/**
 * How many runs a reader of a queue may have at once: what its entry says or, where all readers together
 * would take more than half of the account's concurrency, that much less; never under 2.
 *
 * @param wanted the entry's `maxConcurrency`
 * @param account Lambda's quota of concurrent executions, 10 in a new account
 */
export function readerConcurrency(
  wanted: number,
  workers: readonly Worker[],
  account: number,
): number {
  const all = workers.reduce(
    (sum, { source }) => sum + (source.kind === "queue" ? source.maxConcurrency : 0),
    0,
  );
  const part = Math.min(1, (account * READERS_PART) / all);
  return Math.max(LEAST, Math.floor(wanted * part));
}
