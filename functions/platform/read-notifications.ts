import { readNotifications } from "../../lib/contract/routes/platform-notifications.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentSettings, readSettings } from "../../lib/use-cases/notifications/settings.ts";

export const handler = dashboardEndpoint(readNotifications, async ({ principal, user }) =>
  reply(200, presentSettings(principal, user, await readSettings(principal))),
);
