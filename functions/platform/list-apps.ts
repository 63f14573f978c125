import { listApps as route } from "../../lib/contract/routes/platform-apps.ts";
import { presentApp } from "../../lib/runtime/apps/present.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { listApps } from "../../lib/store/apps.ts";

export const handler = endpoint(route, async ({ principal, query }) => {
  const page = await listApps(table(), principal.accountId, query);
  return reply(200, presentPage(page, presentApp));
});
