import { createWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { accountIsClosed } from "../../lib/runtime/account/load-user.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { assertCommitted } from "../../lib/runtime/checkouts/assert-committed.ts";
import { table } from "../../lib/runtime/deps.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";
import { prepareEndpoint } from "../../lib/runtime/webhooks/create-endpoint.ts";
import { presentEndpoint } from "../../lib/runtime/webhooks/present.ts";
import { appIsAliveCheck } from "../../lib/store/apps.ts";
import { newEndpointWrite } from "../../lib/store/endpoints.ts";
import { transact } from "../../lib/store/transact.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";

export const handler = idempotentEndpoint(
  createWebhook,
  async ({ principal, body, idempotency, now }) => {
    const made = await prepareEndpoint(principal.accountId, body, now);
    const shown = presentEndpoint(made.endpoint, now);
    const commit = await transact(table(), [
      accountIsOpenCheck(principal.accountId),
      appIsAliveCheck(principal.accountId, body.app_id),
      newEndpointWrite(made.endpoint),
      audit(principal, "webhook.created", made.endpoint.id, now),
      ...idempotency.completes(201, { ...shown, secret: null }),
    ]);
    if (!commit.committed && commit.failed.includes("open account")) throw accountIsClosed();
    if (!commit.committed && commit.failed.includes("living app")) throw notFound("app");
    assertCommitted(commit);
    return reply(201, { ...shown, secret: made.secret });
  },
);
