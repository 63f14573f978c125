import { cancelCheckout as route } from "../../lib/contract/routes/platform-checkouts.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { cancelCheckout } from "../../lib/runtime/checkouts/cancel.ts";
import { loadForAccount } from "../../lib/runtime/checkouts/load-for-account.ts";
import { presentCheckout } from "../../lib/runtime/checkouts/present.ts";
import { publicBaseUrl } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";

export const handler = idempotentEndpoint(
  route,
  async ({ principal, params, idempotency, now }) => {
    const where = { publicBaseUrl: publicBaseUrl(), now };
    const canceled = await cancelCheckout(
      () => loadForAccount(params.id, principal.accountId),
      now,
      (after) => [
        audit(principal, "checkout.canceled", after.id, now),
        ...idempotency.completes(200, presentCheckout(after, where)),
      ],
    );
    return reply(200, presentCheckout(canceled, where));
  },
);
