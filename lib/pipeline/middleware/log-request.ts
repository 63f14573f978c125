import { now } from "../deps.ts";
import { errorFields, log } from "../log.ts";
import { putMetric } from "../metrics.ts";
import { problemOf } from "./problems.ts";
import type { EndpointMiddleware } from "./request.ts";

/** Writes one log line per request, and another one and a metric if the service failed. */
export function logRequest(operation: string): EndpointMiddleware {
  return {
    after: ({ event, response }) => line(operation, event.requestContext, response?.statusCode),
    onError: ({ event, error, response }) => {
      const { code } = problemOf(error);
      if (code === "internal" || code === "service_unavailable") {
        log("error", "request failed", {
          operation,
          request_id: event.requestContext.requestId,
          code,
          ...errorFields(error),
        });
      }
      line(operation, event.requestContext, response?.statusCode, code);
    },
  };
}

function line(
  operation: string,
  {
    requestId,
    requestTimeEpoch,
  }: { readonly requestId: string; readonly requestTimeEpoch: number },
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
