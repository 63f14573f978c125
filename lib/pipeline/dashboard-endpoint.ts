import type { Permission } from "../contract/roles.ts";
import type { Route } from "../contract/route.ts";
import { answerWith, type EndpointReply, type EndpointRequest, httpHandler } from "./endpoint.ts";
import { limitToApps } from "./limit-to-apps.ts";
import { activeSession } from "./middleware/active-session.ts";
import type { UserPrincipal } from "./principal.ts";

/** As `endpoint`, for operations with an access token: rejects the token of an ended session, a closed account or an ended
 * membership, and a member whose role lacks the permission. */
export function dashboardEndpoint<
  R extends Route & {
    readonly idempotent: false;
    readonly auth: "jwt";
    readonly permission: Permission;
  },
>(route: R, handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>) {
  const limited = (request: EndpointRequest<R>) => {
    limitToApps(route, request.principal as UserPrincipal, request);
    return handle(request);
  };
  return httpHandler(route, answerWith(route, limited), { checks: [activeSession(route)] });
}
