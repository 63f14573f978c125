import { ApiProblem } from "../../../../clients/typescript/src/problem.ts";

/** How long a code is good, in s. */
const CODE_LIFETIME_S = 300;

/**
 * Seconds until the service sends another code; null for any other problem. Until then the code before, of another dialog or
 * page, may still be good.
 */
export function tooSoonSeconds(error: unknown): number | null {
  if (!(error instanceof ApiProblem) || error.code !== "rate_limited") return null;
  const seconds = error.retryAfterSeconds ?? 0;
  return seconds <= CODE_LIFETIME_S ? seconds : null;
}
