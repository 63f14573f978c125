import { seal } from "../../lib/cloud/secret-box.ts";
import { generateWebhookSecret } from "../../lib/cloud/webhook-signature.ts";
import { rotateWebhookSecret } from "../../lib/contract/routes/platform-webhooks.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import type { WebhookEndpoint } from "../../lib/domain/webhook-endpoint.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { changeEndpointWrite } from "../../lib/store/endpoints.ts";
import { transact } from "../../lib/store/transact.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import { readKeyring } from "../../lib/use-cases/webhooks/keyring.ts";
import { loadEndpoint, presentSecret } from "../../lib/use-cases/webhooks/present.ts";

export const handler = idempotentEndpoint(
  rotateWebhookSecret,
  async ({ principal, params, body, idempotency, now }) => {
    const found = await loadEndpoint(principal, params.id);
    assertRotatable(found, body.overlap_seconds, now);
    const secret = generateWebhookSecret();
    const until = now + body.overlap_seconds * 1000;
    const change = {
      secret: seal(secret, found.id, await readKeyring()),
      previousSecret: until > now ? { sealed: found.secret, until } : null,
    };
    const rotated = { ...found, ...change };
    const commit = await transact(table(), [
      changeEndpointWrite(found, change, { expected: { secret: found.secret } }),
      audit(principal, "webhook.secret_rotated", found.id, now),
      ...idempotency.completes(200, presentSecret(rotated, null, now)),
    ]);
    assertCommitted(commit);
    return reply(200, presentSecret(rotated, secret, now));
  },
);

/** Only one previous secret signs. Another rotation would end its overlap early, which only a leak justifies. */
function assertRotatable(
  { previousSecret }: WebhookEndpoint,
  overlapSeconds: number,
  now: number,
): void {
  if (previousSecret === null || previousSecret.until <= now || overlapSeconds === 0) return;
  throw new ServiceError(
    "conflict",
    "The previous secret is still valid. Wait until it expires, or rotate with overlap_seconds 0.",
  );
}
