import type { APIGatewayProxyEvent } from "aws-lambda";
import { environment } from "./environment.ts";
import { type HttpResponse, lowerCaseHeaders } from "./http.ts";

/** Headers of our answers that a script of another origin may read, beside those that any may. */
const READABLE_HEADERS = [
  "x-request-id",
  "retry-after",
  "ratelimit",
  "ratelimit-policy",
  "idempotent-replayed",
  "content-disposition",
].join(", ");

/**
 * An answer, or a refusal, as the script of a configured origin may read it. The preflight alone does
 * not let it: the gateway adds nothing to a function's answer. An origin counts only if it stands in
 * the list whole and exact; no other is ever named. `Vary` goes to everybody where there is a list, so
 * that no cache hands an answer without the headers to a script that may have them.
 */
export function withCors(event: APIGatewayProxyEvent, response: HttpResponse): HttpResponse {
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
