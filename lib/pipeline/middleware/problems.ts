import type { APIGatewayProxyEvent } from "aws-lambda";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import { environment } from "../environment.ts";
import { type HttpResponse, lowerCaseHeaders, renderProblem, toServiceError } from "../http.ts";
import { type EndpointMiddleware, eachResponse } from "./request.ts";

/** Renders an error as a page, e.g. for a browser; null for problem+json. */
export type RenderError = (
  error: ServiceError,
  event: APIGatewayProxyEvent,
) => Promise<HttpResponse | null>;

/** Renders every thrown error: as the operation's page, or as problem+json. */
export function problems(renderError: RenderError = async () => null): EndpointMiddleware {
  return {
    onError: async (request) => {
      const error = problemOf(request.error);
      // A failure to render the page must not hide the first error.
      const page = await renderError(error, request.event).catch(() => null);
      request.response = page ?? renderProblem(error, request.event.requestContext.requestId);
    },
  };
}

/** The public error for anything thrown, by us or by middy's body parser. */
export function problemOf(error: unknown): ServiceError {
  return toServiceError(fromBodyParser(error) ?? error);
}

function fromBodyParser(error: unknown): ServiceError | null {
  if (!(error instanceof Error) || !("statusCode" in error)) return null;
  if (error.statusCode === 415) {
    return new ServiceError("unsupported_media_type", "Send the body as application/json.");
  }
  const { data } = (error.cause ?? {}) as { readonly data?: unknown };
  if (data === "__proto__" || data === "constructor") {
    return invalidField(data, "is not a known field");
  }
  return new ServiceError("invalid_request", "The body is not valid JSON.");
}

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
