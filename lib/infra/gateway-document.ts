import { Fn } from "aws-cdk-lib";
import { AUTHORIZER_ID, routeFunctionId } from "../contract/functions.ts";
import type { Route } from "../contract/route.ts";
import { gatewayResponses } from "./gateway-responses.ts";
import { physicalName } from "./names.ts";
import { preflight } from "./preflight.ts";

interface GatewayDocumentProps {
  readonly title: string;
  readonly stage: string;
  readonly routes: readonly Route[];
  readonly corsOrigins: readonly string[];
  readonly invokeRoleArn: string;
}

/** The keys of `Route.auth` that the authorizer judges. */
type Scheme = Exclude<Route["auth"], "none">;

/**
 * The OpenAPI form that API Gateway imports: paths, methods, integrations, authorizers and gateway
 * responses. No schemas: the pipeline validates, and with the same words as everywhere else.
 *
 * Functions are named, not referred to, so that the API waits for none of them: the address of the
 * distribution in front of the API can then stand in the functions' environment without a circle.
 * Paths lose their trailing slash, because a resource of a REST API serves both forms.
 */
export function gatewayDocument(props: GatewayDocumentProps): Record<string, unknown> {
  return {
    openapi: "3.0.1",
    info: { title: props.title, version: "1" },
    paths: paths(props),
    components: {
      securitySchemes: {
        // Refused without a call when the header is missing; a verdict is kept for a minute.
        jwt: authorizer(props, {
          identitySource: "method.request.header.Authorization",
          authorizerResultTtlInSeconds: 60,
        }),
        // A key may stand in the query too. API Gateway would demand every source that is named here,
        // so none is, and without one nothing can be cached.
        "api-key": authorizer(props, { authorizerResultTtlInSeconds: 0 }),
      } satisfies Record<Scheme, object>,
    },
    "x-amazon-apigateway-gateway-responses": gatewayResponses(props.corsOrigins),
  };
}

/** Throws where two routes are the same, or name one path parameter differently: API Gateway cannot. */
function paths(props: GatewayDocumentProps): Record<string, Record<string, object>> {
  const items: Record<string, Record<string, object>> = {};
  const parameterNames = new Map<string, string>();
  for (const route of props.routes) {
    const path = resourcePath(route.path);
    checkSiblings(path, parameterNames);
    const item = items[path] ?? {};
    items[path] = item;
    const method = route.method.toLowerCase();
    if (item[method] !== undefined) throw new Error(`${route.method} ${path} stands there twice.`);
    item[method] = operation(props, route);
  }
  if (props.corsOrigins.length > 0) {
    for (const [path, item] of Object.entries(items)) {
      const methods = props.routes
        .filter((route) => resourcePath(route.path) === path)
        .map((route) => route.method);
      item.options = preflight(props.corsOrigins, methods);
    }
  }
  return items;
}

/** `/api/v1/checkouts/{id}/` → `/api/v1/checkouts/{id}`: what `event.resource` says as well. */
export function resourcePath(path: Route["path"]): string {
  return path.replace(/(.)\/$/, "$1");
}

function checkSiblings(path: string, names: Map<string, string>): void {
  const parts = path.split("/");
  for (const [index, part] of parts.entries()) {
    if (!part.startsWith("{")) continue;
    const parent = parts.slice(0, index).join("/");
    const before = names.get(parent) ?? part;
    if (before !== part) throw new Error(`Below ${parent} stand both ${before} and ${part}.`);
    names.set(parent, part);
  }
}

function operation(props: GatewayDocumentProps, route: Route): object {
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    operationId: routeFunctionId(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: responsesOf(route),
    ...(route.auth === "none" ? {} : { security: [{ [route.auth]: [] }] }),
    "x-amazon-apigateway-integration": {
      type: "aws_proxy",
      httpMethod: "POST",
      uri: invocationUri(props.stage, routeFunctionId(route)),
      credentials: props.invokeRoleArn,
      passthroughBehavior: "when_no_match",
      // The function's own limit comes first, so that its answer is ours and not the gateway's.
      timeoutInMillis: Math.min(29_000, route.timeoutSeconds * 1000 + 1000),
    },
  };
}

/** By their numbers: API Gateway's import knows no `default`. */
function responsesOf({ responses, summary }: Route): object {
  return Object.fromEntries(
    Object.keys(responses).map((status) => [status, { description: summary }]),
  );
}

function authorizer(props: GatewayDocumentProps, cache: Readonly<Record<string, unknown>>): object {
  return {
    type: "apiKey",
    name: "Authorization",
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
