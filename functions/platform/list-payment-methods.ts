import { listPaymentMethods } from "../../lib/contract/routes/platform-apps.ts";
import { loadApp } from "../../lib/runtime/apps/load-app.ts";
import { presentMethod } from "../../lib/runtime/apps/present.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";

export const handler = endpoint(listPaymentMethods, async ({ principal, params }) => {
  const { methods } = await loadApp(principal.accountId, params.app_id);
  return reply(200, presentPage({ data: methods, nextCursor: null }, presentMethod));
});
