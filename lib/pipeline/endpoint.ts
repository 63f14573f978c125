import middy from "@middy/core";
import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod";
import type { Route } from "../contract/route.ts";
import type { User } from "../domain/user.ts";
import { now } from "./deps.ts";
import { requireEnvironment } from "./environment.ts";
import { COMMON_HEADERS, type HttpResponse, type Reply } from "./http.ts";
import { bodySize, bodyText, head, headerNames } from "./middleware/body.ts";
import { logRequest, recordFailure } from "./middleware/log-request.ts";
import { cors, problems, type RenderError } from "./middleware/problems.ts";
import {
  credentials,
  type EndpointContext,
  type EndpointMiddleware,
} from "./middleware/request.ts";
import type { KeyPrincipal, UserPrincipal } from "./principal.ts";
import { parseInput } from "./request-input.ts";

/** A request, parsed by the route's schemas. */
export interface EndpointRequest<R extends Route> {
  readonly params: Parsed<R["request"]["params"]>;
  readonly query: Parsed<R["request"]["query"]>;
  readonly body: R["request"] extends { readonly signed: true }
    ? string
    : Parsed<R["request"]["body"]>;
  readonly principal: R["auth"] extends "api-key"
    ? KeyPrincipal
    : R["auth"] extends "jwt"
      ? UserPrincipal
      : null;
  /** The caller, read at the beginning of this request. */
  readonly user: R["auth"] extends "jwt" ? User : null;
  readonly requestId: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The peer's address at the gateway; see `clientAddress` for rate limits. */
  readonly sourceIp: string;
  /** ms since the epoch, read once for the whole request. */
  readonly now: number;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A handler's reply: one of the route's statuses with a body of that status's schema. */
export type EndpointReply<R extends Route> = {
  [Status in keyof R["responses"] & number]: R["responses"][Status] extends z.ZodType
    ? Reply<
        Status,
        | z.input<R["responses"][Status]>
        | (R["page"] extends true ? string : R["csv"] extends true ? string : never)
      >
    : R["responses"][Status] extends "html" | "svg" | "script" | "text"
      ? Reply<Status, string>
      : Reply<Status, null>;
}[keyof R["responses"] & number];

/** Optional parts of an endpoint. */
interface Surroundings {
  readonly renderError?: RenderError;
  /** Checks of the caller that need the table. */
  readonly checks?: readonly EndpointMiddleware[];
  /** See the finished answer, and need the table too. */
  readonly observers?: readonly EndpointMiddleware[];
}

/**
 * Makes the Lambda handler of an operation without a credential. Use `dashboardEndpoint` for access tokens,
 * `keyEndpoint` for API keys and `idempotentEndpoint` for operations that honor `Idempotency-Key`: these need the
 * table, whose client would slow the cold start of other functions.
 *
 * @throws EnvironmentError at start, if a variable is missing
 */
export function endpoint<R extends Route & { readonly idempotent: false; readonly auth: "none" }>(
  route: R,
  handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>,
  renderError?: RenderError,
) {
  return httpHandler(route, answerWith(route, handle), { ...(renderError && { renderError }) });
}

/** Parses the request, calls the handler, and renders its reply. */
export function answerWith<R extends Route>(
  route: R,
  handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>,
) {
  return async (event: APIGatewayProxyEvent, context: EndpointContext): Promise<HttpResponse> => {
    const request = readRequest(route, event, context);
    const result = await handle(request);
    return toResponse(result as Reply, request.requestId);
  };
}

/** The middlewares of every endpoint. Those above see the response after those below. */
export function httpHandler(
  route: Route,
  answer: (event: APIGatewayProxyEvent, context: EndpointContext) => Promise<HttpResponse>,
  { renderError, checks = [], observers = [] }: Surroundings = {},
) {
  requireEnvironment(route.access);
  const pipeline = middy<APIGatewayProxyEvent, HttpResponse, Error, EndpointContext>()
    .use(logRequest(`${route.surface}/${route.operation}`))
    .use([...observers])
    .use(head())
    .use(cors())
    .use(problems(renderError))
    .use(headerNames())
    .use(credentials(route))
    .use([...checks])
    .use(bodySize(route));
  const { body, form, signed } = route.request;
  if (body !== undefined && form !== true && signed !== true)
    pipeline.use(bodyText(body)).use(jsonBodyParser());
  return pipeline.handler(answer);
}

/** @throws ServiceError `invalid_request`, or `not_found` for a path parameter that cannot be an id */
export function readRequest<R extends Route>(
  route: R,
  event: APIGatewayProxyEvent,
  { principal, user }: EndpointContext,
): EndpointRequest<R> {
  const { requestId, identity } = event.requestContext;
  return {
    ...parseInput(route, event),
    principal,
    user,
    requestId,
    headers: event.headers as Record<string, string>,
    sourceIp: identity.sourceIp,
    now: now(),
  } as unknown as EndpointRequest<R>;
}

export function toResponse(result: Reply, requestId: string): HttpResponse {
  const { status, body, cookies = [] } = result;
  const isText = typeof body === "string";
  return {
    statusCode: status,
    headers: {
      ...COMMON_HEADERS,
      ...(body === null ? {} : { "content-type": isText ? "text/html; charset=utf-8" : JSON_TYPE }),
      "x-request-id": requestId,
      ...result.headers,
    },
    ...(cookies.length > 0 ? { multiValueHeaders: { "set-cookie": cookies } } : {}),
    body: body === null ? "" : isText ? body : JSON.stringify(body),
  };
}

const JSON_TYPE = "application/json; charset=utf-8";

/** As `endpoint`, for operations with an API key: stores requests that fail, for the dashboard. */
export function keyEndpoint<
  R extends Route & { readonly idempotent: false; readonly auth: "api-key" },
>(route: R, handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>) {
  return httpHandler(route, answerWith(route, handle), { observers: [recordFailure()] });
}
