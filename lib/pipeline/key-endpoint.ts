import type { Route } from "../contract/route.ts";
import { answerWith, type EndpointReply, type EndpointRequest, httpHandler } from "./endpoint.ts";
import { recordFailure } from "./middleware/record-failure.ts";

/** As `endpoint`, for operations with an API key: stores requests that fail, for the dashboard. */
export function keyEndpoint<
  R extends Route & { readonly idempotent: false; readonly auth: "api-key" },
>(route: R, handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>) {
  return httpHandler(route, answerWith(route, handle), { observers: [recordFailure()] });
}
