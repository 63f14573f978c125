import { cancelCheckout as route } from "../../lib/contract/routes/v1.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { cancelCheckout } from "../../lib/use-cases/checkouts/cancel.ts";
import { loadCheckout } from "../../lib/use-cases/checkouts/load.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";

export const handler = idempotentEndpoint(
  route,
  async ({ principal, params, idempotency, now }) => {
    const canceled = await cancelCheckout(
      () => loadCheckout(principal, params.id),
      now,
      (after) => idempotency.completes(200, presentCheckout(after, now)),
    );
    return reply(200, presentCheckout(canceled, now));
  },
);
