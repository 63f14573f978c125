import { PROBLEMS, type ProblemBody, problemType } from "../contract/problems.ts";
import { type ErrorCode, ServiceError } from "../domain/errors.ts";
import { passesByItself } from "../store/passing-error.ts";
import type { HttpResponse } from "./http.ts";

/** Headers of every answer of ours, whether it is good news or not. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=63072000; includeSubDomains",
};

/** Renders an error as problem details (RFC 9457). What is not ours to show becomes `internal`. */
export function renderProblem(error: ServiceError, requestId: string): HttpResponse {
  const { status, title } = PROBLEMS[error.code];
  const { errors, retryAfterSeconds, headers } = error.extras;
  const body: ProblemBody = {
    type: problemType(error.code),
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

/** Makes of any thrown thing an error that may be shown: nothing of the inside gets out. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (passesByItself(error)) return known("service_unavailable", "Please try again shortly.", 1);
  return known("internal", "Something went wrong on our side; it has been recorded.");
}

function known(code: ErrorCode, detail: string, retryAfterSeconds?: number): ServiceError {
  return new ServiceError(code, detail, { retryAfterSeconds });
}
