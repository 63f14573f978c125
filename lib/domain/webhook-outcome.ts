/** Why an attempt failed, as the API names it. */
export const DELIVERY_ERROR_CODES = [
  "http_status",
  "dns_error",
  "connection_refused",
  "connection_reset",
  "timeout",
  "tls_error",
  "redirect",
  "ssrf_blocked",
] as const;

export type DeliveryErrorCode = (typeof DELIVERY_ERROR_CODES)[number];

/** The codes of attempts without a response. */
export type OutboundErrorCode = Exclude<DeliveryErrorCode, "http_status" | "redirect">;

/** The result of one POST. Header names are lower-case. */
export type AttemptResult =
  | {
      readonly kind: "response";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: "error"; readonly code: OutboundErrorCode };

/**
 * `retry`: try again as scheduled. `fail`: end this delivery. `disable`: end this delivery and disable the
 * endpoint, because the receiver asked for it.
 */
export type Verdict =
  | { readonly verdict: "success"; readonly errorCode: null }
  | { readonly verdict: "retry" | "fail" | "disable"; readonly errorCode: DeliveryErrorCode };

/** The header with which a receiver disables its endpoint: value `disable`, with any status. */
export const DISABLE_HEADER = "webhook-delivery";

/** Judges one attempt by its status. A redirect is a failure, because it is never followed. */
export function judgeAttempt(result: AttemptResult): Verdict {
  if (result.kind === "error") {
    const verdict = result.code === "ssrf_blocked" ? "fail" : "retry";
    return { verdict, errorCode: result.code };
  }
  if (wantsNoMore(result)) return { verdict: "disable", errorCode: "http_status" };
  if (result.status >= 200 && result.status <= 299) return { verdict: "success", errorCode: null };
  const redirected = result.status >= 300 && result.status <= 399;
  return { verdict: "retry", errorCode: redirected ? "redirect" : "http_status" };
}

function wantsNoMore(answer: Extract<AttemptResult, { kind: "response" }>): boolean {
  return (
    answer.status === 410 || answer.headers[DISABLE_HEADER]?.trim().toLowerCase() === "disable"
  );
}
