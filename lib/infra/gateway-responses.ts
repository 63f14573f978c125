import { PROBLEMS, type ProblemBody, problemType } from "../contract/problems.ts";

/** An error response of API Gateway itself, before or after our functions. */
interface Refusal {
  readonly code: ProblemBody["code"];
  readonly detail: string;
  readonly retryAfterSeconds?: number;
}

/** Stage variable with the address of the service, without a trailing slash. */
export const BASE_URL_VARIABLE = "publicBaseUrl";

const NOT_HERE = "There is nothing at this path.";
const TRY_AGAIN = "The service cannot answer right now. Try again in a few seconds.";

/** All of API Gateway's response types, so that clients never see its default bodies. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  // Functions answer bad credentials, because this status is the same for all: see `pipeline/authorize/access-token.ts`.
  ACCESS_DENIED: { code: "forbidden", detail: "Your role in this account does not allow this." },
  UNAUTHORIZED: { code: "unauthenticated", detail: "Send `Authorization: Bearer …`." },
  EXPIRED_TOKEN: { code: "token_expired", detail: "Get a new token and try again." },
  INVALID_API_KEY: { code: "unauthenticated", detail: "This API key was not accepted." },
  // API Gateway answers this for an unknown path with an `Authorization` header.
  INVALID_SIGNATURE: { code: "not_found", detail: NOT_HERE },
  WAF_FILTERED: { code: "forbidden", detail: "The request was refused by the firewall." },
  MISSING_AUTHENTICATION_TOKEN: { code: "not_found", detail: NOT_HERE },
  RESOURCE_NOT_FOUND: { code: "not_found", detail: NOT_HERE },
  BAD_REQUEST_BODY: { code: "invalid_request", detail: "The body cannot be read." },
  BAD_REQUEST_PARAMETERS: { code: "invalid_request", detail: "A parameter cannot be read." },
  REQUEST_TOO_LARGE: { code: "payload_too_large", detail: "Send at most 64 KiB." },
  UNSUPPORTED_MEDIA_TYPE: {
    code: "unsupported_media_type",
    detail: "Send `content-type: application/json`.",
  },
  THROTTLED: { code: "rate_limited", detail: "Slow down a little.", retryAfterSeconds: 1 },
  QUOTA_EXCEEDED: { code: "rate_limited", detail: "Slow down a little.", retryAfterSeconds: 60 },
  AUTHORIZER_FAILURE: unavailable(),
  AUTHORIZER_CONFIGURATION_ERROR: unavailable(),
  INTEGRATION_FAILURE: unavailable(),
  INTEGRATION_TIMEOUT: unavailable(),
  API_CONFIGURATION_ERROR: { code: "internal", detail: "Something went wrong on our side." },
  DEFAULT_4XX: { code: "invalid_request", detail: "The request cannot be read." },
  DEFAULT_5XX: { code: "internal", detail: "Something went wrong on our side." },
};

function unavailable(): Refusal {
  return { code: "service_unavailable", detail: TRY_AGAIN, retryAfterSeconds: 5 };
}

/**
 * The document's `x-amazon-apigateway-gateway-responses`: the same problem+json as the code renders.
 * With exactly one CORS origin configured, the responses allow it, so that its scripts can read a 401.
 * API Gateway cannot choose between several origins, and the request's own is never reflected.
 */
export function gatewayResponses(corsOrigins: readonly string[]): Record<string, object> {
  const [origin, ...others] = corsOrigins;
  const cors: Record<string, string> =
    origin !== undefined && others.length === 0
      ? {
          "Access-Control-Allow-Origin": origin,
          "Access-Control-Allow-Credentials": "true",
          Vary: "Origin",
        }
      : {};
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([type, refusal]) => [type, gatewayResponse(refusal, cors)]),
  );
}

function gatewayResponse(refusal: Refusal, cors: Readonly<Record<string, string>>): object {
  const { status } = PROBLEMS[refusal.code];
  const headers: Record<string, string> = {
    "Content-Type": "application/problem+json",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
    ...(refusal.retryAfterSeconds === undefined
      ? {}
      : { "Retry-After": String(refusal.retryAfterSeconds) }),
    ...cors,
  };
  return {
    statusCode: String(status),
    responseParameters: {
      "gatewayresponse.header.x-request-id": "context.requestId",
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          `gatewayresponse.header.${name}`,
          `'${value}'`,
        ]),
      ),
    },
    // The key only selects the template; the header above sets the content type.
    responseTemplates: {
      "application/json": JSON.stringify(gatewayProblem(refusal.code, refusal.detail)),
    },
  };
}

/**
 * A problem as a template of API Gateway. The service's address is a stage variable, because the document
 * cannot refer to the distribution, which depends on the API.
 */
export function gatewayProblem(code: ProblemBody["code"], detail: string): ProblemBody {
  const { status, title } = PROBLEMS[code];
  return {
    type: problemType(code, `$stageVariables.${BASE_URL_VARIABLE}`),
    title,
    status,
    detail,
    code,
    request_id: "$context.requestId",
  };
}
