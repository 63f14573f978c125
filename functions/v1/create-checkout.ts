import { createCheckout as route } from "../../lib/contract/routes/v1.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { createCheckout } from "../../lib/use-cases/checkouts/create.ts";
import { appOf } from "../../lib/use-cases/checkouts/load.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";

export const handler = idempotentEndpoint(route, async ({ principal, body, idempotency, now }) => {
  const checkout = await createCheckout({
    accountId: principal.accountId,
    appId: appOf(principal, body.app_id),
    mode: principal.mode,
    body,
    now,
    alongside: (created) => idempotency.completes(201, presentCheckout(created, now)),
  });
  return reply(201, presentCheckout(checkout, now));
});
