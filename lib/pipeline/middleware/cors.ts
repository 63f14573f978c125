import type { APIGatewayProxyEvent } from "aws-lambda";
import { environment } from "../environment.ts";
import { type HttpResponse, lowerCaseHeaders } from "../http.ts";
import { type EndpointMiddleware, eachResponse } from "./request.ts";

/** Response headers that scripts of other origins may read. */
const READABLE_HEADERS = [
  "x-request-id",
  "retry-after",
  "ratelimit",
  "ratelimit-policy",
  "idempotent-replayed",
  "content-disposition",
  "link",
].join(", ");

/** Lets scripts of the configured origins read responses. */
export function cors(): EndpointMiddleware {
  return eachResponse(withCors);
}

/**
 * The gateway answers preflight requests but adds no headers to a function's response. Only listed origins are allowed.
 * With a list, every response has `Vary: origin`, so that no cache returns one without the headers to an allowed script.
 */
function withCors(event: APIGatewayProxyEvent, response: HttpResponse): HttpResponse {
  const { corsOrigins } = environment().config;
  if (corsOrigins.length === 0) return response;
  const { origin } = lowerCaseHeaders(event);
  const known = origin !== undefined && corsOrigins.includes(origin);
  const { vary } = response.headers;
  return {
    ...response,
    headers: {
      ...response.headers,
      vary: vary === undefined ? "origin" : `${vary}, origin`,
      ...(known
        ? {
            "access-control-allow-origin": origin,
            "access-control-allow-credentials": "true",
            "access-control-expose-headers": READABLE_HEADERS,
          }
        : {}),
    },
  };
}
