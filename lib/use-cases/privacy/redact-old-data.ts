import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { type AccountWithProgress, allAccounts, noteDataDropped } from "../../store/accounts.ts";
import { checkoutsMadeIn, redactCustomerData } from "../../store/customer-data.ts";
import { collectFailures, type Failures } from "./failures.ts";

const DAY_MS = 86_400_000;
/** Checkouts redacted at the same time. */
const AT_ONCE = 20;

/**
 * Redacts customer data that is older than the configured retention. Each account stores its progress after each
 * page, so that a run continues where the last one stopped. An account takes at most half of the remaining time, so
 * that a large one does not block the others.
 *
 * An account's progress stops before its first unreadable item, so that each run tries that one again.
 *
 * @param until `performance.now()` at which to stop; the next run continues
 * @throws the first failure, after the other accounts
 */
export async function redactOldCustomerData(now: number, until: number): Promise<void> {
  const before = now - environment().config.customerDataRetentionDays * DAY_MS;
  const failures = collectFailures();
  for await (const account of allAccounts(table(), failures.unreadable)) {
    const left = until - performance.now();
    if (left <= 0) break;
    await failures.during(account.id, () =>
      redactOfAccount(account, before, performance.now() + left / 2, failures),
    );
  }
  failures.raise();
}

async function redactOfAccount(
  account: AccountWithProgress,
  before: number,
  until: number,
  failures: Failures,
): Promise<void> {
  if (account.createdAt >= before) return;
  for (const mode of ["live", "test"] as const) {
    const from = account[`${mode}DataDroppedTo`] ?? 0;
    if (before - from < DAY_MS) continue;
    const scope = { accountId: account.id, mode };
    const failed = failures.count();
    const noteProgress = async (to: number) => {
      if (failures.count() === failed) await noteDataDropped(table(), scope, to);
    };
    for await (const { ids, madeTo } of checkoutsMadeIn(table(), scope, from, before)) {
      for (let first = 0; first < ids.length; first += AT_ONCE) {
        const some = ids.slice(first, first + AT_ONCE);
        await Promise.all(some.map((id) => redactCustomerData(table(), id, failures.unreadable)));
      }
      // The next page may contain checkouts of the same instant.
      await noteProgress(madeTo);
      if (performance.now() > until) return;
    }
    await noteProgress(before);
  }
}
