import { seal } from "../../lib/cloud/secret-box.ts";
import { generateWebhookSecret } from "../../lib/cloud/webhook-signature.ts";
import { rotateWebhookSecret } from "../../lib/contract/routes/platform-webhooks.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import type { WebhookEndpoint } from "../../lib/domain/webhook-endpoint.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { assertCommitted } from "../../lib/runtime/checkouts/assert-committed.ts";
import { table } from "../../lib/runtime/deps.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";
import { readKeyring } from "../../lib/runtime/webhooks/keyring.ts";
import { loadEndpoint } from "../../lib/runtime/webhooks/load.ts";
import { presentSecret } from "../../lib/runtime/webhooks/present.ts";
import { changeEndpointWrite } from "../../lib/store/endpoints.ts";
import { transact } from "../../lib/store/transact.ts";

export const handler = idempotentEndpoint(
  rotateWebhookSecret,
  async ({ principal, params, body, idempotency, now }) => {
    const found = await loadEndpoint(principal.accountId, params.id);
    assertRotatable(found, body.overlap_seconds, now);
    const secret = generateWebhookSecret();
    const until = now + body.overlap_seconds * 1000;
    const change = {
      secret: seal(secret, found.id, await readKeyring()),
      previousSecret: until > now ? { sealed: found.secret, until } : null,
    };
    const rotated = { ...found, ...change };
    const commit = await transact(table(), [
      changeEndpointWrite(found, change, { expectedSecret: found.secret }),
      audit(principal, "webhook.secret_rotated", found.id, now),
      ...idempotency.completes(200, presentSecret(rotated, null, now)),
    ]);
    assertCommitted(commit);
    return reply(200, presentSecret(rotated, secret, now));
  },
);

/** Only one secret before signs: another rotation would end its time early, which only a leak is worth. */
function assertRotatable(
  { previousSecret }: WebhookEndpoint,
  overlapSeconds: number,
  now: number,
): void {
  if (previousSecret === null || previousSecret.until <= now || overlapSeconds === 0) return;
  throw new ServiceError(
    "conflict",
    "The secret before the last rotation still signs too: wait for its end, or rotate without any overlap.",
  );
}
