import type { DeployedApi, GatewayResponse } from "../assembly/api.ts";
import { type Exchange, headerOf } from "./exchange.ts";

// The templates of answers that the gateway gives itself: plain variables, and `#set` of a literal.

/** What an authorizer says of its caller. */
export type AuthorizerContext = Readonly<Record<string, string>>;

/** Values by name, e.g. `context.requestId`, `stageVariables.publicBaseUrl`. */
export type TemplateValues = Readonly<Record<string, string>>;

const SET = /^#set\(\$(\w+) = '([^']*)'\)\n/gm;
const VARIABLE = /\$\{(\w+(?:\.\w+)*)\}|\$(\w+(?:\.\w+)*)/g;

/** What every template may use. */
export function requestValues(api: DeployedApi, exchange: Exchange): TemplateValues {
  return {
    "context.requestId": exchange.requestId,
    "context.extendedRequestId": exchange.extendedRequestId,
    "context.httpMethod": exchange.method,
    "context.path": exchange.path,
    "context.stage": api.stage,
    "context.identity.sourceIp": exchange.sourceIp,
    ...Object.fromEntries(
      Object.entries(api.stageVariables).map(([name, value]) => [`stageVariables.${name}`, value]),
    ),
  };
}

/** Fills in a template; a variable without a value is empty. */
export function renderTemplate(template: string, values: TemplateValues): string {
  const literals = [...template.matchAll(SET)].map(([, name = "", value = ""]) => [name, value]);
  const all: TemplateValues = { ...values, ...Object.fromEntries(literals) };
  return template
    .replace(SET, "")
    .replace(VARIABLE, (_whole, braced?: string, bare?: string) => all[braced ?? bare ?? ""] ?? "");
}

/** A mapped header: a quoted literal, a value, or a header of the request. */
export function renderHeader(
  expression: string,
  values: TemplateValues,
  exchange: Exchange,
): string {
  if (/^'.*'$/.test(expression)) return expression.slice(1, -1);
  const header = /^method\.request\.header\.(.+)$/.exec(expression)?.[1];
  return header === undefined ? (values[expression] ?? "") : (headerOf(exchange, header) ?? "");
}

// Answers that the gateway gives itself, rendered with the gateway responses of the template.

export type Answer = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | string;
};

/** Type → status, error type and message where the template says nothing. */
const DEFAULTS = {
  ACCESS_DENIED: [403, "AccessDeniedException", "User is not authorized to access this resource"],
  API_CONFIGURATION_ERROR: [500, "InternalServerErrorException", "Internal server error"],
  AUTHORIZER_CONFIGURATION_ERROR: [
    500,
    "AuthorizerConfigurationException",
    "Internal server error",
  ],
  AUTHORIZER_FAILURE: [500, "AuthorizerFailureException", "Internal server error"],
  BAD_REQUEST_PARAMETERS: [400, "BadRequestException", "Bad Request"],
  DEFAULT_5XX: [502, "InternalServerErrorException", "Internal server error"],
  INTEGRATION_FAILURE: [
    504,
    "IntegrationFailureException",
    "Network error communicating with endpoint",
  ],
  INTEGRATION_TIMEOUT: [504, "InternalServerErrorException", "Endpoint request timed out"],
  MISSING_AUTHENTICATION_TOKEN: [
    403,
    "MissingAuthenticationTokenException",
    "Missing Authentication Token",
  ],
  REQUEST_TOO_LARGE: [413, "RequestTooLargeException", "Request Too Long"],
  UNAUTHORIZED: [401, "UnauthorizedException", "Unauthorized"],
} as const;
export type RefusalType = keyof typeof DEFAULTS;

export function refuse(
  api: DeployedApi,
  exchange: Exchange,
  type: RefusalType,
  authorizer: AuthorizerContext = {},
): Answer {
  const [defaultStatus, errorType, message] = DEFAULTS[type];
  const fallback = defaultStatus < 500 ? "DEFAULT_4XX" : "DEFAULT_5XX";
  const own = api.responses.get(type);
  const response: GatewayResponse | undefined = own ?? api.responses.get(fallback);
  // A default response keeps the status of the refusal unless it names one of its own.
  const status =
    own?.statusCode ??
    (own === undefined && response?.statusCode ? response.statusCode : defaultStatus);
  const values: TemplateValues = {
    ...requestValues(api, exchange),
    "context.error.message": message,
    "context.error.messageString": JSON.stringify(message),
    "context.error.responseType": type,
    ...Object.fromEntries(
      Object.entries(authorizer).map(([key, value]) => [`context.authorizer.${key}`, value]),
    ),
  };
  const [contentType, template] = chooseTemplate(response, headerOf(exchange, "accept"));
  const headers = new Map<string, [string, string]>([
    ["content-type", ["Content-Type", contentType]],
    ["x-amzn-errortype", ["x-amzn-ErrorType", errorType]],
  ]);
  for (const [name, expression] of Object.entries(response?.headers ?? {})) {
    headers.set(name.toLowerCase(), [name, renderHeader(expression, values, exchange)]);
  }
  return { status, headers: [...headers.values()], body: renderTemplate(template, values) };
}

function chooseTemplate(
  response: GatewayResponse | undefined,
  accept: string | undefined,
): [string, string] {
  const templates = Object.entries(response?.templates ?? {});
  const wanted = accept?.split(",")[0]?.split(";")[0]?.trim();
  return (
    templates.find(([type]) => type === wanted) ??
    templates.find(([type]) => type === "application/json") ??
    templates[0] ?? ["application/json", '{"message":$context.error.messageString}']
  );
}
