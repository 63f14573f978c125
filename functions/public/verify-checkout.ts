import { verifyPublicCheckout } from "../../lib/contract/routes/public.ts";
import { callerAddress } from "../../lib/runtime/caller-address.ts";
import { loadByToken } from "../../lib/runtime/checkouts/load.ts";
import { presentPublicCheckout } from "../../lib/runtime/checkouts/present.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { limitVerification } from "../../lib/runtime/rate-limit.ts";
import { presentVerification } from "../../lib/runtime/verification/present.ts";
import { submitReference } from "../../lib/runtime/verification/submit.ts";

export const handler = endpoint(verifyPublicCheckout, async (request) => {
  const checkout = await loadByToken(request.params.token);
  const limits = await limitVerification(await callerAddress(request), checkout.id, request.now);
  const standing = await submitReference({ checkout, body: request.body, now: request.now });
  const answer = presentVerification(standing, presentPublicCheckout);
  return { ...answer, headers: { ...answer.headers, ...limits } };
});
