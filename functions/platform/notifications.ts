import * as routes from "../../lib/contract/routes/platform-notifications.ts";
import { dashboardEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { countOrRefuse } from "../../lib/pipeline/rate-limit.ts";
import { announce } from "../../lib/use-cases/events/announce.ts";
import {
  changeSettings,
  presentSettings,
  readSettings,
} from "../../lib/use-cases/notifications/settings.ts";

export const readNotifications = dashboardEndpoint(
  routes.readNotifications,
  async ({ principal, user }) =>
    reply(200, presentSettings(principal, user, await readSettings(principal))),
);

const LIMIT = { name: "test-notifications", limit: 5, windowSeconds: 3600 };

export const testNotifications = idempotentEndpoint(
  routes.testNotifications,
  async ({ principal, now }) => {
    const { accountId, userId } = principal;
    await countOrRefuse(LIMIT, `${accountId}#${userId}`, now);
    const id = `test#${now}`;
    const facts = { type: "test", app_id: null, path: "/account" } as const;
    await announce({ id, accountId, userId, facts });
    return reply(202, { object: "test_notification", id });
  },
);

export const updateNotifications = dashboardEndpoint(
  routes.updateNotifications,
  async ({ principal, user, body }) =>
    reply(200, presentSettings(principal, user, await changeSettings(principal, user, body))),
);
