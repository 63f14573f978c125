import type { APIGatewayProxyEvent } from "aws-lambda";
import { putFailedRequest } from "../../store/issues.ts";
import { type RatePolicy, takeRate } from "../../store/rate-limits.ts";
import { now, table } from "../deps.ts";
import { countUnreadable, errorFields, log, putMetric } from "../log.ts";
import { once } from "../once.ts";
import { type KeyPrincipal, readPrincipal } from "../principal.ts";
import { problemOf } from "./problems.ts";
import type { EndpointMiddleware } from "./request.ts";

/**
 * Writes one log line per request, and another one and a metric if the service failed.
 *
 * @param isPublicRead logs no successes: most of them are pay pages that poll their state, and the gateway's access
 * log has each
 */
export function logRequest(operation: string, isPublicRead = false): EndpointMiddleware {
  return {
    after: ({ event, response }) => {
      const status = response?.statusCode;
      if (isPublicRead && status !== undefined && status < 400) return;
      line(operation, event.requestContext, status);
    },
    onError: ({ event, error, response }) => {
      const { code } = problemOf(error);
      if (code === "internal" || code === "service_unavailable") {
        const { requestId: request_id } = event.requestContext;
        log("error", "request failed", { operation, request_id, code, ...errorFields(error) });
        countUnreadable(error);
      }
      line(operation, event.requestContext, response?.statusCode, code);
    },
  };
}

function line(
  operation: string,
  { requestId, requestTimeEpoch }: APIGatewayProxyEvent["requestContext"],
  status: number | undefined,
  code?: string,
): void {
  if (status !== undefined && status >= 500) putMetric("RequestsFailed", 1, { operation });
  log("info", "request", {
    operation,
    request_id: requestId,
    status,
    code,
    duration_ms: Math.max(0, now() - requestTimeEpoch),
  });
}

/**
 * Failed requests that are stored of one account. Counting costs a write as well, so that a flood of
 * failures costs at most 201 writes an hour and one more for each running container.
 */
const POLICY: RatePolicy = { name: "failed-requests", limit: 100, windowSeconds: 3600 };
const MAX_DETAIL = 300;
const MAX_SILENT = 1_000;

/** Accounts whose failures are not stored until the given time (ms), so that a container does not count them either. */
const silentUntil = once(() => new Map<string, number>());

/**
 * Stores requests of valid API keys that failed, for the dashboard. Successful ones are not stored: that
 * would cost a write on each payment. An unavailable table answers 503, which is not stored either.
 */
export function recordFailure(): EndpointMiddleware {
  return {
    onError: async ({ event, error, response }) => {
      const { code, message } = problemOf(error);
      const principal = readPrincipal(event.requestContext.authorizer?.principal);
      if (principal?.kind !== "key" || code === "service_unavailable") return;
      try {
        await record(event, principal, { status: response?.statusCode ?? 500, code, message });
      } catch (failure) {
        log("warn", "failed request not stored", errorFields(failure));
      }
    },
  };
}

async function record(
  event: APIGatewayProxyEvent,
  { accountId, mode, appId, keyId }: KeyPrincipal,
  problem: { readonly status: number; readonly code: string; readonly message: string },
): Promise<void> {
  const at = now();
  if ((silentUntil().get(accountId) ?? 0) > at) return;
  const rate = await takeRate(table(), POLICY, accountId, at);
  if (!rate.allowed) {
    if (silentUntil().size >= MAX_SILENT) silentUntil().clear();
    silentUntil().set(accountId, at + rate.resetSeconds * 1000);
    return;
  }
  await putFailedRequest(table(), {
    requestId: event.requestContext.requestId,
    accountId,
    mode,
    appId,
    keyId,
    method: event.httpMethod,
    path: event.path.slice(0, 300),
    status: problem.status,
    code: problem.code,
    // Internal errors don't show their cause.
    detail: problem.code === "internal" ? null : problem.message.slice(0, MAX_DETAIL),
    at,
  });
}
