import { readCheckout } from "../../lib/contract/routes/v1.ts";
import { keyEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { loadCheckout } from "../../lib/use-cases/checkouts/load.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";

export const handler = keyEndpoint(readCheckout, async ({ principal, params, now }) => {
  const checkout = await loadCheckout(principal, params.id);
  return reply(200, presentCheckout(checkout, now));
});
