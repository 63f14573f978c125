import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { type AccountWithProgress, allAccounts, noteDataDropped } from "../../store/accounts.ts";
import { checkoutsMadeIn, redactCustomerData } from "../../store/customer-data.ts";

const DAY_MS = 86_400_000;
/** Checkouts redacted at the same time. */
const AT_ONCE = 20;

/**
 * Redacts customer data that is older than the configured retention. Each account stores its progress after each
 * page, so that a run continues where the last one stopped. An account takes at most half of the remaining time, so
 * that a large one does not block the others.
 *
 * @param until `performance.now()` at which to stop; the next run continues
 */
export async function redactOldCustomerData(now: number, until: number): Promise<void> {
  const before = now - environment().config.customerDataRetentionDays * DAY_MS;
  for await (const account of allAccounts(table())) {
    const left = until - performance.now();
    if (left <= 0) return;
    await redactOfAccount(account, before, performance.now() + left / 2);
  }
}

async function redactOfAccount(
  account: AccountWithProgress,
  before: number,
  until: number,
): Promise<void> {
  if (account.createdAt >= before) return;
  for (const mode of ["live", "test"] as const) {
    const from = account[`${mode}DataDroppedTo`] ?? 0;
    if (before - from < DAY_MS) continue;
    const scope = { accountId: account.id, mode };
    for await (const { ids, madeTo } of checkoutsMadeIn(table(), scope, from, before)) {
      for (let first = 0; first < ids.length; first += AT_ONCE) {
        const some = ids.slice(first, first + AT_ONCE);
        await Promise.all(some.map((id) => redactCustomerData(table(), id)));
      }
      // The next page may contain checkouts of the same instant.
      await noteDataDropped(table(), scope, madeTo);
      if (performance.now() > until) return;
    }
    await noteDataDropped(table(), scope, before);
  }
}
