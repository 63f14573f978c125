import { rotateApiKey } from "../../lib/contract/routes/platform-keys.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { isUsable, newApiKeyWrite, replaceApiKeyWrite } from "../../lib/store/api-keys.ts";
import { isRefused, transact } from "../../lib/store/transact.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import {
  loadApiKey,
  newApiKey,
  presentApiKey,
  warningOf,
} from "../../lib/use-cases/apps/api-keys.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = idempotentEndpoint(rotateApiKey, async (request) => {
  const { principal, params, body, idempotency, now } = request;
  const old = await loadApiKey(principal, params.id);
  if (!isUsable(old, now) || old.rotatedTo !== null) throw notRotatable();
  const overlapEnd = now + body.overlap_seconds * 1000;
  const { key, secret } = newApiKey(old, now);
  const shown = { ...presentApiKey(key, now), warning: warningOf(key) };
  const commit = await transact(table(), [
    accountIsOpenCheck(principal.accountId),
    replaceApiKeyWrite(old, key.id, Math.min(overlapEnd, old.expiresAt ?? overlapEnd)),
    newApiKeyWrite(key),
    audit(principal, "api_key.rotated", old.id, now, key.id),
    ...idempotency.completes(200, { ...shown, secret: null }),
  ]);
  if (isRefused(commit, "replaced")) throw notRotatable();
  assertCommitted(commit);
  return reply(200, { ...shown, secret });
});

function notRotatable(): ServiceError {
  return new ServiceError("conflict", "The key is revoked, has expired or was rotated already.");
}
