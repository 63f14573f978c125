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

/** What a handler gets of an operation that can be repeated under one key. */
export type IdempotentRequest<R extends Route> = EndpointRequest<R> & {
  /** What to add to the transaction so that a retry replays this answer. */
  readonly idempotency: Idempotency;
};

/** As `endpoint`, for operations that honour `Idempotency-Key`. */
export function idempotentEndpoint<R extends Route & { readonly idempotent: true }>(
  route: R,
  handle: (request: IdempotentRequest<R>) => Promise<EndpointReply<R>>,
) {
  return httpHandler(route, async (event) => {
    const request = readRequest(route, event);
    const { principal, body, requestId, now } = request;
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
  });
}
