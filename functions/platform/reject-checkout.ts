import { rejectCheckout as route } from "../../lib/contract/routes/platform-checkouts.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { loadForAccount } from "../../lib/runtime/checkouts/load-for-account.ts";
import { presentCheckout } from "../../lib/runtime/checkouts/present.ts";
import { publicBaseUrl } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";
import { rejectCheckout } from "../../lib/runtime/verification/approve.ts";

export const handler = idempotentEndpoint(
  route,
  async ({ principal, params, body, idempotency, now }) => {
    const where = { publicBaseUrl: publicBaseUrl(), now };
    const decided = await rejectCheckout({
      load: () => loadForAccount(params.id, principal.accountId),
      by: principal.userId,
      reason: body.reason,
      now,
      alongside: (after) => [
        audit(principal, "checkout.rejected", after.id, now, body.reason),
        ...idempotency.completes(200, presentCheckout(after, where)),
      ],
    });
    return reply(200, presentCheckout(decided, where));
  },
);
