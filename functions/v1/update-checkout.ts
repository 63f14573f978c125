import { updateCheckout as route } from "../../lib/contract/routes/v1.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { keyEndpoint } from "../../lib/pipeline/key-endpoint.ts";
import { loadCheckout } from "../../lib/use-cases/checkouts/load.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";
import { updateCheckout } from "../../lib/use-cases/checkouts/update.ts";

export const handler = keyEndpoint(route, async ({ principal, params, body, now }) => {
  const updated = await updateCheckout(() => loadCheckout(principal, params.id), body, now);
  return reply(200, presentCheckout(updated, now));
});
