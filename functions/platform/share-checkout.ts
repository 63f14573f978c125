import { shareCheckout as route } from "../../lib/contract/routes/platform-links.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { shareCheckout } from "../../lib/use-cases/checkouts/create-from-link.ts";
import { loadForMember, requireMode } from "../../lib/use-cases/checkouts/member-view.ts";
import { shortUrl } from "../../lib/use-cases/checkouts/payment-link.ts";

export const handler = idempotentEndpoint(route, async ({ principal, params }) => {
  const checkout = await loadForMember(principal, params.id);
  requireMode(principal, checkout.livemode);
  const url = shortUrl(await shareCheckout(checkout));
  return reply(200, { object: "short_link", checkout_id: checkout.id, url });
});
