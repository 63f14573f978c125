import { listReusableLinks } from "../../lib/contract/routes/platform-links.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listPaymentLinks } from "../../lib/store/payment-links.ts";
import { presentLink } from "../../lib/use-cases/checkouts/payment-link.ts";

export const handler = dashboardEndpoint(listReusableLinks, async ({ principal, query }) => {
  const { app_id: appId = null, ...page } = query;
  const links = await listPaymentLinks(table(), principal.accountId, appId, page);
  return reply(200, presentPage(links, presentLink));
});
