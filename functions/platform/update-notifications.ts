import { updateNotifications } from "../../lib/contract/routes/platform-notifications.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { changeSettings, presentSettings } from "../../lib/use-cases/notifications/settings.ts";

export const handler = dashboardEndpoint(updateNotifications, async ({ principal, user, body }) =>
  reply(200, presentSettings(principal, user, await changeSettings(principal, user, body))),
);
