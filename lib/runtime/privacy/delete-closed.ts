import type { Account } from "../../domain/user.ts";
import { allAccounts } from "../../store/accounts.ts";
import { deletePartition, itemsOf } from "../../store/purge.ts";
import { endAccess } from "../apps/end-access.ts";
import { table } from "../deps.ts";
import { log } from "../log.ts";

/** A closed account's data is kept for this long, for second thoughts and open questions. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Deletes the data of accounts that were closed 30 days ago. What is left says nothing of anybody: claims
 * (a reference stays used up), the mark that a login had its sign-up credits, and what ends by itself
 * within 90 days (deliveries). The account itself goes last, so that a run that died is made up for.
 *
 * Until then keys are revoked once more at each run: the index that finds them lags, so one that was made
 * a moment before the closing may have been missed, and whoever lets keys in does not look at accounts.
 *
 * @param until `performance.now()` at which to stop; the next run goes on
 */
export async function deleteClosedAccounts(now: number, until: number): Promise<void> {
  for await (const account of allAccounts(table())) {
    if (performance.now() > until) return;
    if (account.closedAt === null) continue;
    if (account.closedAt + KEPT_MS > now) {
      await endAccess(account.id, now);
      continue;
    }
    await deleteAccount(account);
    log("info", "account deleted", { account_id: account.id });
  }
}

async function deleteAccount({ id, ownerId }: Account): Promise<void> {
  for (const mode of ["live", "test"] as const) {
    for await (const checkout of itemsOf(table(), `COA#${id}#${mode}`, "gsi1")) {
      const { receiptCode } = checkout;
      if (typeof receiptCode === "string") await deletePartition(table(), `RCP#${receiptCode}`);
      await deletePartition(table(), `CO#${checkout.id}`);
    }
    for await (const event of itemsOf(table(), `EVA#${id}#${mode}`, "gsi1")) {
      await deletePartition(table(), `EVT#${event.id}`);
    }
    await deletePartition(table(), `STA#${id}#${mode}`);
  }
  await deletePartition(table(), `KEYS#${id}`, "gsi1");
  await deletePartition(table(), `SEU#${ownerId}`, "gsi1");
  for (const kind of ["APP", "WHK", "ISS", "AUD", "CRD"]) {
    await deletePartition(table(), `${kind}#${id}`);
  }
  await deletePartition(table(), `USR#${ownerId}`);
  await deletePartition(table(), `ACC#${id}`);
}
