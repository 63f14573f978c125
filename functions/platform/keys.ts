import * as routes from "../../lib/contract/routes/platform-keys.ts";
import { invalidField, notFound, ServiceError } from "../../lib/domain/errors.ts";
import { parseInstant } from "../../lib/domain/instant.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import type { ApiKey } from "../../lib/store/api-keys.ts";
import {
  isUsable,
  listApiKeys as queryApiKeys,
  replaceApiKeyWrite,
} from "../../lib/store/api-keys.ts";
import { appIsAliveCheck } from "../../lib/store/apps.ts";
import { isRefused, transact } from "../../lib/store/transact.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import * as apiKeys from "../../lib/use-cases/apps/api-keys.ts";
import {
  limitNewKeys,
  loadApiKey,
  newApiKey,
  newKeyWrites,
  oneMoreKeyWrite,
  presentApiKey,
} from "../../lib/use-cases/apps/api-keys.ts";
import { loadApp } from "../../lib/use-cases/apps/app.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const createApiKey = idempotentEndpoint(
  routes.createApiKey,
  async ({ principal, body, idempotency, now }) => {
    const { accountId } = principal;
    const { name, mode, scopes, app_id: appId } = body;
    const expiresAt = parseInstant(body.expires_at) ?? null;
    if (expiresAt !== null && expiresAt <= now) throw invalidField("expires_at", "is in the past");
    if (appId !== null) await loadApp(principal, appId);
    const count = await oneMoreKeyWrite(accountId, now);
    await limitNewKeys(accountId, now);
    const wanted = { accountId, appId, mode, name, scopes, expiresAt };
    const { key, secret } = newApiKey(wanted, principal.userId, now);
    const shown = { ...presentApiKey(key, now), warning: warningOf(key) };
    const commit = await transact(table(), [
      count,
      ...(appId === null ? [] : [appIsAliveCheck(accountId, appId)]),
      ...newKeyWrites(principal, key),
      audit(principal, "api_key.created", key.id, now, name),
      ...idempotency.completes(201, { ...shown, secret: null }),
    ]);
    if (isRefused(commit, "living app")) throw notFound("app");
    assertCommitted(commit);
    return reply(201, { ...shown, secret });
  },
);

export const listApiKeys = dashboardEndpoint(
  routes.listApiKeys,
  async ({ principal, query, now }) => {
    const filter = { accountId: principal.accountId, appId: query.app_id, mode: query.mode };
    const page = await queryApiKeys(table(), filter, query);
    return reply(
      200,
      presentPage(page, (key) => presentApiKey(key, now)),
    );
  },
);

export const revokeApiKey = dashboardEndpoint(
  routes.revokeApiKey,
  async ({ principal, params, now }) => {
    await apiKeys.revokeApiKey(principal, await loadApiKey(principal, params.id), now);
    return reply(204, null);
  },
);

export const rotateApiKey = idempotentEndpoint(routes.rotateApiKey, async (request) => {
  const { principal, params, body, idempotency, now } = request;
  const old = await loadApiKey(principal, params.id);
  if (!isUsable(old, now) || old.rotatedTo !== null) throw notRotatable();
  await limitNewKeys(principal.accountId, now);
  const overlapEnd = now + body.overlap_seconds * 1000;
  const { key, secret } = newApiKey(old, principal.userId, now);
  const shown = { ...presentApiKey(key, now), warning: warningOf(key) };
  const commit = await transact(table(), [
    accountIsOpenCheck(principal.accountId),
    replaceApiKeyWrite(old, key.id, Math.min(overlapEnd, old.expiresAt ?? overlapEnd)),
    ...newKeyWrites(principal, key),
    audit(principal, "api_key.rotated", old.id, now, key.id),
    ...idempotency.completes(200, { ...shown, secret: null }),
  ]);
  if (isRefused(commit, "replaced")) throw notRotatable();
  assertCommitted(commit);
  return reply(200, { ...shown, secret });
});

function notRotatable(): ServiceError {
  return new ServiceError("conflict", "The key is revoked, expired or already rotated.");
}

/** A warning for the owner of a new key, or null. */
function warningOf(key: ApiKey): string | null {
  if (key.appId !== null) return null;
  return "This key reaches every app of the account. Prefer one key for each app, so that a leak stays small.";
}
