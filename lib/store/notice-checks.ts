import type { Lookup } from "../domain/attempt.ts";
import { instant } from "../domain/instant.ts";
import { dueItems, type OnUnreadable, readAll } from "./due.ts";
import { duePartition } from "./due-shards.ts";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

/** If a bank has not shown a receipt for this long, it never will: the merchant is notified. */
export const CHECKED_FOR_MS = 7 * 86_400_000;

/** A payment that only a notice proved, until its receipt is read. */
export interface NoticeCheck {
  readonly checkoutId: string;
  readonly attemptId: string;
  /** That of the attempt; earlier releases read it here. */
  readonly lookup: Lookup;
  /** ms */
  readonly createdAt: number;
}

/** Checks the payment against its receipt from `at` (ms) on. */
export function noticeCheckWrite(check: NoticeCheck, at: number): Write {
  return {
    label: "notice check",
    put: {
      Item: {
        ...noticeCheckKey(check),
        entity: "notice_check",
        ...check,
        due_pk: duePartition("NCK", check.attemptId),
        due_sk: instant(at),
      },
    },
  };
}

/** Ends a check. */
export function endNoticeCheckWrite(check: NoticeCheck): Write {
  return { label: "notice check", remove: { Key: noticeCheckKey(check) } };
}

/** Checks that are due, oldest first, at most `limit` per shard. */
export async function dueNoticeChecks(
  table: Table,
  now: number,
  limit: number,
  onUnreadable?: OnUnreadable,
): Promise<NoticeCheck[]> {
  return readAll(await dueItems(table, "NCK", now, limit), checkFrom, onUnreadable);
}

function noticeCheckKey({ checkoutId, attemptId }: NoticeCheck) {
  return { pk: `NCK#${checkoutId}`, sk: attemptId };
}

const checkFrom = shapeOf<NoticeCheck>("notice check", {
  checkoutId: "text",
  attemptId: "text",
  lookup: "map",
  createdAt: "number",
});
