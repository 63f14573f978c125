import type { Attempt } from "../domain/attempt-record.ts";
import { instant } from "../domain/instant.ts";
import { attemptFrom, attemptKey } from "./attempts.ts";
import { commitOne } from "./conditional.ts";
import { dueItems, type OnUnreadable, readAll } from "./due.ts";
import type { Table } from "./transact.ts";

/** The sweeper waits this long after the due time: the message should have arrived by then. */
const SWEEP_AFTER_MS = 60_000;

/** Attempts that no worker has tried although they were due, oldest first, at most `limit` per shard. */
export async function overdueAttempts(
  table: Table,
  now: number,
  limit: number,
  onUnreadable?: OnUnreadable,
): Promise<Attempt[]> {
  const items = await dueItems(table, "ATT", now - SWEEP_AFTER_MS, limit);
  return readAll(items, attemptFrom, onUnreadable);
}

/** Keeps the sweeper off an attempt until `until` (ms), unless it was tried or settled since it was read. */
export async function postponeSweep(table: Table, attempt: Attempt, until: number): Promise<void> {
  await commitOne(table, {
    label: "attempt",
    update: {
      Key: attemptKey(attempt.checkoutId, attempt.id),
      UpdateExpression: "SET due_sk = :to",
      ConditionExpression: "tries = :tries AND settledAt = :none AND attribute_exists(due_pk)",
      ExpressionAttributeValues: { ":to": instant(until), ":tries": attempt.tries, ":none": null },
    },
  });
}
