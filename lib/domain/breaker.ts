const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Failures in a row that open it. */
export const OPENS_AFTER = 5;
/** A failure this long after the one before begins a new row. */
const FORGOTTEN_AFTER_MS = 10 * MINUTE;
/** Waits before the first, second, … trial of one outage; the last one repeats. */
const TRIAL_WAITS_MS = [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE];
/** A trial that never told how it ended is forgotten after this. */
const TRIAL_MS = MINUTE;
/** How often a provider that works has to be noted as such. */
const NOTED_EVERY_MS = 5 * MINUTE;

/** What one question to a provider says about the provider itself. */
export type Evidence =
  | { readonly kind: "receipt" }
  | { readonly kind: "not_found" }
  /** Nothing came back: no connection, no answer in time. */
  | { readonly kind: "no_answer" }
  /**
   * An answer that cannot be one: an error of the server, or a page nobody can read. The question may
   * have caused it, so one `subject` (a checkout) counts once.
   */
  | { readonly kind: "bad_answer"; readonly subject: string }
  /** The canary got anything else than the known "not found". */
  | { readonly kind: "canary_failed" };

/** Why it opened: what it takes to close it depends on it. */
export type BreakerCause = "no_answer" | "bad_answer" | "canary_failed";

/** Health of one provider, shared by everybody who asks it. Instants in ms. */
export interface Breaker {
  readonly state: "closed" | "open" | "half_open";
  /** One entry for each failure in a row; the subject of a bad answer, else an empty text. */
  readonly failures: readonly string[];
  readonly lastFailureAt: number | null;
  readonly cause: BreakerCause | null;
  /** While open: when a trial may be made; while half open: until when the trial counts. */
  readonly until: number;
  /** Times it opened in this outage, for the growing wait. */
  readonly openings: number;
  /** Since when it is shown with its present health; null before anybody asked. */
  readonly since: number | null;
  readonly lastCheckedAt: number | null;
  /** It was open, and nobody has woken the attempts that were parked meanwhile. */
  readonly owesResume: boolean;
}

export type Health = "up" | "degraded" | "down";

export const UNTRIED: Breaker = {
  state: "closed",
  failures: [],
  lastFailureAt: null,
  cause: null,
  until: 0,
  openings: 0,
  since: null,
  lastCheckedAt: null,
  owesResume: false,
};

/** Whether the provider may be asked now; `trial`: by whoever stores the half-open state first. */
export function admission(breaker: Breaker, now: number): "pass" | "trial" | "refuse" {
  if (breaker.state === "closed") return "pass";
  return now >= breaker.until ? "trial" : "refuse";
}

/** The state while one trial is made. */
export function beginTrial(breaker: Breaker, now: number): Breaker {
  return shownSince(breaker, { ...breaker, state: "half_open", until: now + TRIAL_MS }, now);
}

/** Folds evidence into the state. Returns the same object where nothing has to be stored. */
export function observe(breaker: Breaker, evidence: Evidence, now: number): Breaker {
  const next =
    evidence.kind === "receipt" || evidence.kind === "not_found"
      ? onAnswer(breaker, evidence.kind, now)
      : onFailure(breaker, evidence, now);
  return next === breaker ? breaker : shownSince(breaker, next, now);
}

/** Nobody is left to be woken. */
export function resumed(breaker: Breaker): Breaker {
  return breaker.state === "closed" && breaker.owesResume
    ? { ...breaker, owesResume: false }
    : breaker;
}

/** What the status page calls it. */
export function healthOf(breaker: Breaker): Health {
  if (breaker.state === "open") return "down";
  return breaker.state === "half_open" || breaker.failures.length > 0 ? "degraded" : "up";
}

function onAnswer(breaker: Breaker, kind: "receipt" | "not_found", now: number): Breaker {
  const { since, owesResume } = breaker;
  const works: Breaker = { ...UNTRIED, since, owesResume, lastCheckedAt: now };
  if (breaker.state === "closed") {
    // A page that nobody can read any more says "not found" as well as ever.
    const left = kind === "receipt" ? [] : breaker.failures.filter((subject) => subject !== "");
    const isNews = left.length < breaker.failures.length;
    if (!isNews && now - (breaker.lastCheckedAt ?? 0) < NOTED_EVERY_MS) return breaker;
    return { ...works, failures: left, lastFailureAt: breaker.lastFailureAt };
  }
  if (kind === "receipt" || breaker.cause !== "bad_answer") return works;
  return { ...breaker, state: "open", until: now + trialWait(breaker), lastCheckedAt: now };
}

function onFailure(
  breaker: Breaker,
  evidence: Exclude<Evidence, { kind: "receipt" | "not_found" }>,
  now: number,
): Breaker {
  const checked = { ...breaker, lastCheckedAt: now, lastFailureAt: now };
  if (evidence.kind === "canary_failed") return opened(checked, "canary_failed", now);
  if (breaker.state === "open") return checked;
  if (breaker.state === "half_open") return opened(checked, evidence.kind, now);
  const inARow =
    breaker.lastFailureAt !== null && now - breaker.lastFailureAt <= FORGOTTEN_AFTER_MS;
  const before = inARow ? breaker.failures : [];
  const subject = evidence.kind === "bad_answer" ? evidence.subject : "";
  const isKnown = subject !== "" && before.includes(subject);
  const failures = isKnown ? before : [...before, subject];
  const next = { ...checked, failures };
  return failures.length >= OPENS_AFTER ? opened(next, evidence.kind, now) : next;
}

function opened(breaker: Breaker, cause: BreakerCause, now: number): Breaker {
  // Still open by an outage of its own: that it goes on is no news.
  const openings = breaker.state === "open" ? breaker.openings : breaker.openings + 1;
  const next: Breaker = { ...breaker, state: "open", cause, openings, owesResume: true };
  return { ...next, until: now + trialWait(next) };
}

function trialWait({ openings }: Breaker): number {
  const step = Math.min(Math.max(openings, 1), TRIAL_WAITS_MS.length) - 1;
  return TRIAL_WAITS_MS[step] ?? MINUTE;
}

function shownSince(before: Breaker, after: Breaker, now: number): Breaker {
  const isSame = before.since !== null && healthOf(before) === healthOf(after);
  return isSame ? after : { ...after, since: now };
}
