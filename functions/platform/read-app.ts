import { readApp } from "../../lib/contract/routes/platform-apps.ts";
import { loadApp } from "../../lib/runtime/apps/load-app.ts";
import { presentApp } from "../../lib/runtime/apps/present.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";

export const handler = endpoint(readApp, async ({ principal, params }) => {
  const { app } = await loadApp(principal.accountId, params.app_id);
  return reply(200, presentApp(app));
});
