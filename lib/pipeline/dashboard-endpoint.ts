import type { Route } from "../contract/route.ts";
import { answerWith, type EndpointReply, type EndpointRequest, httpHandler } from "./endpoint.ts";
import { activeSession } from "./middleware/active-session.ts";

/** As `endpoint`, for operations with an access token: rejects the token of an ended session or a closed account. */
export function dashboardEndpoint<
  R extends Route & { readonly idempotent: false; readonly auth: "jwt" },
>(route: R, handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>) {
  return httpHandler(route, answerWith(route, handle), { checks: [activeSession()] });
}
