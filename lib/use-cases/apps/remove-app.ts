import { sendMessage, sendMessages } from "../../cloud/messaging.ts";
import type { OrphanSearch, RecoveryMessage } from "../../contract/messages.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { sqs, table } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { revokeApiKeyWrite, usableApiKeys } from "../../store/api-keys.ts";
import { changeAppWrite } from "../../store/apps.ts";
import { hasOpenCheckout } from "../../store/checkout-lists.ts";
import { deleteEndpointWrite, endpointsOfAccount } from "../../store/endpoints.ts";
import { resolveIssueWrite } from "../../store/issues.ts";
import { deleteSourceWrites, sourcesOfAccount } from "../../store/notice-sources.ts";
import { isRefused, type Table, transact } from "../../store/transact.ts";
import { isHeld, notHeldCheck, pairedWrite } from "../../store/users.ts";
import { audit } from "../events/audit.ts";
import { loadApp, SHARED } from "./app.ts";

/** Revokes all keys and deletes all paired phones of an account, or of one of its apps. `at` in ms. */
export async function endKeys(
  table: Table,
  accountId: string,
  at: number,
  appId?: number,
): Promise<void> {
  const [keys, sources] = await Promise.all([
    usableApiKeys(table, accountId, at, appId),
    sourcesOfAccount(table, accountId),
  ]);
  const meant = sources.filter((one) => appId === undefined || one.appId === appId);
  const ends = [
    ...keys.map((key) => [revokeApiKeyWrite(key, at)]),
    ...meant.map(({ id }) => [
      ...deleteSourceWrites(id),
      resolveIssueWrite({ accountId, kind: "phone_silent", objectId: id }),
    ]),
  ];
  // One transaction each: it is refused if its key or phone has already ended, which is fine.
  await Promise.all(ends.map((writes) => transact(table, writes)));
}

/** As `endKeys`, and deletes the endpoints. */
export async function endAccess(
  table: Table,
  accountId: string,
  at: number,
  appId?: number,
): Promise<void> {
  const endpoints = await endpointsOfAccount(table, accountId);
  const meant = endpoints.filter((one) => appId === undefined || one.appId === appId);
  await Promise.all([
    endKeys(table, accountId, at, appId),
    ...meant.map((endpoint) => transact(table, [deleteEndpointWrite(endpoint)])),
  ]);
}

/** Longer than the request that ends a shop and one that creates a checkout can take, one after the other. */
export const ORPHAN_DELAY_SECONDS = 120;

/** By then almost every request has ended, and hardly anyone has paid. */
const SOON_SECONDS = 10;

/**
 * Has `follow-events` look soon, and again in two minutes, for checkouts that are created while an app is deleted or, with
 * `appId` null, an account is closed. Call it before the change commits: after a crash in between, the searches find an open
 * shop and do nothing.
 */
export async function searchOrphansLater(accountId: string, appId: number | null): Promise<void> {
  const message: OrphanSearch = {
    version: 1,
    kind: "cancel-orphans",
    account_id: accountId,
    app_id: appId,
  };
  const queue = variableOf("QUEUE_URL", "follow-up");
  await Promise.all(
    [SOON_SECONDS, ORPHAN_DELAY_SECONDS].map((delaySeconds) =>
      sendMessage(sqs(), queue, JSON.stringify(message), { delaySeconds }),
    ),
  );
}

/** After "A checkout of this account". See `hasUnsettled`. */
export const UNSETTLED = "is still open or in review, or expired less than two minutes ago.";

export const HELD =
  "A late payment or an order of credits has come in the last two minutes. Try again in two minutes.";

/**
 * Deletes an app with its keys and endpoints. The keys go first, so that a retry after a crash does the rest. The endpoints go
 * with the app: a late payment that comes meanwhile keeps both, and its webhook is sent. At the end go those of either that
 * were created in between. `cancelOrphans` cancels a checkout that is created meanwhile. The errors about its phones and
 * receiving accounts end with it. Without another app's phone, the account's checkouts stop preparing for notices.
 *
 * @throws ServiceError `not_found`; `conflict` while it has an unsettled checkout or its account is held open, or after a
 * lost race
 */
export async function removeApp(who: UserPrincipal, appId: number, now: number): Promise<void> {
  const { app, methods } = await loadApp(who, appId);
  if (await hasOpenCheckout(table(), who.accountId, appId, now)) {
    throw new ServiceError("conflict", `A checkout of this app ${UNSETTLED}`);
  }
  if (await isHeld(table(), who.accountId, now)) throw new ServiceError("conflict", HELD);
  const all = await endpointsOfAccount(table(), who.accountId);
  const endpoints = all.filter((endpoint) => endpoint.appId === appId);
  const phones = await sourcesOfAccount(table(), who.accountId);
  const others = phones.filter((phone) => phone.appId !== appId);
  // An app without a phone leaves the mark alone: the index may not show another app's newest phone yet.
  const hadLast = phones.length > 0 && others.length === 0;
  await endDeliveriesLater(who.accountId, endpoints);
  await endKeys(table(), who.accountId, now, appId);
  await searchOrphansLater(who.accountId, appId);
  const commit = await transact(table(), [
    changeAppWrite(app, { deletedAt: now }),
    ...endpoints.map(deleteEndpointWrite),
    ...methods.map(({ accountId, id }) =>
      resolveIssueWrite({ accountId, kind: SHARED, objectId: id }),
    ),
    ...(hadLast ? [pairedWrite(who.accountId, false)] : []),
    notHeldCheck(who.accountId, now),
    audit(who, "app.deleted", String(appId), now, app.name),
  ]);
  if (isRefused(commit, "hold")) throw new ServiceError("conflict", HELD);
  if (isRefused(commit, "endpoint")) throw lostRace();
  if (!commit.committed) throw notFound("app");
  await endAccess(table(), who.accountId, now, appId);
}

/**
 * Has `run-recovery` end the deliveries of an app's endpoints, and remove their issues, in two minutes. Called before the
 * endpoints are deleted: after a crash in between, the work finds them enabled and does nothing.
 */
async function endDeliveriesLater(
  accountId: string,
  endpoints: readonly WebhookEndpoint[],
): Promise<void> {
  const messages = endpoints
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
