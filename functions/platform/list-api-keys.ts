import { listApiKeys as route } from "../../lib/contract/routes/platform-keys.ts";
import { presentApiKey } from "../../lib/runtime/api-keys/present.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { listApiKeys } from "../../lib/store/api-keys.ts";

export const handler = endpoint(route, async ({ principal, query, now }) => {
  const filter = { accountId: principal.accountId, appId: query.app_id, mode: query.mode };
  const page = await listApiKeys(table(), filter, query);
  return reply(
    200,
    presentPage(page, (key) => presentApiKey(key, now)),
  );
});
