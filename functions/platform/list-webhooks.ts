import { listWebhooks } from "../../lib/contract/routes/platform-webhooks.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { presentEndpoint } from "../../lib/runtime/webhooks/present.ts";
import { listEndpoints } from "../../lib/store/endpoints.ts";

export const handler = endpoint(listWebhooks, async ({ principal, query, now }) => {
  const filter = { accountId: principal.accountId, appId: query.app_id };
  const page = await listEndpoints(table(), filter, query);
  return reply(
    200,
    presentPage(page, (row) => presentEndpoint(row, now)),
  );
});
