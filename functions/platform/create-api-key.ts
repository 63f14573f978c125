import { createApiKey } from "../../lib/contract/routes/platform-keys.ts";
import { invalidField, notFound } from "../../lib/domain/errors.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { newApiKeyWrite } from "../../lib/store/api-keys.ts";
import { appIsAliveCheck } from "../../lib/store/apps.ts";
import { isRefused, transact } from "../../lib/store/transact.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import { newApiKey, presentApiKey, warningOf } from "../../lib/use-cases/apps/api-keys.ts";
import { loadApp } from "../../lib/use-cases/apps/app.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = idempotentEndpoint(
  createApiKey,
  async ({ principal, body, idempotency, now }) => {
    const { accountId } = principal;
    const { name, mode, scopes, app_id: appId } = body;
    const expiresAt = body.expires_at === undefined ? null : Date.parse(body.expires_at);
    if (expiresAt !== null && expiresAt <= now) throw invalidField("expires_at", "is in the past");
    if (appId !== null) await loadApp(principal, appId);
    const { key, secret } = newApiKey({ accountId, appId, mode, name, scopes, expiresAt }, now);
    const shown = { ...presentApiKey(key, now), warning: warningOf(key) };
    const commit = await transact(table(), [
      accountIsOpenCheck(accountId),
      ...(appId === null ? [] : [appIsAliveCheck(accountId, appId)]),
      newApiKeyWrite(key),
      audit(principal, "api_key.created", key.id, now, name),
      ...idempotency.completes(201, { ...shown, secret: null }),
    ]);
    if (isRefused(commit, "living app")) throw notFound("app");
    assertCommitted(commit);
    return reply(201, { ...shown, secret });
  },
);
