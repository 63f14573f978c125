/** Automatic retries after the first attempt, as the API promises. */
export const AUTOMATIC_RETRIES = 8;

/** 6.6 s × 3ⁿ for n = 0..7 adds up to 6 h and 48 s, the promised "about 6 hours". */
const FIRST_WAIT_MS = 6_600;
const GROWTH = 3;
const JITTER = 0.1;

/** Bounds `Retry-After`, so that the retries stay near the promised six hours. */
export const LONGEST_RETRY_AFTER_MS = 15 * 60_000;

/** SQS delays a message by at most this many seconds. */
export const LONGEST_HOP_SECONDS = 900;

/** What decides when the next automatic attempt is due. */
export interface RetryInput {
  /** Automatic attempts that have failed so far, this one included: 1 after the first. */
  readonly failedAttempts: number;
  /** Unix ms. */
  readonly now: number;
  /** Uniform in [0, 1). */
  readonly random: number;
  /** `Retry-After` of the response in ms from `now`; null without a valid one. */
  readonly retryAfterMs: number | null;
}

/** The wait without jitter before retry `n` + 1, in ms; `n` is 0..7. */
export function plannedWaitMs(n: number): number {
  if (!Number.isInteger(n) || n < 0 || n >= AUTOMATIC_RETRIES) {
    throw new RangeError(`There is no retry ${n}.`);
  }
  return FIRST_WAIT_MS * GROWTH ** n;
}

/** When the next automatic attempt is due (unix ms); null if none is left. */
export function nextAttemptAt(input: RetryInput): number | null {
  if (input.failedAttempts > AUTOMATIC_RETRIES) return null;
  const jitter = 1 + JITTER * (2 * input.random - 1);
  const own = Math.round(plannedWaitMs(input.failedAttempts - 1) * jitter);
  const asked = Math.min(Math.max(input.retryAfterMs ?? 0, 0), LONGEST_RETRY_AFTER_MS);
  return input.now + Math.max(own, asked);
}

/**
 * The `DelaySeconds` (0..900) of a message that must not act before `notBefore` (both unix ms).
 * A longer wait takes several hops: a sender that receives the message early sends it again with this
 * delay. Rounded up, so that the last hop does not arrive a moment too early.
 */
export function hopDelaySeconds(now: number, notBefore: number): number {
  const rest = Math.ceil((notBefore - now) / 1000);
  return Math.min(LONGEST_HOP_SECONDS, Math.max(0, rest));
}
