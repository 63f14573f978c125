import middy from "@middy/core";
import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import type * as z from "zod";
import type { Route } from "../contract/route.ts";
import type { ServiceError } from "../domain/errors.ts";
import { withCors } from "./cors.ts";
import { now } from "./deps.ts";
import { environment, requireEnvironment } from "./environment.ts";
import { type HttpResponse, lowerCaseHeaders, type Reply } from "./http.ts";
import { errorFields, log } from "./log.ts";
import type { KeyPrincipal, UserPrincipal } from "./principal.ts";
import { COMMON_HEADERS, renderProblem, toServiceError } from "./problem.ts";
import { assertNotTooLarge, parseInput, readBody } from "./request-input.ts";
import { requirePrincipal } from "./require-principal.ts";

/** What a handler gets: parsed by the route's own schemas. */
export interface EndpointRequest<R extends Route> {
  readonly params: Parsed<R["request"]["params"]>;
  readonly query: Parsed<R["request"]["query"]>;
  readonly body: Parsed<R["request"]["body"]>;
  readonly principal: R["auth"] extends "api-key"
    ? KeyPrincipal
    : R["auth"] extends "jwt"
      ? UserPrincipal
      : null;
  readonly requestId: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The peer's address as the gateway saw it; see `clientAddress` for whom to count. */
  readonly sourceIp: string;
  /** ms since the epoch, read once for the whole request. */
  readonly now: number;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A handler's answer: one of the route's statuses with a body of that status's schema. */
export type EndpointReply<R extends Route> = {
  [Status in keyof R["responses"] & number]: R["responses"][Status] extends z.ZodType
    ? Reply<Status, z.input<R["responses"][Status]> | (R["page"] extends true ? string : never)>
    : R["responses"][Status] extends "html" | "text"
      ? Reply<Status, string>
      : Reply<Status, null>;
}[keyof R["responses"] & number];

/** Renders a refusal where problem+json is not what the caller can read; null leaves it at that. */
export type RenderError = (
  error: ServiceError,
  event: APIGatewayProxyEvent,
) => Promise<HttpResponse | null>;

/**
 * A Lambda handler for one operation of the route table. Throws at start if it cannot work.
 *
 * Operations that honour `Idempotency-Key` are made by `idempotentEndpoint`, which needs the table.
 */
export function endpoint<R extends Route & { readonly idempotent: false }>(
  route: R,
  handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>,
  renderError?: RenderError,
) {
  return httpHandler(
    route,
    async (event) => {
      const request = readRequest(route, event);
      const result = await handle(request);
      return toResponse(result as Reply, request.requestId);
    },
    renderError,
  );
}

/** What every operation has around it: refusals as problem+json, the parsed body, one log line. */
export function httpHandler(
  route: Route,
  answer: (event: APIGatewayProxyEvent) => Promise<HttpResponse>,
  renderError: RenderError = async () => null,
) {
  requireEnvironment(route.access);
  const operation = `${route.surface}/${route.operation}`;

  const lowerCase = {
    before: (request: middy.Request<APIGatewayProxyEvent>) => {
      request.event.headers = lowerCaseHeaders(request.event);
      // A refusal that the authorizer could not express, e.g. two credentials that disagree.
      requirePrincipal(route, request.event.requestContext.authorizer);
      assertNotTooLarge(request.event);
    },
  };

  const render = {
    after: (request: middy.Request<APIGatewayProxyEvent, HttpResponse>) => {
      if (request.response) request.response = withCors(request.event, request.response);
      logAnswer(operation, request.event, request.response?.statusCode);
    },
    onError: async (request: middy.Request<APIGatewayProxyEvent, HttpResponse>) => {
      const error = toServiceError(readBody.problem(request.error));
      const { requestId } = request.event.requestContext;
      if (error.code === "internal" || error.code === "service_unavailable") {
        log("error", "request failed", {
          operation,
          request_id: requestId,
          code: error.code,
          ...errorFields(request.error),
        });
      }
      // A page that cannot be rendered either must not hide what went wrong first.
      const page = await renderError(error, request.event).catch(() => null);
      request.response = withCors(request.event, page ?? renderProblem(error, requestId));
      logAnswer(operation, request.event, request.response.statusCode, error.code);
    },
  };

  const pipeline = middy<APIGatewayProxyEvent, HttpResponse, Error, Context>()
    .use(render)
    .use(lowerCase);
  if (route.request.body !== undefined && route.request.form !== true) {
    pipeline.use(readBody.absentAsEmpty(route.request.body)).use(jsonBodyParser());
  }
  return pipeline.handler(answer);
}

/** @throws ServiceError where the caller or the input is not what the route asks for */
export function readRequest<R extends Route>(
  route: R,
  event: APIGatewayProxyEvent,
): EndpointRequest<R> {
  const { requestId, identity, authorizer } = event.requestContext;
  return {
    ...parseInput(route, event),
    principal: requirePrincipal(route, authorizer),
    requestId,
    headers: event.headers as Record<string, string>,
    sourceIp: identity.sourceIp,
    now: now(),
  } as EndpointRequest<R>;
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

function logAnswer(
  operation: string,
  event: APIGatewayProxyEvent,
  status: number | undefined,
  code?: string,
): void {
  const { requestId, requestTimeEpoch } = event.requestContext;
  log("info", "request", {
    operation,
    request_id: requestId,
    status,
    code,
    duration_ms: Math.max(0, now() - requestTimeEpoch),
  });
}

/** The base of every address that we print, without a trailing slash. */
export function publicBaseUrl(): string {
  return environment().publicBaseUrl;
}
