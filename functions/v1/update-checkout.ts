import { updateCheckout as route } from "../../lib/contract/routes/v1.ts";
import { keyEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { updateCheckout } from "../../lib/use-cases/checkouts/cancel.ts";
import { loadCheckout } from "../../lib/use-cases/checkouts/load.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";

export const handler = keyEndpoint(route, async ({ principal, params, body, now }) => {
  const updated = await updateCheckout(() => loadCheckout(principal, params.id), body, now);
  return reply(200, presentCheckout(updated, now));
});
