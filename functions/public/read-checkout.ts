import { readPublicCheckout } from "../../lib/contract/routes/public.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { loadByToken } from "../../lib/use-cases/checkouts/load.ts";
import { presentPublicCheckout } from "../../lib/use-cases/checkouts/present.ts";

export const handler = endpoint(readPublicCheckout, async ({ params, now }) => {
  const checkout = await loadByToken(params.token);
  return reply(200, presentPublicCheckout(checkout, now));
});
