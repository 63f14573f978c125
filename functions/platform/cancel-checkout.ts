import { cancelCheckout as route } from "../../lib/contract/routes/platform-checkouts.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { cancelCheckout } from "../../lib/use-cases/checkouts/cancel.ts";
import { loadForMember } from "../../lib/use-cases/checkouts/member-view.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = idempotentEndpoint(
  route,
  async ({ principal, params, idempotency, now }) => {
    const canceled = await cancelCheckout(
      () => loadForMember(principal, params.id),
      now,
      (after) => [
        audit(principal, "checkout.canceled", after.id, now),
        ...idempotency.completes(200, presentCheckout(after, now)),
      ],
    );
    return reply(200, presentCheckout(canceled, now));
  },
);
