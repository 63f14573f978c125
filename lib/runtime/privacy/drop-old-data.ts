import { allAccounts, type KeptAccount, noteDataDropped } from "../../store/accounts.ts";
import { checkoutsMadeIn, dropCustomerData } from "../../store/customer-data.ts";
import { table } from "../deps.ts";
import { environment } from "../environment.ts";

const DAY_MS = 86_400_000;

/**
 * Drops what is known of customers once it is older than the configuration allows. Each account
 * remembers how far it has come, so that a day's run does a day's work, and one that was missed is
 * made up for.
 *
 * @param until `performance.now()` at which to stop; the next run goes on
 */
export async function dropOldCustomerData(now: number, until: number): Promise<void> {
  const before = now - environment().config.customerDataRetentionDays * DAY_MS;
  for await (const account of allAccounts(table())) {
    if (performance.now() > until) return;
    await dropOfAccount(account, before);
  }
}

async function dropOfAccount(account: KeptAccount, before: number): Promise<void> {
  const from = account.customerDataDroppedTo ?? 0;
  if (account.createdAt >= before || before - from < DAY_MS) return;
  for (const mode of ["live", "test"] as const) {
    const scope = { accountId: account.id, mode };
    for await (const id of checkoutsMadeIn(table(), scope, from, before)) {
      await dropCustomerData(table(), id);
    }
  }
  await noteDataDropped(table(), account.id, before);
}
