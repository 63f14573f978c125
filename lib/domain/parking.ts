const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Why an attempt waits. `not_found`: the receipt may not have appeared at the bank yet. */
export type ParkingReason =
  | "provider_unavailable"
  | "unreadable"
  | "insufficient_credits"
  | "not_found";

/** Waits after the first, second, … undecided try; the last one repeats. */
const PARKED_WAITS_MS = [15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
const NOT_FOUND_WAITS_MS = [15 * SECOND, MINUTE];

export interface ParkedAttempt {
  readonly reason: ParkingReason;
  /** Consecutive tries that ended for this reason, this one included; at least 1. */
  readonly triesSoFar: number;
  readonly now: number;
  /** `expires_at` of the checkout plus the grace period of 24 h. */
  readonly graceEndsAt: number;
}

/**
 * When to try a parked attempt again (ms): after 15 s, 1 min, 5 min, 15 min, 1 h, then hourly, with a last try at the
 * end of the grace period. `not_found` is retried twice (15 s, 1 min). Null after the last try.
 */
export function nextTry({ reason, triesSoFar, now, graceEndsAt }: ParkedAttempt): number | null {
  const notFound = reason === "not_found";
  if (now >= graceEndsAt) return null;
  const waits = notFound ? NOT_FOUND_WAITS_MS : PARKED_WAITS_MS;
  const step = Math.max(0, triesSoFar - 1);
  const wait = notFound ? waits[step] : waits[Math.min(step, waits.length - 1)];
  return wait === undefined ? null : Math.min(now + wait, graceEndsAt);
}

/**
 * Merges groups round-robin, one entry of each group per round: however long a group is, it delays the first
 * entry of another group by at most one place.
 */
export function inTurns<T>(groups: readonly (readonly T[])[]): readonly T[] {
  const rounds = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    groups.flatMap((group) => group.slice(round, round + 1)),
  );
}
