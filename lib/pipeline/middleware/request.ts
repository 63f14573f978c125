import type middy from "@middy/core";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import type { Route } from "../../contract/route.ts";
import type { User } from "../../domain/user.ts";
import type { Session } from "../../store/sessions.ts";
import type { HttpResponse } from "../http.ts";
import { type Principal, requirePrincipal } from "../principal.ts";

/** Lambda's context with the caller, as middlewares found it. */
export interface EndpointContext extends Context {
  /** null for an operation without a credential. */
  principal: Principal | null;
  /** null unless the caller has an access token. */
  user: User | null;
  /** null unless the caller has an access token. */
  session: Session | null;
}

/** A middleware of an endpoint. */
export type EndpointMiddleware = middy.MiddlewareObj<
  APIGatewayProxyEvent,
  HttpResponse,
  Error,
  EndpointContext
>;

/** A middleware that changes every response, whether the handler answered or failed. */
export function eachResponse(
  change: (event: APIGatewayProxyEvent, response: HttpResponse) => HttpResponse,
): EndpointMiddleware {
  const apply: middy.MiddlewareFn<APIGatewayProxyEvent, HttpResponse, Error, EndpointContext> = (
    request,
  ) => {
    const { event, response } = request;
    if (response) request.response = change(event, response);
  };
  return { after: apply, onError: apply };
}

/** Rejects callers without the operation's kind of credential and scope. */
export function credentials(route: Route): EndpointMiddleware {
  return {
    before: ({ event, context }) => {
      context.principal = requirePrincipal(route, event.requestContext.authorizer);
    },
  };
}
