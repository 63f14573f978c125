import { approveCheckout as route } from "../../lib/contract/routes/platform-checkouts.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { loadForDecision } from "../../lib/use-cases/checkouts/member-view.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import { approveCheckout } from "../../lib/use-cases/verification/decisions.ts";

export const handler = idempotentEndpoint(
  route,
  async ({ principal, params, body, idempotency, now }) => {
    const decided = await approveCheckout({
      load: () => loadForDecision(principal, params.id),
      by: principal.userId,
      reason: body.reason,
      sequence: body.sequence,
      now,
      alongside: (after) => [
        audit(principal, "checkout.approved", after.id, now, body.reason),
        ...idempotency.completes(200, presentCheckout(after, now)),
      ],
    });
    return reply(200, presentCheckout(decided, now));
  },
);
