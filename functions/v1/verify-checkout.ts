import { verifyCheckout } from "../../lib/contract/routes/v1.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { loadCheckout } from "../../lib/use-cases/checkouts/load.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";
import { presentVerification, submitInput } from "../../lib/use-cases/verification/submit.ts";

export const handler = idempotentEndpoint(verifyCheckout, async ({ principal, params, body }) => {
  const checkout = await loadCheckout(principal, params.id);
  const state = await submitInput(checkout, body);
  return presentVerification(state, presentCheckout);
});
