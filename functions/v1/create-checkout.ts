import { createCheckout as route } from "../../lib/contract/routes/v1.ts";
import { appOf } from "../../lib/runtime/checkouts/app-of.ts";
import { createCheckout } from "../../lib/runtime/checkouts/create.ts";
import { presentCheckout } from "../../lib/runtime/checkouts/present.ts";
import { publicBaseUrl } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";

export const handler = idempotentEndpoint(route, async ({ principal, body, idempotency, now }) => {
  const where = { publicBaseUrl: publicBaseUrl(), now };
  const checkout = await createCheckout({
    accountId: principal.accountId,
    appId: appOf(principal, body.app_id),
    mode: principal.mode,
    body,
    now,
    alongside: (created) => idempotency.completes(201, presentCheckout(created, where)),
  });
  return reply(201, presentCheckout(checkout, where));
});
