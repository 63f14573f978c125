import { readWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { loadEndpoint } from "../../lib/runtime/webhooks/load.ts";
import { presentEndpoint } from "../../lib/runtime/webhooks/present.ts";

export const handler = endpoint(readWebhook, async ({ principal, params, now }) => {
  const found = await loadEndpoint(principal.accountId, params.id);
  return reply(200, presentEndpoint(found, now));
});
