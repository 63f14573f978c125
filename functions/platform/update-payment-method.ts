import { updatePaymentMethod } from "../../lib/contract/routes/platform-apps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentMethod } from "../../lib/use-cases/apps/app.ts";
import { changeMethod } from "../../lib/use-cases/apps/methods.ts";

export const handler = dashboardEndpoint(
  updatePaymentMethod,
  async ({ principal, params, body, now }) =>
    reply(200, presentMethod(await changeMethod(principal, params, body, now))),
);
