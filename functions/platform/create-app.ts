import { createApp } from "../../lib/contract/routes/platform-apps.ts";
import { APPS_PER_DAY } from "../../lib/contract/schemas/app.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { limitDaily } from "../../lib/pipeline/rate-limit.ts";
import { newAppWrite, nextAppId } from "../../lib/store/apps.ts";
import { transact } from "../../lib/store/transact.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import { presentApp } from "../../lib/use-cases/apps/app.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = idempotentEndpoint(
  createApp,
  async ({ principal, body, idempotency, now }) => {
    if (principal.apps !== null) {
      throw new ServiceError("forbidden", "You are limited to some apps and can't create others.");
    }
    await limitDaily({ name: "apps", limit: APPS_PER_DAY }, principal.accountId, now);
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
