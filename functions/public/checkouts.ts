import * as routes from "../../lib/contract/routes/public.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { limitVerification } from "../../lib/pipeline/rate-limit.ts";
import { loadByToken } from "../../lib/use-cases/checkouts/load.ts";
import { presentPublicCheckout } from "../../lib/use-cases/checkouts/present.ts";
import { presentVerification, submitInput } from "../../lib/use-cases/verification/submit.ts";

export const readCheckout = endpoint(routes.readPublicCheckout, async ({ params, now }) => {
  const checkout = await loadByToken(params.token);
  return reply(200, presentPublicCheckout(checkout, now));
});

export const verifyCheckout = endpoint(routes.verifyPublicCheckout, async (request) => {
  const checkout = await loadByToken(request.params.token);
  const limits = await limitVerification(await callerAddress(request), checkout, request.now);
  const state = await submitInput(checkout, request.body);
  const answer = presentVerification(state, presentPublicCheckout);
  return { ...answer, headers: { ...answer.headers, ...limits } };
});
