import { listLedger as route } from "../../lib/contract/routes/platform-credits.ts";
import { presentLedgerEntry } from "../../lib/runtime/credits/present.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { listLedger } from "../../lib/store/credits.ts";

export const handler = endpoint(route, async ({ principal, query }) => {
  const page = await listLedger(table(), principal.accountId, query);
  return reply(200, presentPage(page, presentLedgerEntry));
});
