import type { Route } from "../contract/route.ts";
import {
  type EndpointReply,
  type EndpointRequest,
  httpHandler,
  readRequest,
  toResponse,
} from "./endpoint.ts";
import type { Reply } from "./http.ts";
import { Idempotency } from "./idempotent.ts";
import { limitToApps } from "./limit-to-apps.ts";
import { activeSession } from "./middleware/active-session.ts";
import { recordFailure } from "./middleware/record-failure.ts";

/** A request of an operation that honors `Idempotency-Key`. */
export type IdempotentRequest<R extends Route> = EndpointRequest<R> & {
  /** Provides the writes that make a retry replay this response. */
  readonly idempotency: Idempotency;
};

/** As `endpoint`, for operations that honor `Idempotency-Key`. */
export function idempotentEndpoint<R extends Route & { readonly idempotent: true }>(
  route: R,
  handle: (request: IdempotentRequest<R>) => Promise<EndpointReply<R>>,
) {
  const checks = route.auth === "jwt" ? [activeSession(route)] : [];
  const observers = route.auth === "api-key" ? [recordFailure()] : [];
  return httpHandler(
    route,
    async (event, context) => {
      const request = readRequest(route, event, context);
      const { principal, body, requestId, now } = request;
      if (principal?.kind === "user") limitToApps(route, principal, request);
      const idempotency = await Idempotency.begin(route, principal, event, body, now);
      if (idempotency.replay) return idempotency.replay;
      try {
        const result = await handle({ ...request, idempotency });
        await idempotency.settle(result as Reply);
        return toResponse(result as Reply, requestId);
      } catch (error) {
        await idempotency.release();
        throw error;
      }
    },
    { checks, observers },
  );
}
