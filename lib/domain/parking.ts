const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Why an attempt waits. `not_found`: the bank may simply not have it yet. */
export type ParkingReason =
  | "provider_unavailable"
  | "unreadable"
  | "insufficient_credits"
  | "not_found";

/** Waits after the first, second, … try that could not decide; the last one repeats. */
const PARKED_WAITS_MS = [15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
const NOT_FOUND_WAITS_MS = [15 * SECOND, MINUTE];

export interface ParkedAttempt {
  readonly reason: ParkingReason;
  /** Tries in a row that ended for this reason, the present one included; at least 1. */
  readonly triesSoFar: number;
  readonly now: number;
  /** `expires_at` of the checkout plus the 24 h of grace. */
  readonly graceEndsAt: number;
}

/** When to try again (ms), or what the attempt becomes: a final `not_found`, or a person decides. */
export type NextTry = { readonly at: number } | { readonly final: "not_found" | "review" };

/**
 * Schedule of a parked attempt: 15 s, 1 min, 5 min, 15 min, 1 h, then hourly, with one last try at the end
 * of the grace period. `not_found` is retried twice (15 s, 1 min) before it is believed.
 */
export function nextTry({ reason, triesSoFar, now, graceEndsAt }: ParkedAttempt): NextTry {
  const notFound = reason === "not_found";
  const last = { final: notFound ? "not_found" : "review" } as const;
  if (now >= graceEndsAt) return last;
  const waits = notFound ? NOT_FOUND_WAITS_MS : PARKED_WAITS_MS;
  const step = Math.max(0, triesSoFar - 1);
  const wait = notFound ? waits[step] : waits[Math.min(step, waits.length - 1)];
  return wait === undefined ? last : { at: Math.min(now + wait, graceEndsAt) };
}
