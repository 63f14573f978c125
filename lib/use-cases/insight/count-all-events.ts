import type { Account } from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import { allAccounts, CLOSED_KEPT_MS } from "../../store/accounts.ts";
import { appIdsOf } from "../../store/apps.ts";
import { forEachItem, OutOfTime } from "../../store/purge.ts";
import { collectFailures } from "../privacy/delete-closed.ts";
import { countEvents, type Effort } from "./count-events.ts";

/**
 * Counts the events of all apps, also of deleted ones, in the statistics, whether anyone reads these or not: events expire.
 * 20 accounts at the same time take at most half of the remaining time, so that large ones do not block the others.
 *
 * @param until `performance.now()` at which to stop; the next run continues
 * @throws the first failure, after the other accounts
 */
export async function countAllEvents(now: number, until: number): Promise<void> {
  const failures = collectFailures();
  try {
    await forEachItem(allAccounts(table(), failures.unreadable), until, async (account) => {
      // Else a count could be written after the deletion of the account's statistics.
      if (isDeleted(account, now)) return;
      const at = performance.now();
      const effort = { steps: Number.POSITIVE_INFINITY, until: at + (until - at) / 2 };
      await failures.during(account.id, () => countAccount(account.id, now, effort));
    });
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  }
  failures.raise();
}

async function countAccount(accountId: string, now: number, effort: Effort): Promise<void> {
  const appIds = await appIdsOf(table(), accountId);
  for (const mode of ["live", "test"] as const) {
    await countEvents(table(), { accountId, mode }, appIds, now, effort);
  }
}

function isDeleted({ closedAt }: Account, now: number): boolean {
  return closedAt !== null && closedAt + CLOSED_KEPT_MS <= now;
}
