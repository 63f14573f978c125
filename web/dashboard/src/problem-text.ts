import type { ProblemCode } from "../../../clients/typescript/src/problem.ts";
import { type TextKey, t } from "./texts/t.ts";

const KEYS: Readonly<Record<ProblemCode, TextKey>> = {
  invalid_request: "problem.invalidRequest",
  unauthenticated: "problem.unauthenticated",
  token_expired: "problem.unauthenticated",
  insufficient_credits: "problem.insufficientCredits",
  forbidden: "problem.forbidden",
  second_factor_required: "problem.secondFactorRequired",
  not_found: "problem.notFound",
  method_not_allowed: "problem.unexpected",
  checkout_not_open: "problem.checkoutNotOpen",
  checkout_blocked: "problem.checkoutBlocked",
  idempotency_in_progress: "problem.inProgress",
  delivery_in_progress: "problem.inProgress",
  endpoint_disabled: "problem.endpointDisabled",
  conflict: "problem.conflict",
  payload_too_large: "problem.payloadTooLarge",
  unsupported_media_type: "problem.unexpected",
  idempotency_mismatch: "problem.unexpected",
  rate_limited: "problem.rateLimited",
  internal: "problem.internal",
  service_unavailable: "problem.serviceUnavailable",
  unreachable: "problem.unreachable",
  untrusted: "problem.unreachable",
  timeout: "problem.unreachable",
  unexpected: "problem.unexpected",
};

/** What an error code of the API means, in the language of the dashboard. */
export function problemText(code: ProblemCode): string {
  // A newer service may know codes that this version does not.
  return t(KEYS[code] ?? "problem.unexpected");
}
