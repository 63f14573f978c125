import { sendMessages } from "../../cloud/queue.ts";
import type { RecoveryMessage } from "../../contract/messages.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { sqs, table } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { changeAppWrite } from "../../store/apps.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import { hasOpenCheckout } from "../../store/open-checkouts.ts";
import { transact } from "../../store/transact.ts";
import { audit } from "../audit/audit.ts";
import { endAccess } from "./end-access.ts";
import { loadApp } from "./load-app.ts";
import { ORPHAN_DELAY_SECONDS, searchOrphansLater } from "./search-orphans.ts";

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
  await endDeliveriesLater(who.accountId, appId);
  await endAccess(table(), who.accountId, now, appId);
  await searchOrphansLater(who.accountId, appId);
  const commit = await transact(table(), [
    changeAppWrite(app, { deletedAt: now }),
    audit(who, "app.deleted", String(appId), now, app.name),
  ]);
  if (!commit.committed) throw notFound("app");
  await endAccess(table(), who.accountId, now, appId);
}

/**
 * Has `run-recovery` end the deliveries of the app's endpoints, and remove their issues, in two minutes. Called before the
 * endpoints are deleted: after a crash in between, the work finds them enabled and does nothing.
 */
async function endDeliveriesLater(accountId: string, appId: number): Promise<void> {
  const endpoints = await endpointsOfAccount(table(), accountId);
  const messages = endpoints
    .filter((endpoint) => endpoint.appId === appId)
    .map(({ id }): RecoveryMessage => {
      return { version: 1, kind: "abandon", account_id: accountId, endpoint_id: id };
    })
    .map((message) => ({
      body: JSON.stringify(message),
      groupId: accountId,
      delaySeconds: ORPHAN_DELAY_SECONDS,
    }));
  const failed = await sendMessages(sqs(), variableOf("QUEUE_URL", "recovery"), messages);
  if (failed.length > 0) throw new Error(`${failed.length} messages could not be sent`);
}
