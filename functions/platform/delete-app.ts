import { deleteApp } from "../../lib/contract/routes/platform-apps.ts";
import { removeApp } from "../../lib/runtime/apps/remove-app.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";

export const handler = endpoint(deleteApp, async ({ principal, params, now }) => {
  await removeApp(principal, params.app_id, now);
  return reply(204, null);
});
