import { sellNotice as route } from "../../lib/contract/routes/platform-notices.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { sellNotice } from "../../lib/use-cases/bank-notices/unmatched.ts";
import { requireMode } from "../../lib/use-cases/checkouts/member-view.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";

export const handler = idempotentEndpoint(route, async ({ principal, body, now }) => {
  requireMode(principal, true);
  const { app_id: appId, provider, reference } = body;
  const sold = await sellNotice(principal, { appId, provider, reference, now });
  return reply(201, presentCheckout(sold, now));
});
