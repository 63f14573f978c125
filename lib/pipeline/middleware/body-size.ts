import type { Route } from "../../contract/route.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { EndpointMiddleware } from "./request.ts";

/** Default limit, in bytes as sent. */
const MAX_BODY_BYTES = 64 * 1024;

/** Rejects a body over the route's limit (64 KiB by default) before anything parses it. */
export function bodySize(route: Route): EndpointMiddleware {
  const limit = route.request.maxBodyBytes ?? MAX_BODY_BYTES;
  return {
    before: ({ event: { body, isBase64Encoded } }) => {
      if (!body) return;
      const bytes = isBase64Encoded ? Math.floor((body.length * 3) / 4) : Buffer.byteLength(body);
      if (bytes > limit) {
        throw new ServiceError("payload_too_large", `The body is larger than ${limit / 1024} KiB.`);
      }
    },
  };
}
