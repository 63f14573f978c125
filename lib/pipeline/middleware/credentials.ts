import type { Route } from "../../contract/route.ts";
import { requirePrincipal } from "../require-principal.ts";
import type { EndpointMiddleware } from "./request.ts";

/** Rejects callers without the operation's kind of credential and scope. */
export function credentials(route: Route): EndpointMiddleware {
  return {
    before: ({ event, context }) => {
      context.principal = requirePrincipal(route, event.requestContext.authorizer);
    },
  };
}
