import { listLedger as route } from "../../lib/contract/routes/platform-credits.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listLedger } from "../../lib/store/credits.ts";
import { presentLedgerEntry } from "../../lib/use-cases/credits/purchases.ts";

export const handler = dashboardEndpoint(route, async ({ principal, query }) => {
  const page = await listLedger(table(), principal.accountId, query);
  return reply(200, presentPage(page, presentLedgerEntry));
});
