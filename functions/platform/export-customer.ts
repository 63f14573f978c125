import { exportCustomer as route } from "../../lib/contract/routes/platform-customers.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { exportCustomer } from "../../lib/use-cases/accounts/customer-request.ts";

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const page = await exportCustomer(principal, query, query, now);
  return reply(
    200,
    presentPage(page, (checkout) => checkout),
  );
});
