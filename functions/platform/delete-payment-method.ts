import { deletePaymentMethod } from "../../lib/contract/routes/platform-apps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { removeMethod } from "../../lib/use-cases/apps/methods.ts";

export const handler = dashboardEndpoint(
  deletePaymentMethod,
  async ({ principal, params, now }) => {
    await removeMethod(principal, params, now);
    return reply(204, null);
  },
);
