import type { DeployedApi, DeployedRoute } from "../assembly/api.ts";
import { ACCOUNT, type Place } from "../assembly/intrinsics.ts";
import { type Exchange, headerOf } from "./exchange.ts";

// The event of a Lambda proxy integration, payload version 1.0, and that of a REQUEST authorizer.

export type AuthorizerContext = Readonly<Record<string, string>>;

export function proxyEvent(
  api: DeployedApi,
  exchange: Exchange,
  match: Match,
  body: Buffer,
  authorizer: AuthorizerContext | null,
): object {
  const binary = isBinary(api.binaryMediaTypes, headerOf(exchange, "content-type"));
  return {
    ...requestPart(api, exchange, match, authorizer),
    body: body.length === 0 ? null : body.toString(binary ? "base64" : "utf8"),
    isBase64Encoded: body.length > 0 && binary,
  };
}

export function authorizerEvent(
  api: DeployedApi,
  place: Place,
  exchange: Exchange,
  match: Match,
): object {
  return {
    type: "REQUEST",
    methodArn: methodArn(api, place, exchange),
    ...requestPart(api, exchange, match, null),
  };
}

export function methodArn(api: DeployedApi, place: Place, exchange: Exchange): string {
  const path = exchange.path.replace(/^\//, "");
  return `arn:aws:execute-api:${place.region}:${ACCOUNT}:${api.id}/${api.stage}/${exchange.method}/${path}`;
}

/** Whether a content type is one of the API's binary media types. */
export function isBinary(
  binaryMediaTypes: readonly string[],
  contentType: string | undefined,
): boolean {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  return binaryMediaTypes.some(
    (pattern) =>
      pattern === "*/*" ||
      pattern === type ||
      (pattern.endsWith("/*") && type?.startsWith(pattern.slice(0, -1))),
  );
}

function requestPart(
  api: DeployedApi,
  exchange: Exchange,
  match: Match,
  authorizer: AuthorizerContext | null,
) {
  const headers = group(exchange.headers);
  const query = group([...exchange.query]);
  return {
    resource: match.route.resource,
    path: exchange.path,
    httpMethod: exchange.method,
    headers: lastOf(headers),
    multiValueHeaders: headers,
    queryStringParameters: orNull(lastOf(query)),
    multiValueQueryStringParameters: orNull(query),
    pathParameters: orNull(match.params),
    stageVariables: null,
    requestContext: {
      accountId: ACCOUNT,
      apiId: api.id,
      resourceId: "local",
      resourcePath: match.route.resource,
      operationName: null,
      httpMethod: exchange.method,
      stage: api.stage,
      requestId: exchange.requestId,
      extendedRequestId: exchange.extendedRequestId,
      requestTime: clfTime(exchange.at),
      requestTimeEpoch: Math.floor(exchange.at),
      path: exchange.path,
      protocol: "HTTP/1.1",
      domainName: headerOf(exchange, "host")?.split(":")[0] ?? "127.0.0.1",
      domainPrefix: "local",
      identity: {
        accessKey: null,
        accountId: null,
        caller: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: exchange.sourceIp,
        user: null,
        userAgent: headerOf(exchange, "user-agent") ?? null,
        userArn: null,
      },
      ...(authorizer !== null && { authorizer }),
    },
  };
}

function group(pairs: readonly (readonly [string, string])[]): Record<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = grouped.get(name);
    if (values === undefined) grouped.set(name, [value]);
    else values.push(value);
  }
  return Object.fromEntries(grouped);
}

function lastOf(grouped: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(grouped).map(([name, values]) => [name, values.at(-1) ?? ""]),
  );
}

function orNull<T extends object>(value: T): T | null {
  return Object.keys(value).length === 0 ? null : value;
}

/** e.g. `09/Apr/2026:12:34:56 +0000` */
function clfTime(milliseconds: number): string {
  const [, day, month, year, time] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(milliseconds).toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}

// Finds the resource of a path as API Gateway does: literal segments before parameters before a
// greedy one, and a trailing slash makes no difference.

export type Match = {
  readonly route: DeployedRoute;
  /** Values as the path has them: API Gateway does not decode them. */
  readonly params: Readonly<Record<string, string>>;
};

/** Null where there is no resource for the path, or no method on it. */
export function matchRoute(
  routes: readonly DeployedRoute[],
  method: string,
  path: string,
): Match | null {
  const segments = split(path);
  let best: { match: Match; rank: string } | null = null;
  for (const route of routes) {
    if (route.method !== method && route.method !== "ANY") continue;
    const found = matchResource(split(route.resource), segments);
    if (found === null) continue;
    const rank = found.rank + (route.method === "ANY" ? "1" : "0");
    if (best === null || rank < best.rank) best = { match: { route, params: found.params }, rank };
  }
  return best?.match ?? null;
}

function matchResource(resource: readonly string[], segments: readonly string[]) {
  const params: Record<string, string> = {};
  let rank = "";
  for (const [index, part] of resource.entries()) {
    const greedy = /^\{(\w+)\+\}$/.exec(part)?.[1];
    if (greedy !== undefined) {
      const rest = segments.slice(index).join("/");
      return index < segments.length
        ? { params: { ...params, [greedy]: rest }, rank: `${rank}2` }
        : null;
    }
    const segment = segments[index];
    if (!segment) return null;
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) params[name] = segment;
    else if (part !== segment) return null;
    rank += name === undefined ? "0" : "1";
  }
  return segments.length === resource.length ? { params, rank } : null;
}

function split(path: string): readonly string[] {
  return path.replace(/^\//, "").replace(/\/$/, "").split("/");
}
