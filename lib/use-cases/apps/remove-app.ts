import { notFound, ServiceError } from "../../domain/errors.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { changeAppWrite } from "../../store/apps.ts";
import { hasOpenCheckout } from "../../store/open-checkouts.ts";
import { transact } from "../../store/transact.ts";
import { audit } from "../audit/audit.ts";
import { endAccess } from "./end-access.ts";
import { loadApp } from "./load-app.ts";
import { searchOrphansLater } from "./search-orphans.ts";

/**
 * Deletes an app with its keys and endpoints. These go first, so that a retry after a crash does the rest, and
 * again at the end for those created in between. `cancelOrphans` cancels a checkout that is created meanwhile.
 *
 * @throws ServiceError `not_found`, `conflict` while it has an unsettled checkout
 */
export async function removeApp(who: UserPrincipal, appId: number, now: number): Promise<void> {
  const { app } = await loadApp(who, appId);
  if (await hasOpenCheckout(table(), who.accountId, appId, now)) {
    throw new ServiceError("conflict", "A checkout of this app is still open or in review.");
  }
  await endAccess(table(), who.accountId, now, appId);
  await searchOrphansLater(who.accountId, appId);
  const commit = await transact(table(), [
    changeAppWrite(app, { deletedAt: now }),
    audit(who, "app.deleted", String(appId), now, app.name),
  ]);
  if (!commit.committed) throw notFound("app");
  await endAccess(table(), who.accountId, now, appId);
}
