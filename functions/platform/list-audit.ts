import { listAudit as route } from "../../lib/contract/routes/platform-account.ts";
import { presentAuditEntry } from "../../lib/runtime/account/present.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { listAudit } from "../../lib/store/audit.ts";

export const handler = endpoint(route, async ({ principal, query, now }) => {
  const page = await listAudit(table(), principal.accountId, query, now);
  return reply(200, presentPage(page, presentAuditEntry));
});
