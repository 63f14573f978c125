/** Why an endpoint is disabled: by its owner, by its receiver's answer, or because it failed for too long. */
export const DISABLED_REASONS = ["by_owner", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** How the last attempts at an endpoint went. */
export interface EndpointHealth {
  /** Failures since the last success. Not counted beyond 20, where only time decides. */
  readonly failuresInARow: number;
  /** How many of the latest failures were timeouts, without another failure between them. */
  readonly timeoutsInARow: number;
  /** First failure since the last success, ms; null while nothing fails. */
  readonly failingSince: number | null;
  /** When its owner was last warned, ms; in this streak if not before `failingSince`. */
  readonly warnedAt?: number;
  /** Accurate to an hour while the endpoint succeeds. */
  readonly lastSuccessAt: number | null;
  /** Served from the slow lane. */
  readonly slow: boolean;
}

/** A URL of an app that subscribes to event types of one mode. */
export interface WebhookEndpoint extends EndpointHealth {
  readonly id: string;
  readonly accountId: string;
  readonly appId: number;
  readonly livemode: boolean;
  readonly url: string;
  /** Event types, or `*` for all. */
  readonly events: readonly string[];
  readonly description: string | null;
  readonly status: "enabled" | "disabled";
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: number | null;
  /** Encrypted, with the endpoint's id as context. */
  readonly secret: string;
  /** Signs too, until the overlap of a rotation ends. */
  readonly previousSecret: { readonly sealed: string; readonly until: number } | null;
  /** ms; absent until a rotation. */
  readonly secretRotatedAt?: number;
  readonly createdAt: number;
  /** Whether deliveries to it may be in several partitions; absent for no. Once so, always so. */
  readonly isSpread?: boolean;
  /** Of an endpoint that an earlier release deleted, whose item is kept for 90 days; null for any other. */
  readonly deletedAt: number | null;
}

/** Longer than a request runs and than clocks differ: an event of an endpoint's lifetime is never taken for older. */
const CLOCK_TOLERANCE_MS = 3_600_000;

/** The fields of an event that decide which endpoints receive it. */
export interface RoutedEvent {
  readonly type: string;
  /** Null for an event of the whole account, which endpoints of every app can receive. */
  readonly appId: number | null;
  readonly livemode: boolean;
}

/**
 * Whether an endpoint, enabled or not, subscribes to an event. Never true for a `ping`, because the test
 * button creates its only delivery itself.
 */
export function wantsEvent(
  endpoint: Pick<WebhookEndpoint, "appId" | "livemode" | "events" | "deletedAt">,
  event: RoutedEvent,
): boolean {
  if (endpoint.deletedAt !== null || event.type === "ping") return false;
  if (endpoint.livemode !== event.livemode) return false;
  if (event.appId !== null && event.appId !== endpoint.appId) return false;
  return endpoint.events.includes("*") || endpoint.events.includes(event.type);
}

/**
 * Whether an event is older than an endpoint, as in a replay of the bus. `eventAt` in ms; null if unknown, which is false:
 * an old event in addition does less harm than a lost one.
 */
export function predates(
  eventAt: number | null,
  { createdAt }: Pick<WebhookEndpoint, "createdAt">,
): boolean {
  return eventAt !== null && eventAt < createdAt - CLOCK_TOLERANCE_MS;
}

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

const LOOPBACK_HTTP = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/;

/** True for an `http:` URL on the developer's own machine, such as `http://localhost:3000/thanks`. */
export function isLoopbackHttp(url: string): boolean {
  return LOOPBACK_HTTP.test(url) && URL.canParse(url);
}
