import { cancelCheckout as route } from "../../lib/contract/routes/v1.ts";
import { cancelCheckout } from "../../lib/runtime/checkouts/cancel.ts";
import { loadForKey } from "../../lib/runtime/checkouts/load.ts";
import { presentCheckout } from "../../lib/runtime/checkouts/present.ts";
import { publicBaseUrl } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";

export const handler = idempotentEndpoint(
  route,
  async ({ principal, params, idempotency, now }) => {
    const where = { publicBaseUrl: publicBaseUrl(), now };
    const canceled = await cancelCheckout(
      () => loadForKey(params.id, principal),
      now,
      (after) => idempotency.completes(200, presentCheckout(after, where)),
    );
    return reply(200, presentCheckout(canceled, where));
  },
);
