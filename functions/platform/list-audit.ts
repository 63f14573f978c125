import { listAudit as route } from "../../lib/contract/routes/platform-account.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listAudit } from "../../lib/store/audit.ts";
import { presentAudit } from "../../lib/use-cases/accounts/close-account.ts";

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const page = await listAudit(table(), principal.accountId, query, now);
  return reply(200, presentPage(page, await presentAudit(page.data)));
});
