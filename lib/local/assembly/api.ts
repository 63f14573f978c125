import * as z from "zod";
import { type Exchange, headerOf } from "../gateway/exchange.ts";
import { type DeployedFunction, findFunction } from "./functions.ts";
import { type Resource, readProperties } from "./template.ts";

// The headers of a mock integration: fixed ones, and the preflight form of the gateway document,
// which names the request's origin only if it is one of a list.

export type MockHeaders = {
  readonly fixed: Readonly<Record<string, string>>;
  readonly overrides: readonly (readonly [string, string])[];
  /** Null: there is no list, and the overrides are ignored. */
  readonly origins: readonly string[] | null;
};

const OVERRIDE = /#set\(\$context\.responseOverride\.header\["([^"]+)"\] = "([^"]*)"\)/g;

export function mockHeaders(
  { fixed, overrides, origins }: MockHeaders,
  exchange: Exchange,
): readonly (readonly [string, string])[] {
  const origin = headerOf(exchange, "origin");
  const known = origin !== undefined && (origins ?? []).includes(origin);
  const set = overrides
    .filter(([name]) => name === "Vary" || known)
    .map(([name, value]) => [name, value === "$origin" ? (origin ?? "") : value] as const);
  return [...Object.entries(fixed), ...(origins === null ? [] : set)];
}

// The parts of an API Gateway template that the local stack understands, with the defaults of AWS.

export const integration = z.looseObject({
  type: z.string(),
  uri: z.string().optional(),
  credentials: z.string().optional(),
  timeoutInMillis: z.number().default(29_000),
  responses: z
    .record(
      z.string(),
      z.looseObject({
        statusCode: z.coerce.number(),
        responseParameters: z.record(z.string(), z.string()).default({}),
        responseTemplates: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default({}),
});
export const operation = z.looseObject({
  "x-cors-origins": z.array(z.string()).optional(),
  "x-amazon-apigateway-integration": integration.optional(),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
});
const securityScheme = z.looseObject({
  "x-amazon-apigateway-authorizer": z
    .looseObject({
      type: z.string(),
      authorizerUri: z.string(),
      authorizerCredentials: z.string().optional(),
      identitySource: z.string().default(""),
      authorizerResultTtlInSeconds: z.number().default(300),
    })
    .optional(),
});
export const body = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z
    .looseObject({ securitySchemes: z.record(z.string(), securityScheme).default({}) })
    .optional(),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  "x-amazon-apigateway-binary-media-types": z.array(z.string()).default([]),
  "x-amazon-apigateway-gateway-responses": z
    .record(
      z.string(),
      z.looseObject({
        statusCode: z.coerce.number().optional(),
        responseParameters: z.record(z.string(), z.string()).default({}),
        responseTemplates: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default({}),
});
export const restApi = z.looseObject({
  Body: body,
  BinaryMediaTypes: z.array(z.string()).default([]),
});
export const gatewayResponse = z.looseObject({
  ResponseType: z.string(),
  StatusCode: z.coerce.number().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
});

// The REST API of the template: its routes from the OpenAPI body, authorizers and gateway responses.

export type DeployedAuthorizer = {
  readonly name: string;
  readonly function: DeployedFunction;
  /** By which the gateway invokes it; may name an alias. */
  readonly invokedArn: string;
  /** ARN of the role that the gateway assumes to call it. */
  readonly credentials: string | null;
  /** e.g. `method.request.header.Authorization`; empty: always asked. */
  readonly identitySources: readonly string[];
  /** 0: never cached. */
  readonly ttlSeconds: number;
};
export type DeployedIntegration =
  | {
      readonly kind: "function";
      readonly function: DeployedFunction;
      /** By which the gateway invokes it; may name an alias. */
      readonly invokedArn: string;
      /** ARN of the role that the gateway assumes to call it. */
      readonly credentials: string | null;
      readonly timeoutMilliseconds: number;
    }
  | {
      readonly kind: "mock";
      readonly statusCode: number;
      readonly headers: MockHeaders;
      /** Template of the body; empty for a preflight. */
      readonly template: string;
    };
export type DeployedRoute = {
  /** Upper case, or `ANY`. */
  readonly method: string;
  /** Without the trailing slash, as API Gateway keeps it, e.g. `/api/v1/checkouts/{id}`. */
  readonly resource: string;
  readonly integration: DeployedIntegration;
  readonly authorizer: DeployedAuthorizer | null;
};
export type GatewayResponse = {
  readonly statusCode: number | null;
  /** Parameter expressions by header name. */
  readonly headers: Readonly<Record<string, string>>;
  /** By content type. */
  readonly templates: Readonly<Record<string, string>>;
};
export type DeployedApi = {
  readonly id: string;
  readonly stage: string;
  readonly stageVariables: Readonly<Record<string, string>>;
  readonly routes: readonly DeployedRoute[];
  readonly responses: ReadonlyMap<string, GatewayResponse>;
  readonly binaryMediaTypes: readonly string[];
};

const METHODS = /^(get|put|post|patch|delete|head|options|x-amazon-apigateway-any-method)$/;

/** Null where the template has no REST API. @throws Error on a form that is not understood. */
export function readApi(
  resources: readonly Resource[],
  functions: readonly DeployedFunction[],
): DeployedApi | null {
  const [resource, ...more] = resources.filter(({ type }) => type === "AWS::ApiGateway::RestApi");
  if (resource === undefined) return null;
  if (more.length > 0)
    throw new Error("the local stack serves one REST API, and the template has more");
  const api = readProperties(restApi, resource);
  const authorizers = readAuthorizers(api.Body, functions);
  const stage = resources.find(({ type }) => type === "AWS::ApiGateway::Stage");
  return {
    id: resource.name,
    stage: typeof stage?.properties.StageName === "string" ? stage.properties.StageName : "local",
    stageVariables: z.record(z.string(), z.string()).parse(stage?.properties.Variables ?? {}),
    routes: readRoutes(api.Body, functions, authorizers),
    responses: readResponses(api.Body, resources),
    binaryMediaTypes: [
      ...api.BinaryMediaTypes,
      ...api.Body["x-amazon-apigateway-binary-media-types"],
    ],
  };
}

function readAuthorizers(document: z.infer<typeof body>, functions: readonly DeployedFunction[]) {
  const authorizers = new Map<string, DeployedAuthorizer>();
  for (const [name, scheme] of Object.entries(document.components?.securitySchemes ?? {})) {
    const authorizer = scheme["x-amazon-apigateway-authorizer"];
    if (authorizer === undefined) continue;
    if (authorizer.type !== "request")
      throw new Error(`authorizer ${name}: only type request is supported`);
    authorizers.set(name, {
      name,
      function: functionOf(authorizer.authorizerUri, functions, `authorizer ${name}`),
      invokedArn: invokedArnOf(authorizer.authorizerUri),
      credentials: authorizer.authorizerCredentials ?? null,
      identitySources: authorizer.identitySource
        .split(",")
        .map((source) => source.trim())
        .filter(Boolean),
      ttlSeconds: authorizer.authorizerResultTtlInSeconds,
    });
  }
  return authorizers;
}

function readRoutes(
  document: z.infer<typeof body>,
  functions: readonly DeployedFunction[],
  authorizers: ReadonlyMap<string, DeployedAuthorizer>,
): readonly DeployedRoute[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.test(method))
      .map(([method, value]): DeployedRoute => {
        const place = `${method} ${path}`;
        const entry = operation.parse(value);
        const given = entry["x-amazon-apigateway-integration"];
        if (given === undefined) throw new Error(`${place} has no x-amazon-apigateway-integration`);
        if (entry["x-amazon-apigateway-request-validator"] !== undefined) {
          throw new Error(`${place}: request validators are not supported by the local stack`);
        }
        const schemes = (entry.security ?? document.security ?? []).flatMap(Object.keys);
        return {
          method: method.startsWith("x-") ? "ANY" : method.toUpperCase(),
          resource: path.length > 1 ? path.replace(/\/$/, "") : path,
          integration: readIntegration(given, functions, place, entry["x-cors-origins"] ?? null),
          authorizer:
            schemes.map((name) => authorizers.get(name)).find((found) => found !== undefined) ??
            null,
        };
      }),
  );
}

function readIntegration(
  given: z.infer<typeof integration>,
  functions: readonly DeployedFunction[],
  place: string,
  corsOrigins: readonly string[] | null,
): DeployedIntegration {
  const type = given.type.toLowerCase();
  if (type === "mock") {
    const answer = Object.values(given.responses)[0];
    const headers = Object.entries(answer?.responseParameters ?? {}).map(([name, value]) => [
      name.replace(/^method\.response\.header\./, ""),
      value.replace(/^'(.*)'$/, "$1"),
    ]);
    const template = Object.values(answer?.responseTemplates ?? {})[0] ?? "";
    return {
      kind: "mock",
      statusCode: answer?.statusCode ?? 200,
      headers: {
        fixed: Object.fromEntries(headers),
        overrides: [...template.matchAll(OVERRIDE)].map(
          ([, name = "", value = ""]) => [name, value] as const,
        ),
        origins: corsOrigins,
      },
      template: corsOrigins === null ? template : "",
    };
  }
  if (type !== "aws_proxy")
    throw new Error(`${place}: an integration of type ${given.type} is not supported`);
  return {
    kind: "function",
    function: functionOf(given.uri ?? "", functions, place),
    invokedArn: invokedArnOf(given.uri ?? ""),
    credentials: given.credentials ?? null,
    timeoutMilliseconds: given.timeoutInMillis,
  };
}

function functionOf(
  uri: string,
  functions: readonly DeployedFunction[],
  place: string,
): DeployedFunction {
  const found = findFunction(functions, invokedArnOf(uri));
  if (found === undefined) throw new Error(`${place}: no function for ${uri}`);
  return found;
}

function invokedArnOf(uri: string): string {
  return uri.match(/functions\/(.*)\/invocations$/)?.[1] ?? "";
}

function readResponses(document: z.infer<typeof body>, resources: readonly Resource[]) {
  const responses = new Map<string, GatewayResponse>();
  for (const [type, entry] of Object.entries(document["x-amazon-apigateway-gateway-responses"])) {
    responses.set(type, {
      statusCode: entry.statusCode ?? null,
      headers: headerParameters(entry.responseParameters),
      templates: entry.responseTemplates,
    });
  }
  for (const resource of resources.filter(
    ({ type }) => type === "AWS::ApiGateway::GatewayResponse",
  )) {
    const entry = readProperties(gatewayResponse, resource);
    responses.set(entry.ResponseType, {
      statusCode: entry.StatusCode ?? null,
      headers: headerParameters(entry.ResponseParameters),
      templates: entry.ResponseTemplates,
    });
  }
  return responses;
}

function headerParameters(
  parameters: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/^gatewayresponse\.header\./, ""),
      value,
    ]),
  );
}
