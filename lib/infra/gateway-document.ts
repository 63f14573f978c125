import { Fn } from "aws-cdk-lib";
import { AUTHORIZER_ID, routeFunctionId } from "../contract/functions.ts";
import type { Route } from "../contract/route.ts";
import { gatewayResponses } from "./gateway-responses.ts";
import { physicalName } from "./names.ts";
import { preflight } from "./preflight.ts";
import { wrongMethod } from "./wrong-method.ts";

interface GatewayDocumentProps {
  readonly title: string;
  readonly stage: string;
  readonly routes: readonly Route[];
  readonly corsOrigins: readonly string[];
  readonly invokeRoleArn: string;
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
  for (const route of props.routes) {
    const path = resourcePath(route.path);
    checkSiblings(path, parameterNames);
    const item = items[path] ?? {};
    items[path] = item;
    const method = route.method.toLowerCase();
    if (item[method] !== undefined) throw new Error(`${route.method} ${path} is defined twice.`);
    item[method] = operation(props, route, routeFunctionId(route));
    // HEAD: the same function, which omits the body.
    if (method === "get") item.head = operation(props, route, `${routeFunctionId(route)}-head`);
  }
  for (const [path, item] of Object.entries(items)) {
    const methods = props.routes
      .filter((route) => resourcePath(route.path) === path)
      .map((route) => route.method);
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

function operation(props: GatewayDocumentProps, route: Route, operationId: string): object {
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
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
      credentials: props.invokeRoleArn,
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
      authorizerCredentials: props.invokeRoleArn,
      ...cache,
    },
  };
}

function invocationUri(stage: string, id: string): string {
  return Fn.sub(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is CloudFormation that fills it in
    "arn:${AWS::Partition}:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/" +
      `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${physicalName(stage, id)}/invocations`,
  );
}
