import { notFound, ServiceError } from "../../domain/errors.ts";
import { changeAppWrite } from "../../store/apps.ts";
import { hasOpenCheckout } from "../../store/open-checkouts.ts";
import { transact } from "../../store/transact.ts";
import { audit } from "../audit.ts";
import { table } from "../deps.ts";
import type { UserPrincipal } from "../principal.ts";
import { endAccess } from "./end-access.ts";
import { loadApp } from "./load-app.ts";

/**
 * Deletes an app with its keys and endpoints. These go first, so that asking again after a crash does
 * the rest; and once more at the end, for one that was made in between.
 *
 * @throws ServiceError `not_found`, `conflict` while a checkout of it is not settled
 */
export async function removeApp(who: UserPrincipal, appId: number, now: number): Promise<void> {
  const { app } = await loadApp(who.accountId, appId);
  if (await hasOpenCheckout(table(), who.accountId, appId, now)) {
    throw new ServiceError("conflict", "A checkout of this app is still open or in review.");
  }
  await endAccess(who.accountId, now, appId);
  const commit = await transact(table(), [
    changeAppWrite(app, { deletedAt: now }),
    audit(who, "app.deleted", String(appId), now, app.name),
  ]);
  if (!commit.committed) throw notFound("app");
  await endAccess(who.accountId, now, appId);
}
