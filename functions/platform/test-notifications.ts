import { testNotifications } from "../../lib/contract/routes/platform-notifications.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { countOrRefuse } from "../../lib/pipeline/rate-limit.ts";
import { announce } from "../../lib/use-cases/messages/announce.ts";

const LIMIT = { name: "test-notifications", limit: 5, windowSeconds: 3600 };

export const handler = idempotentEndpoint(testNotifications, async ({ principal, now }) => {
  const { accountId, userId } = principal;
  await countOrRefuse(LIMIT, `${accountId}#${userId}`, now);
  const id = `test#${now}`;
  const facts = { type: "test", app_id: null, path: "/account" } as const;
  await announce({ id, accountId, userId, facts });
  return reply(202, { object: "test_notification", id });
});
