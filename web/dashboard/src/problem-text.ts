import type { ApiProblem, ProblemCode } from "../../../clients/typescript/src/problem.ts";
import { type TextKey, t } from "./texts/t.ts";

/** For these, the user can do nothing else, and neither for those of a newer service. */
type Unexpected =
  | "method_not_allowed"
  | "unsupported_media_type"
  | "idempotency_mismatch"
  | "unexpected";

const KEYS: Readonly<Record<Exclude<ProblemCode, Unexpected>, TextKey>> = {
  invalid_request: "problem.invalidRequest",
  unauthenticated: "problem.unauthenticated",
  token_expired: "problem.unauthenticated",
  insufficient_credits: "problem.insufficientCredits",
  forbidden: "problem.forbidden",
  account_suspended: "problem.accountSuspended",
  second_factor_required: "problem.secondFactorRequired",
  not_found: "problem.notFound",
  checkout_not_open: "problem.checkoutNotOpen",
  checkout_blocked: "problem.checkoutBlocked",
  idempotency_in_progress: "problem.inProgress",
  delivery_in_progress: "problem.inProgress",
  endpoint_disabled: "problem.endpointDisabled",
  conflict: "problem.conflict",
  payload_too_large: "problem.payloadTooLarge",
  rate_limited: "problem.rateLimited",
  internal: "problem.internal",
  service_unavailable: "problem.serviceUnavailable",
  unreachable: "problem.unreachable",
  untrusted: "problem.unreachable",
  timeout: "problem.unreachable",
};

/** What a problem means, in the language of the dashboard. */
export function problemText({ code, status }: Pick<ApiProblem, "code" | "status">): string {
  if (code === "unexpected") return t(strangerKey(status));
  return t(KEYS[code as keyof typeof KEYS] ?? "problem.unexpected");
}

/** Not this service has responded, but what stands before it, or the login page of a network. */
function strangerKey(status: number): TextKey {
  if (status === 413) return "problem.payloadTooLarge";
  if (status === 429) return "problem.rateLimited";
  return status >= 500 ? "problem.serviceUnavailable" : "problem.unreachable";
}
