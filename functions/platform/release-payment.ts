import { releasePayment as route } from "../../lib/contract/routes/platform-checkouts.ts";
import type { Checkout } from "../../lib/domain/checkout.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { loadForDecision } from "../../lib/use-cases/checkouts/member-view.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import { releasePayment } from "../../lib/use-cases/verification/decisions.ts";

export const handler = idempotentEndpoint(
  route,
  async ({ principal, params, body, idempotency, now }) => {
    const { provider, reference } = body;
    const note = `${provider} ${reference}: ${body.reason}`;
    const decision = {
      load: () => loadForDecision(principal, params.id),
      by: principal.userId,
      reason: body.reason,
      sequence: body.sequence,
      now,
      alongside: (after: Checkout) => [
        audit(principal, "payment.released", after.id, now, note),
        ...idempotency.completes(200, presentCheckout(after, now)),
      ],
    };
    return reply(200, presentCheckout(await releasePayment(decision, body), now));
  },
);
