// From a request to a response: its route, the authorizer, the function with its event (Lambda proxy integration, payload
// version 1.0), and the function's answer.
import * as z from "zod";
import {
  type DeployedApi,
  type DeployedAuthorizer,
  type DeployedIntegration,
  type DeployedRoute,
  mockHeaders,
} from "../assembly/api.ts";
import { ACCOUNT, type Place } from "../assembly/intrinsics.ts";
import type { LambdaRuntime } from "../lambda/runtime.ts";
import { type Exchange, headerOf } from "./exchange.ts";
import {
  type Answer,
  type AuthorizerContext,
  type RefusalType,
  refuse,
  renderTemplate,
  requestValues,
} from "./refusal.ts";

export type Authorized =
  | { readonly allowed: true; readonly context: AuthorizerContext }
  | { readonly allowed: false; readonly refusal: RefusalType; readonly context: AuthorizerContext };
export type Authorize = (
  authorizer: DeployedAuthorizer,
  exchange: Exchange,
  match: Match,
) => Promise<Authorized>;

const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const proxyAnswer = z.looseObject({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), headerValue).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** Headers of a function's response that API Gateway passes on under another name. */
const REMAPPED =
  /^(authorization|content-md5|date|expect|host|max-forwards|pragma|proxy-authenticate|range|referer|server|te|trailer|upgrade|user-agent|via|warn|www-authenticate)$/i;
const PREFIX = "x-amzn-Remapped-";

export type Gateway = (exchange: Exchange, body: Buffer) => Promise<Answer>;

export function createGateway(
  api: DeployedApi,
  runtime: LambdaRuntime,
  authorize: Authorize,
): Gateway {
  const matchRoute = routeMatcher(api.routes);
  return async (exchange, body) => {
    const match = matchRoute(exchange.method, exchange.path);
    if (match === null) return refuse(api, exchange, "MISSING_AUTHENTICATION_TOKEN");
    const { authorizer, integration } = match.route;
    if (authorizer === null) return integrate(integration, exchange, match, body, null);
    const verdict = await authorize(authorizer, exchange, match);
    if (!verdict.allowed) return refuse(api, exchange, verdict.refusal, verdict.context);
    return integrate(integration, exchange, match, body, verdict.context);
  };

  async function integrate(
    integration: DeployedIntegration,
    exchange: Exchange,
    match: Match,
    body: Buffer,
    context: Readonly<Record<string, string>> | null,
  ): Promise<Answer> {
    if (integration.kind === "mock") {
      const values = requestValues(api, exchange);
      return {
        status: integration.statusCode,
        headers: mockHeaders(integration.headers, exchange).map(
          ([name, value]) => [name, values[value] ?? value] as const,
        ),
        body: renderTemplate(integration.template, values),
      };
    }
    const event = JSON.stringify(proxyEvent(api, exchange, match, body, context));
    const invocation = runtime.invoke(integration.function, event);
    const result = await within(invocation, integration.timeoutMilliseconds);
    if (result === null) return refuse(api, exchange, "INTEGRATION_TIMEOUT", context ?? {});
    if (!result.ok) return refuse(api, exchange, "DEFAULT_5XX", context ?? {});
    const answer = proxyAnswer.safeParse(JSON.parse(result.payload));
    if (!answer.success) {
      console.error(
        `${integration.function.id} gave a malformed answer: ${z.prettifyError(answer.error)}`,
      );
      return refuse(api, exchange, "DEFAULT_5XX", context ?? {});
    }
    return toAnswer(answer.data, exchange);
  }

  function toAnswer(answer: z.infer<typeof proxyAnswer>, exchange: Exchange): Answer {
    const multiple = Object.entries(answer.multiValueHeaders ?? {});
    const named = new Set(multiple.map(([name]) => name.toLowerCase()));
    const single = Object.entries(answer.headers ?? {}).filter(
      ([name]) => !named.has(name.toLowerCase()),
    );
    const headers = [
      ...single,
      ...multiple.flatMap(([name, values]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    ].map(([name, value]): [string, string] => [REMAPPED.test(name) ? PREFIX + name : name, value]);
    if (!headers.some(([name]) => name.toLowerCase() === "content-type")) {
      headers.push(["Content-Type", "application/json"]);
    }
    // Without a binary media type that fits, API Gateway sends the base64 text as it is.
    const decodes =
      answer.isBase64Encoded === true &&
      (isBinary(api.binaryMediaTypes, headerOf(exchange, "accept")?.split(",")[0]) ||
        isBinary(
          api.binaryMediaTypes,
          headers.find(([name]) => name.toLowerCase() === "content-type")?.[1],
        ));
    const body = answer.body ?? "";
    return {
      status: answer.statusCode,
      headers,
      body: decodes ? Buffer.from(body, "base64") : body,
    };
  }
}

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  const outcome = await Promise.race([work, late]);
  clearTimeout(timer);
  return outcome;
}

function proxyEvent(
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
function isBinary(binaryMediaTypes: readonly string[], contentType: string | undefined): boolean {
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
type MatchRoute = (method: string, path: string) => Match | null;

type Part = { readonly kind: "literal" | "parameter" | "greedy"; readonly name: string };
type Read = {
  readonly route: DeployedRoute;
  readonly parts: readonly Part[];
  /** The smaller of two as texts wins. */
  readonly rank: string;
};

/** Reads all resources once, as there are hundreds. */
function routeMatcher(routes: readonly DeployedRoute[]): MatchRoute {
  const read = routes
    .map(readRoute)
    .toSorted((a, b) => Number(a.rank > b.rank) - Number(a.rank < b.rank));
  const byMethod = new Map<string, readonly Read[]>();
  const readFor = (method: string) => {
    const known = byMethod.get(method);
    if (known !== undefined) return known;
    const found = read.filter(({ route }) => route.method === method || route.method === "ANY");
    // A method of HTTP, or what a client made up.
    if (found.some(({ route }) => route.method === method)) byMethod.set(method, found);
    return found;
  };
  return (method, path) => {
    const segments = split(path);
    for (const { route, parts } of readFor(method)) {
      const params = matchParts(parts, segments);
      if (params !== null) return { route, params };
    }
    return null;
  };
}

const RANKS = { literal: "0", parameter: "1", greedy: "2" } as const;

function readRoute(route: DeployedRoute): Read {
  const parts = split(route.resource).map((text): Part => {
    const [, name, plus] = /^\{(\w+)(\+?)\}$/.exec(text) ?? [];
    if (name === undefined) return { kind: "literal", name: text };
    return { kind: plus === "+" ? "greedy" : "parameter", name };
  });
  const last = route.method === "ANY" ? "1" : "0";
  return { route, parts, rank: parts.map(({ kind }) => RANKS[kind]).join("") + last };
}

/** The parameters' values; null where the path is another one. */
function matchParts(
  parts: readonly Part[],
  segments: readonly string[],
): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, { kind, name }] of parts.entries()) {
    const segment = segments[index];
    if (kind === "greedy") {
      if (segment === undefined) return null;
      return { ...params, [name]: segments.slice(index).join("/") };
    }
    if (!segment) return null;
    if (kind === "parameter") params[name] = segment;
    else if (name !== segment) return null;
  }
  return segments.length === parts.length ? params : null;
}

function split(path: string): readonly string[] {
  return path.replace(/^\//, "").replace(/\/$/, "").split("/");
}
