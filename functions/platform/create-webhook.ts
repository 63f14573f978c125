import { createWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { ENDPOINTS_PER_DAY } from "../../lib/contract/schemas/webhook.ts";
import { modeOf } from "../../lib/domain/checkout.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { limitDaily } from "../../lib/pipeline/rate-limit.ts";
import { subscribeWrite } from "../../lib/store/apps.ts";
import { newEndpointWrite } from "../../lib/store/endpoints.ts";
import { isRefused, transact } from "../../lib/store/transact.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import { prepareEndpoint } from "../../lib/use-cases/webhooks/endpoints.ts";
import { presentEndpoint } from "../../lib/use-cases/webhooks/present.ts";

export const handler = idempotentEndpoint(
  createWebhook,
  async ({ principal, body, idempotency, now }) => {
    const made = await prepareEndpoint(principal, body, now);
    await limitDaily({ name: "endpoints", limit: ENDPOINTS_PER_DAY }, principal.accountId, now);
    const shown = presentEndpoint(made.endpoint, now);
    const commit = await transact(table(), [
      accountIsOpenCheck(principal.accountId),
      subscribeWrite(made.app, modeOf(body.livemode), body.events),
      newEndpointWrite(made.endpoint),
      audit(principal, "webhook.created", made.endpoint.id, now),
      ...idempotency.completes(201, { ...shown, secret: null }),
    ]);
    if (isRefused(commit, "living app")) throw notFound("app");
    assertCommitted(commit);
    return reply(201, { ...shown, secret: made.secret });
  },
);
