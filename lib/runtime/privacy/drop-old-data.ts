import { allAccounts, type KeptAccount, noteDataDropped } from "../../store/accounts.ts";
import { checkoutsMadeIn, dropCustomerData } from "../../store/customer-data.ts";
import { table } from "../deps.ts";
import { environment } from "../environment.ts";

const DAY_MS = 86_400_000;
/** Checkouts that are seen to at the same time. */
const AT_ONCE = 20;

/**
 * Drops what is known of customers once it is older than the configuration allows. Each account
 * remembers how far it has come, page by page, so that a day's run does a day's work, and one that was
 * missed or cut off is made up for. None takes more than half of what time is left: the others come to
 * their turn, however much a big one has to do.
 *
 * @param until `performance.now()` at which to stop; the next run goes on
 */
export async function dropOldCustomerData(now: number, until: number): Promise<void> {
  const before = now - environment().config.customerDataRetentionDays * DAY_MS;
  for await (const account of allAccounts(table())) {
    const left = until - performance.now();
    if (left <= 0) return;
    await dropOfAccount(account, before, performance.now() + left / 2);
  }
}

async function dropOfAccount(account: KeptAccount, before: number, until: number): Promise<void> {
  if (account.createdAt >= before) return;
  for (const mode of ["live", "test"] as const) {
    const from = account[`${mode}DataDroppedTo`] ?? 0;
    if (before - from < DAY_MS) continue;
    const scope = { accountId: account.id, mode };
    for await (const { ids, madeTo } of checkoutsMadeIn(table(), scope, from, before)) {
      for (let first = 0; first < ids.length; first += AT_ONCE) {
        const some = ids.slice(first, first + AT_ONCE);
        await Promise.all(some.map((id) => dropCustomerData(table(), id)));
      }
      // Of the same instant there may be more on the next page: it is not behind us.
      await noteDataDropped(table(), scope, madeTo);
      if (performance.now() > until) return;
    }
    await noteDataDropped(table(), scope, before);
  }
}
