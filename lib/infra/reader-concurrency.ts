import type { Worker } from "../contract/worker.ts";

/** Share of the account's concurrency that all queue readers together may use. */
const READERS_PART = 0.5;
/** The smallest `MaximumConcurrency` that AWS accepts. */
const LEAST = 2;

/**
 * The maximum concurrency of a queue reader: its `maxConcurrency`, scaled down where all readers together
 * would take more than half of the account's concurrency. At least 2.
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
