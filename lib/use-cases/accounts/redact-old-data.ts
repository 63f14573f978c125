import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import {
  type AccountWithProgress,
  allAccounts,
  MOST_UNREDACTED,
  noteDataDropped,
} from "../../store/accounts.ts";
import { checkoutsMadeIn, redactCustomerData } from "../../store/customer-data.ts";
import { collectFailures, type Failures } from "./close-account.ts";

const DAY_MS = 86_400_000;
/** Checkouts redacted at the same time. */
const AT_ONCE = 20;

/**
 * Redacts customer data that is older than the configured retention. Each account stores its progress after each
 * page, so that a run continues where the last one stopped. An account takes at most half of the remaining time, so
 * that a large one does not block the others.
 *
 * A checkout with an unreadable item is skipped: the account lists it, and each run tries it again. With 100 of them the
 * account's progress stops, as then something larger is wrong.
 *
 * @param until `performance.now()` at which to stop; the next run continues
 * @throws the first failure, after the other accounts, so that the function's alarm fires
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
  let unredacted = await redactAll(account.unredacted ?? [], failures);
  for (const mode of ["live", "test"] as const) {
    const from = account[`${mode}DataDroppedTo`] ?? 0;
    if (before - from < DAY_MS) continue;
    const scope = { accountId: account.id, mode };
    for await (const { ids, madeTo } of checkoutsMadeIn(table(), scope, from, before)) {
      unredacted = [...new Set([...unredacted, ...(await redactAll(ids, failures))])];
      if (unredacted.length > MOST_UNREDACTED) return;
      // The next page may contain checkouts of the same instant.
      await noteDataDropped(table(), scope, madeTo, unredacted);
      if (performance.now() > until) return;
    }
    await noteDataDropped(table(), scope, before, unredacted);
  }
}

/** Redacts checkouts. Returns the ids of those with an unreadable item; what is readable of them is redacted. */
async function redactAll(ids: readonly string[], failures: Failures): Promise<readonly string[]> {
  const unreadable = new Set<string>();
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const some = ids.slice(first, first + AT_ONCE);
    await Promise.all(
      some.map((id) =>
        redactCustomerData(table(), id, (error) => {
          unreadable.add(id);
          failures.unreadable(error);
        }),
      ),
    );
  }
  return [...unreadable];
}
