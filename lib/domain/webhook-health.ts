import type { EndpointHealth } from "./webhook-endpoint.ts";

/** Failures in a row after which an endpoint is served from the slow lane. */
export const SLOW_AFTER_FAILURES = 5;
/** After a slower answer, successful or not, the endpoint is served from the slow lane. */
export const SLOW_ANSWER_MS = 5_000;
/** An endpoint is disabled automatically after this long without a success … */
export const DISABLE_AFTER_MS = 5 * 86_400_000;
/** … and at least this many failures. */
export const DISABLE_AFTER_FAILURES = 20;
/** A healthy endpoint's last success is written at most this often, to keep the item from becoming hot. */
const SUCCESS_NOTED_EVERY_MS = 3_600_000;

/** The result of an attempt that affects health. */
export interface HealthSample {
  readonly success: boolean;
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** ms since the epoch. */
  readonly at: number;
}

/**
 * A change of an endpoint's health after an attempt. Counters are incremented, so that attempts which end at
 * the same moment add up. `warn`: notify the owner, once per streak. `disable`: it has failed for too long.
 */
export type HealthChange =
  | { readonly kind: "success"; readonly at: number; readonly slow: boolean }
  | {
      readonly kind: "failure";
      readonly at: number;
      readonly slow: boolean;
      readonly timedOut: boolean;
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

function afterFailure(health: EndpointHealth, { at, durationMs, timedOut }: HealthSample) {
  const failures = health.failuresInARow + 1;
  const since = health.failingSince ?? at;
  const slow = health.slow || failures >= SLOW_AFTER_FAILURES || durationMs > SLOW_ANSWER_MS;
  const disable = failures >= DISABLE_AFTER_FAILURES && at - since >= DISABLE_AFTER_MS;
  // Beyond 20 failures only time decides, so a dead endpoint with a long queue is not written each time.
  const counted = health.failuresInARow >= DISABLE_AFTER_FAILURES;
  const isWarned = (health.warnedAt ?? 0) >= since;
  // Attempts that end together read the same count, so the next one may find more than five.
  const warn = failures >= SLOW_AFTER_FAILURES && !isWarned;
  if (counted && slow === health.slow && !disable && !warn) return null;
  return { kind: "failure", at, slow, timedOut, warn, disable } as const;
}

/** Timeouts in a row after which an endpoint is given less time to answer. */
const IMPATIENT_AFTER_TIMEOUTS = 2;
const SHORT_TIMEOUT_MS = 5_000;
const FULL_TIMEOUT_MS = 15_000;
/** From its fifth automatic attempt on, every delivery is given the full time again. */
const PATIENT_FROM_FAILURES = 4;

/**
 * Time for one attempt, ms: 15 s, or 5 s for an endpoint whose last attempts timed out, so that it
 * occupies fewer senders. A delivery's later attempts wait 15 s in any case, because a receiver that has
 * become slow must still be able to succeed.
 */
export function attemptTimeoutMs(health: EndpointHealth, failures: number): number {
  const isImpatient = health.timeoutsInARow >= IMPATIENT_AFTER_TIMEOUTS;
  return isImpatient && failures < PATIENT_FROM_FAILURES ? SHORT_TIMEOUT_MS : FULL_TIMEOUT_MS;
}
