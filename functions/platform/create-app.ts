import { createApp } from "../../lib/contract/routes/platform-apps.ts";
import { presentApp } from "../../lib/runtime/apps/present.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { assertCommitted } from "../../lib/runtime/checkouts/assert-committed.ts";
import { table } from "../../lib/runtime/deps.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";
import { newAppWrite, nextAppId } from "../../lib/store/apps.ts";
import { transact } from "../../lib/store/transact.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";

export const handler = idempotentEndpoint(
  createApp,
  async ({ principal, body, idempotency, now }) => {
    const app = {
      appId: await nextAppId(table()),
      accountId: principal.accountId,
      name: body.name,
      createdAt: now,
      deletedAt: null,
    };
    const commit = await transact(table(), [
      accountIsOpenCheck(principal.accountId),
      newAppWrite(app),
      audit(principal, "app.created", String(app.appId), now),
      ...idempotency.completes(201, presentApp(app)),
    ]);
    assertCommitted(commit);
    return reply(201, presentApp(app));
  },
);
