import { readCheckout } from "../../lib/contract/routes/platform-checkouts.ts";
import { presentHistory } from "../../lib/runtime/checkout-history/present.ts";
import { readHistory } from "../../lib/runtime/checkout-history/read.ts";
import { loadForAccount } from "../../lib/runtime/checkouts/load-for-account.ts";
import { endpoint, publicBaseUrl } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";

export const handler = endpoint(readCheckout, async ({ principal, params, now }) => {
  const checkout = await loadForAccount(params.id, principal.accountId);
  const history = await readHistory(checkout, now);
  return reply(200, presentHistory(checkout, history, { publicBaseUrl: publicBaseUrl(), now }));
});
