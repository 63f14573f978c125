import { verifyCheckout } from "../../lib/contract/routes/v1.ts";
import { loadForKey } from "../../lib/runtime/checkouts/load.ts";
import { presentCheckout } from "../../lib/runtime/checkouts/present.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";
import { presentVerification } from "../../lib/runtime/verification/present.ts";
import { submitReference } from "../../lib/runtime/verification/submit.ts";

export const handler = idempotentEndpoint(
  verifyCheckout,
  async ({ principal, params, body, now }) => {
    const checkout = await loadForKey(params.id, principal);
    const standing = await submitReference({ checkout, body, now });
    return presentVerification(standing, presentCheckout);
  },
);
