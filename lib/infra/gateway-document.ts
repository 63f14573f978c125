import { Fn } from "aws-cdk-lib/core";
import { AUTHORIZER_ID, BASE_URL_VARIABLE, routeFunctionId } from "../contract/functions.ts";
import { PROBLEMS, type ProblemBody, problemType } from "../contract/problems.ts";
import type { Method, Route } from "../contract/route.ts";
import { invokedName } from "./names.ts";

/** Request headers that scripts of other origins may send. */
const REQUEST_HEADERS = "authorization,content-type,idempotency-key";
/** Seconds for which a browser may cache the answer; Chromium caps it at two hours. */
const MAX_AGE_SECONDS = 7200;

/**
 * `OPTIONS` of one path, answered by API Gateway itself. A single origin gets a fixed header. With several,
 * the template compares the request's `Origin` with each, exactly, and allows the one that matches. Any other
 * origin gets no CORS header. Only for stages with `corsOrigins`: the dashboard is same-origin.
 */
function preflight(corsOrigins: readonly string[], methods: readonly Method[]): object {
  return {
    responses: { "204": { description: "Preflight", headers: {} } },
    "x-amazon-apigateway-integration": {
      type: "mock",
      passthroughBehavior: "when_no_templates",
      requestTemplates: { "application/json": '{"statusCode": 204}' },
      responses: {
        default: {
          statusCode: "204",
          responseTemplates: { "application/json": template(corsOrigins, methods) },
        },
      },
    },
    "x-cors-origins": corsOrigins,
  };
}

function template(corsOrigins: readonly string[], methods: readonly Method[]): string {
  const known = corsOrigins.map((origin) => `$origin == "${origin}"`).join(" || ");
  const headers: Record<string, string> = {
    "Access-Control-Allow-Origin": "$origin",
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Methods": methods.toSorted().join(","),
    "Access-Control-Allow-Headers": REQUEST_HEADERS,
    "Access-Control-Max-Age": String(MAX_AGE_SECONDS),
  };
  return [
    '#set($origin = $input.params().header.get("Origin"))',
    '#if(!$origin || $origin == "") #set($origin = $input.params().header.get("origin")) #end',
    '#set($context.responseOverride.header["Vary"] = "Origin")',
    `#if(${known})`,
    ...Object.entries(headers).map(
      ([name, value]) => `#set($context.responseOverride.header["${name}"] = "${value}")`,
    ),
    "#end",
  ].join("\n");
}

/** Velocity variable that holds the character `#`. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: API Gateway fills it in
const HASH = "${hash}";
const CODE = "method_not_allowed";
const STATUS = String(PROBLEMS[CODE].status);

/** A mock integration answers 415 to a body of any other type. */
const REQUEST_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
];

/**
 * Every method that a path does not support: 405 with `Allow`, answered by the gateway itself.
 *
 * @param allowed upper-case methods of the path, e.g. `["GET", "HEAD"]`
 */
function wrongMethod(allowed: readonly string[]): object {
  const headers: Readonly<Record<string, string>> = {
    Allow: `'${allowed.toSorted().join(", ")}'`,
    "Content-Type": "'application/problem+json'",
    "Cache-Control": "'no-store'",
    "Referrer-Policy": "'no-referrer'",
    "Strict-Transport-Security": "'max-age=63072000; includeSubDomains'",
    "X-Content-Type-Options": "'nosniff'",
    "x-request-id": "context.requestId",
  };
  return {
    responses: {
      [STATUS]: {
        description: "Method not allowed",
        headers: Object.fromEntries(
          Object.keys(headers).map((name) => [name, { schema: { type: "string" } }]),
        ),
      },
    },
    "x-amazon-apigateway-integration": {
      type: "mock",
      passthroughBehavior: "when_no_templates",
      requestTemplates: Object.fromEntries(
        REQUEST_TYPES.map((type) => [type, `{"statusCode": ${STATUS}}`]),
      ),
      responses: {
        default: {
          statusCode: STATUS,
          responseParameters: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [
              `method.response.header.${name}`,
              value,
            ]),
          ),
          responseTemplates: { "application/json": refusalTemplate() },
        },
      },
    },
  };
}

/** Velocity would read `#` as the beginning of a directive, so the anchor comes from a variable. */
function refusalTemplate(): string {
  const problem = gatewayProblem(CODE, "Use one of the methods in the header `Allow`.");
  return `#set($hash = '#')\n${JSON.stringify(problem).split("#").join(HASH)}`;
}

interface GatewayDocumentProps {
  readonly title: string;
  readonly stage: string;
  readonly routes: readonly Route[];
  readonly corsOrigins: readonly string[];
  /** Of a role that may invoke the route's function; without a route, the authorizer. */
  readonly invokeRoleArn: (route: Route | null) => string;
}

/** Values of `Route.auth` that need the authorizer. */
type Scheme = Exclude<Route["auth"], "none">;

/**
 * The OpenAPI document that API Gateway imports: paths, methods, integrations, authorizers and gateway
 * responses. Contains no schemas: the pipeline validates requests.
 *
 * Names functions instead of referring to them. So the API depends on no function, and functions can have the
 * distribution's address, which depends on the API, in their environment. Paths have no trailing slash: a
 * resource of a REST API serves both forms.
 */
export function gatewayDocument(props: GatewayDocumentProps): Record<string, unknown> {
  return {
    openapi: "3.0.1",
    info: { title: props.title, version: "1" },
    paths: paths(props),
    components: {
      securitySchemes: {
        // API Gateway rejects requests without the header itself, and caches the authorizer's answer.
        jwt: authorizer(props, "Authorization", {
          identitySource: "method.request.header.Authorization",
          authorizerResultTtlInSeconds: 60,
        }),
        // A key may be in the header or in the query. API Gateway requires every identity source, and might
        // treat `name` as one, so this authorizer has none and the name that AWS's SAM translator uses.
        // Without an identity source API Gateway cannot cache.
        "api-key": authorizer(props, "Unused", { authorizerResultTtlInSeconds: 0 }),
      } satisfies Record<Scheme, object>,
    },
    "x-amazon-apigateway-gateway-responses": gatewayResponses(props.corsOrigins),
  };
}

/** @throws Error for two equal routes, and for siblings whose path parameters differ: API Gateway allows neither */
function paths(props: GatewayDocumentProps): Record<string, Record<string, object>> {
  const items: Record<string, Record<string, object>> = {};
  const parameterNames = new Map<string, string>();
  const addresses = props.routes.flatMap((route) =>
    resourcePaths(route).map((path, index) => ({
      route,
      path,
      id: `${routeFunctionId(route)}${index === 0 ? "" : "-below"}`,
    })),
  );
  for (const { route, path, id } of addresses) {
    checkSiblings(path, parameterNames);
    const item = items[path] ?? {};
    items[path] = item;
    const method = route.method.toLowerCase();
    if (item[method] !== undefined) throw new Error(`${route.method} ${path} is defined twice.`);
    item[method] = operation(props, route, path, id);
    // HEAD: the same function, which omits the body.
    if (method === "get") item.head = operation(props, route, path, `${id}-head`);
  }
  for (const [path, item] of Object.entries(items)) {
    const methods = addresses.filter((one) => one.path === path).map(({ route }) => route.method);
    const readable = methods.includes("GET") ? ["HEAD"] : [];
    if (props.corsOrigins.length > 0) item.options = preflight(props.corsOrigins, methods);
    const answered = item.options === undefined ? readable : [...readable, "OPTIONS"];
    item["x-amazon-apigateway-any-method"] = wrongMethod([...methods, ...answered]);
  }
  return items;
}

/** `/api/v1/checkouts/{id}/` → `/api/v1/checkouts/{id}`, which is also the value of `event.resource`. */
export function resourcePath(path: Route["path"]): string {
  return path.replace(/(.)\/$/, "$1");
}

/** The route's own path, and the one for everything below it. */
function resourcePaths({ path, below }: Route): readonly string[] {
  const own = resourcePath(path);
  return below === true ? [own, `${own}/{below+}`] : [own];
}

function checkSiblings(path: string, names: Map<string, string>): void {
  const parts = path.split("/");
  for (const [index, part] of parts.entries()) {
    if (!part.startsWith("{")) continue;
    const parent = parts.slice(0, index).join("/");
    const before = names.get(parent) ?? part;
    if (before !== part) throw new Error(`${parent} has both ${before} and ${part} below it.`);
    names.set(parent, part);
  }
}

function operation(
  props: GatewayDocumentProps,
  route: Route,
  path: string,
  operationId: string,
): object {
  const parameters = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    operationId,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: responsesOf(route),
    ...(route.auth === "none" ? {} : { security: [{ [route.auth]: [] }] }),
    "x-amazon-apigateway-integration": {
      type: "aws_proxy",
      httpMethod: "POST",
      uri: invocationUri(props.stage, routeFunctionId(route)),
      credentials: props.invokeRoleArn(route),
      passthroughBehavior: "when_no_match",
      // A second longer than the function's own timeout, so the function answers first.
      timeoutInMillis: Math.min(29_000, route.timeoutSeconds * 1000 + 1000),
    },
  };
}

/** Only numeric statuses: API Gateway's import does not accept `default`. */
function responsesOf({ responses, summary }: Route): object {
  return Object.fromEntries(
    Object.keys(responses).map((status) => [status, { description: summary }]),
  );
}

function authorizer(
  props: GatewayDocumentProps,
  name: "Authorization" | "Unused",
  cache: Readonly<Record<string, unknown>>,
): object {
  return {
    type: "apiKey",
    name,
    in: "header",
    "x-amazon-apigateway-authtype": "custom",
    "x-amazon-apigateway-authorizer": {
      type: "request",
      authorizerUri: invocationUri(props.stage, AUTHORIZER_ID),
      authorizerCredentials: props.invokeRoleArn(null),
      ...cache,
    },
  };
}

function invocationUri(stage: string, id: string): string {
  return Fn.sub(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is CloudFormation that fills it in
    "arn:${AWS::Partition}:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/" +
      `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${invokedName(stage, id)}/invocations`,
  );
}

/** An error response of API Gateway itself, before or after our functions. */
interface Refusal {
  readonly code: ProblemBody["code"];
  readonly detail: string;
  readonly retryAfterSeconds?: number;
}

const NOT_HERE = "There is nothing at this path.";
const TRY_AGAIN = "The service is temporarily unavailable. Try again in a few seconds.";

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
  REQUEST_TOO_LARGE: {
    code: "payload_too_large",
    detail: "No operation accepts a body of this size.",
  },
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
function gatewayResponses(corsOrigins: readonly string[]): Record<string, object> {
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
function gatewayProblem(code: ProblemBody["code"], detail: string): ProblemBody {
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
