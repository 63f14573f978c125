import { readPublicCheckout } from "../../lib/contract/routes/public.ts";
import { loadByToken } from "../../lib/runtime/checkouts/load.ts";
import { presentPublicCheckout } from "../../lib/runtime/checkouts/present.ts";
import { endpoint, publicBaseUrl } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";

export const handler = endpoint(readPublicCheckout, async ({ params, now }) => {
  const checkout = await loadByToken(params.token);
  return reply(200, presentPublicCheckout(checkout, { publicBaseUrl: publicBaseUrl(), now }));
});
