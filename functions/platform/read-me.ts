import { readMe } from "../../lib/contract/routes/platform-account.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentUser } from "../../lib/use-cases/login/session.ts";

export const handler = dashboardEndpoint(readMe, async ({ user, principal }) =>
  reply(200, presentUser(user, principal)),
);
