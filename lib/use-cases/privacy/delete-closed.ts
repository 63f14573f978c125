import type { Mode } from "../../domain/mode.ts";
import type { Account } from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import { log } from "../../pipeline/log.ts";
import { allAccounts } from "../../store/accounts.ts";
import { appIdsOf } from "../../store/apps.ts";
import { checkoutLists } from "../../store/checkout-item.ts";
import { eventList } from "../../store/events.ts";
import { deletePartition, itemsOf } from "../../store/purge.ts";
import { endAccess } from "../apps/end-access.ts";

/** A closed account's data is kept for this long, so that its owner can change their mind. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Deletes the data of accounts that were closed 30 days ago. It keeps claims (a reference stays used up), the
 * record that a login has had its sign-up credits, and items that expire within 90 days (deliveries); none of
 * them identifies a person. The account item goes last, so that the next run repeats one that was cut off.
 *
 * During the 30 days each run revokes keys again: the index that lists them lags, so a key created just before
 * the closing may have been missed, and the authorizer does not check the account's status.
 *
 * @param until `performance.now()` at which to stop; the next run continues
 */
export async function deleteClosedAccounts(now: number, until: number): Promise<void> {
  for await (const account of allAccounts(table())) {
    if (performance.now() > until) return;
    if (account.closedAt === null) continue;
    if (account.closedAt + KEPT_MS > now) {
      await endAccess(table(), account.id, now);
      continue;
    }
    await deleteAccount(account);
    log("info", "account deleted", { account_id: account.id });
  }
}

async function deleteAccount({ id, ownerId }: Account): Promise<void> {
  const apps = await appIdsOf(table(), id);
  for (const mode of ["live", "test"] as const) {
    await deleteCheckouts(id, mode);
    for (const appId of [null, ...apps]) {
      await deletePartition(table(), eventList(id, appId, mode), "gsi2");
    }
    await deletePartition(table(), `STA#${id}#${mode}`);
  }
  for await (const link of itemsOf(table(), `LNA#${id}`, "gsi1")) {
    await deletePartition(table(), String(link.pk));
  }
  for await (const { entity, appId } of itemsOf(table(), `APP#${id}`)) {
    if (entity === "app") await deletePartition(table(), `LOGO#${appId}`);
  }
  await deletePartition(table(), `KEYS#${id}`, "gsi1");
  await deletePartition(table(), `SEU#${ownerId}`, "gsi1");
  for (const kind of ["APP", "WHK", "ISS", "AUD", "CRD"]) {
    await deletePartition(table(), `${kind}#${id}`);
  }
  await deletePartition(table(), `USR#${ownerId}`);
  await deletePartition(table(), `ACC#${id}`);
}

/** With their attempts and receipt codes. */
async function deleteCheckouts(accountId: string, mode: Mode): Promise<void> {
  for await (const { pk } of itemsOf(table(), checkoutLists(accountId, mode).account, "gsi3")) {
    for await (const { receiptCode } of itemsOf(table(), String(pk))) {
      if (typeof receiptCode === "string") await deletePartition(table(), `RCP#${receiptCode}`);
    }
    await deletePartition(table(), String(pk));
  }
}
