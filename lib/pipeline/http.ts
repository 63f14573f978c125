import type { APIGatewayProxyEvent } from "aws-lambda";
import { PROBLEMS, type ProblemBody, problemType } from "../contract/problems.ts";
import { type ErrorCode, ServiceError } from "../domain/errors.ts";
import { Contention, passesByItself } from "../store/transact.ts";
import { environment } from "./environment.ts";

/** Response of a function to API Gateway. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/** Reply of a handler: a status of its route and a body of that status's schema. */
export interface Reply<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each becomes a `set-cookie` header of its own. */
  readonly cookies?: readonly string[];
}

export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
  more: Pick<Reply, "headers" | "cookies"> = {},
): Reply<Status, Body> {
  return { status, body, ...more };
}

/** Header names in lower case, as HTTP/2 has them; the last value of a repeated one. */
export function lowerCaseHeaders(event: APIGatewayProxyEvent): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** Headers of every response, successful or not. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=63072000; includeSubDomains",
};

/** Renders an error as problem details (RFC 9457). */
export function renderProblem(error: ServiceError, requestId: string): HttpResponse {
  const { status, title } = PROBLEMS[error.code];
  const { errors, retryAfterSeconds, headers } = error.extras;
  const body: ProblemBody = {
    type: problemType(error.code, environment().publicBaseUrl),
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    ...(errors ? { errors } : {}),
  };
  return {
    statusCode: status,
    headers: {
      ...COMMON_HEADERS,
      ...headers,
      "content-type": "application/problem+json",
      "x-request-id": requestId,
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    },
    body: JSON.stringify(body),
  };
}

/** Turns anything thrown into an error for the caller. Unknown errors become `internal` and reveal nothing. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof Contention) return known("conflict", error.message, 1);
  if (error instanceof ServiceError) return error;
  // A single write that conflicted with a transaction on the same item: the request lost a race. By name, because the
  // class would bring the client into every bundle.
  if (error instanceof Error && error.name === "TransactionConflictException")
    return toServiceError(new Contention());
  if (passesByItself(error)) return known("service_unavailable", "Try again shortly.", 1);
  return known("internal", "Something went wrong on our side. The error was logged.");
}

function known(code: ErrorCode, detail: string, retryAfterSeconds?: number): ServiceError {
  return new ServiceError(
    code,
    detail,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}
