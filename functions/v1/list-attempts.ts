import { listAttempts as route } from "../../lib/contract/routes/v1.ts";
import { loadForKey } from "../../lib/runtime/checkouts/load.ts";
import { presentAttempt } from "../../lib/runtime/checkouts/present.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { listAttempts } from "../../lib/store/attempts.ts";

export const handler = endpoint(route, async ({ principal, params, query }) => {
  const checkout = await loadForKey(params.id, principal);
  const page = await listAttempts(table(), checkout.id, query);
  return reply(200, presentPage(page, presentAttempt));
});
