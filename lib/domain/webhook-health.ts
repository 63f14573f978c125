import type { EndpointHealth } from "./webhook-endpoint.ts";

/** Failures in a row after which an endpoint is served from the slow lane. */
export const SLOW_AFTER_FAILURES = 5;
/** An answer that takes longer sends its endpoint to the slow lane, whatever it says. */
export const SLOW_ANSWER_MS = 5_000;
/** An endpoint is disabled by itself after this long without a success … */
export const DISABLE_AFTER_MS = 5 * 86_400_000;
/** … and at least this many failures. */
export const DISABLE_AFTER_FAILURES = 20;
/** A healthy endpoint's last success is written at most this often: it would be a hot item. */
const SUCCESS_NOTED_EVERY_MS = 3_600_000;

/** One finished attempt as health sees it. */
export interface HealthSample {
  readonly success: boolean;
  readonly durationMs: number;
  /** ms since the epoch. */
  readonly at: number;
}

/**
 * What to write about an endpoint after an attempt; null for nothing. Counters are increments, so that
 * attempts that end at the same moment add up. `warn`: tell the owner, once per streak. `disable`: the
 * endpoint has failed for too long.
 */
export type HealthChange =
  | { readonly kind: "success"; readonly at: number; readonly slow: boolean }
  | {
      readonly kind: "failure";
      readonly at: number;
      readonly slow: boolean;
      readonly warn: boolean;
      readonly disable: boolean;
    };

export function healthAfter(health: EndpointHealth, sample: HealthSample): HealthChange | null {
  return sample.success ? afterSuccess(health, sample) : afterFailure(health, sample);
}

function afterSuccess(health: EndpointHealth, { at, durationMs }: HealthSample) {
  const slow = durationMs > SLOW_ANSWER_MS;
  const noted = health.lastSuccessAt !== null && at - health.lastSuccessAt < SUCCESS_NOTED_EVERY_MS;
  if (health.failuresInARow === 0 && health.slow === slow && noted) return null;
  return { kind: "success", at, slow } as const;
}

function afterFailure(health: EndpointHealth, { at, durationMs }: HealthSample) {
  const failures = health.failuresInARow + 1;
  const failingFor = at - (health.failingSince ?? at);
  const slow = health.slow || failures >= SLOW_AFTER_FAILURES || durationMs > SLOW_ANSWER_MS;
  const disable = failures >= DISABLE_AFTER_FAILURES && failingFor >= DISABLE_AFTER_MS;
  // Past that count only time decides: a dead endpoint with a long queue is not written for each.
  const counted = health.failuresInARow >= DISABLE_AFTER_FAILURES;
  if (counted && slow === health.slow && !disable) return null;
  return { kind: "failure", at, slow, warn: failures === SLOW_AFTER_FAILURES, disable } as const;
}
