import { readCheckout } from "../../lib/contract/routes/v1.ts";
import { loadForKey } from "../../lib/runtime/checkouts/load.ts";
import { presentCheckout } from "../../lib/runtime/checkouts/present.ts";
import { endpoint, publicBaseUrl } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";

export const handler = endpoint(readCheckout, async ({ principal, params, now }) => {
  const checkout = await loadForKey(params.id, principal);
  return reply(200, presentCheckout(checkout, { publicBaseUrl: publicBaseUrl(), now }));
});
