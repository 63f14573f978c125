const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Consecutive failures, each of another account and reference, that change the state. */
export const OPENS_AFTER = 5;
/** A failure this long after the previous one starts a new series. */
const SERIES_ENDS_AFTER_MS = 10 * MINUTE;
/** A canary checks a provider that failed within this time. */
const SUSPICION_MS = 2 * MINUTE;
/** Waits before the first, second, … trial of one outage; the last one repeats. */
const TRIAL_WAITS_MS = [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE];
/** A working provider's last check is stored at most this often. */
const NOTED_EVERY_MS = 5 * MINUTE;

/**
 * Origin of a failed lookup. A customer chooses the reference, and so the bank's answer, so each
 * account and each reference count once. `account` is `UNPROVEN` for all new accounts together.
 */
export interface Source {
  readonly account: string;
  /** Digest of the reference. */
  readonly reference: string;
}

/** The shared account of all sources without their own vote. */
export const UNPROVEN = "unproven";

/**
 * What a lookup shows about the provider. `no_answer`: no connection or no response in time; `bad_answer`: an
 * error response; `unreadable`: a page that the adapter cannot parse.
 */
export type EvidenceKind = "receipt" | "not_found" | FailureKind;
export type FailureKind = "no_answer" | "bad_answer" | "unreadable";
export type Evidence =
  | { readonly kind: "receipt" | "not_found" }
  | { readonly kind: "no_answer" | "bad_answer"; readonly source: Source }
  | { readonly kind: "unreadable"; readonly source: Source };

/** Result of a canary. `contradicted`: anything but "not found" for a reference that cannot exist. */
export type CanaryResult = "passed" | FailureKind | "contradicted";

export type BreakerCause = FailureKind | "canary_failed";

/** An operator has switched the provider off. */
export interface SwitchedOff {
  readonly at: number;
  /** Why, for the other operators. */
  readonly note: string;
}

/** Result of the last canary. */
export interface NotedCanary {
  readonly result: CanaryResult;
  readonly at: number;
}

/** Health of one provider, shared by all functions. Instants in ms. */
export interface Breaker {
  /** `open` refuses lookups; `degraded` allows them although some pages cannot be read. */
  readonly state: "closed" | "degraded" | "open";
  /** The current series of `no_answer` and `bad_answer`. */
  readonly failures: readonly Source[];
  /** The current series of `unreadable`; only a readable receipt ends it early. */
  readonly unreadable: readonly Source[];
  readonly lastFailureAt: number | null;
  /** Null while closed. */
  readonly cause: BreakerCause | null;
  /** While not closed: when the next trial is due. */
  readonly trialAt: number;
  /** Trials started in this outage; the waits between them grow. */
  readonly trials: number;
  /** Account of the last parked attempt used for a trial; the next trial starts after it. */
  readonly drawnAfter: string;
  /** Start of the current health; null before the first lookup. */
  readonly since: number | null;
  readonly lastCheckedAt: number | null;
  /** The provider is back, and its parked attempts have not been resumed yet. */
  readonly owesResume: boolean;
  /** Absent or null unless switched off: then nothing asks the provider, and payments are parked. */
  readonly off?: SwitchedOff | null;
  /** Absent before the first one. */
  readonly canary?: NotedCanary;
}

export type Health = "up" | "degraded" | "down";

export const UNTRIED: Breaker = {
  state: "closed",
  failures: [],
  unreadable: [],
  lastFailureAt: null,
  cause: null,
  trialAt: 0,
  trials: 0,
  drawnAfter: "",
  since: null,
  lastCheckedAt: null,
  owesResume: false,
};

/** Whether a trial is due: the canary first, then parked attempts. */
export function isTrialDue({ state, cause, trialAt, off }: Breaker, now: number): boolean {
  const awaitsTrial = state === "open" || cause === "canary_failed";
  return !off && awaitsTrial && now >= trialAt;
}

/** Whether there are recent failures, but of too few accounts, so that a canary should check. */
export function isSuspect(breaker: Breaker, now: number): boolean {
  const { failures, lastFailureAt } = breaker;
  return !isRefusing(breaker) && failures.length > 0 && now - (lastFailureAt ?? 0) <= SUSPICION_MS;
}

/** Whether lookups are refused: the provider is down, or switched off. */
export function isRefusing({ state, off }: Breaker): boolean {
  return state === "open" || Boolean(off);
}

/** Switches a provider off. Lookups that are running may still report what they see. */
export function switchedOff(breaker: Breaker, note: string, now: number): Breaker {
  return shownSince(breaker, { ...breaker, off: { at: now, note } }, now);
}

/** Switches a provider on again: what was parked meanwhile is resumed, after a trial where it was down. */
export function switchedOn(breaker: Breaker, now: number): Breaker {
  return shownSince(breaker, { ...breaker, off: null, owesResume: true, trialAt: now }, now);
}

/** The state after a trial starts: the next trial is due after a longer wait. */
export function beginTrial(breaker: Breaker, now: number): Breaker {
  const trials = breaker.trials + 1;
  return { ...breaker, trials, trialAt: now + trialWait(trials) };
}

/** Applies the evidence of one lookup. Returns the same object if nothing changes. */
export function observe(breaker: Breaker, evidence: Evidence, now: number): Breaker {
  return shownSince(breaker, fold(breaker, evidence, now), now);
}

/** Applies the result of a canary, which no customer can influence. */
export function observeCanary(breaker: Breaker, result: CanaryResult, now: number): Breaker {
  const next = { ...foldCanary(breaker, result, now), canary: { result, at: now } };
  return shownSince(breaker, next, now);
}

/** The state after all parked attempts were resumed. */
export function resumed(breaker: Breaker): Breaker {
  return !isRefusing(breaker) && breaker.owesResume ? { ...breaker, owesResume: false } : breaker;
}

/** Health as the status page shows it. */
export function healthOf(breaker: Breaker): Health {
  const { state, failures, unreadable } = breaker;
  if (isRefusing(breaker)) return "down";
  return state === "degraded" || failures.length + unreadable.length > 0 ? "degraded" : "up";
}

function fold(breaker: Breaker, evidence: Evidence, now: number): Breaker {
  switch (evidence.kind) {
    case "receipt":
      return onReceipt(breaker, now);
    case "not_found":
      return onNotFound(breaker, now);
    case "unreadable":
      return breaker.state === "closed" ? onUnreadable(breaker, evidence.source, now) : breaker;
    case "no_answer":
    case "bad_answer":
      return breaker.state === "open" ? breaker : onFailure(breaker, evidence, now);
  }
}

function onReceipt(breaker: Breaker, now: number): Breaker {
  if (breaker.cause === "canary_failed") {
    return breaker.state === "degraded"
      ? noted(breaker, now)
      : { ...breaker, state: "degraded", lastCheckedAt: now, owesResume: true };
  }
  return breaker.state === "closed" && breaker.failures.length + breaker.unreadable.length === 0
    ? noted(breaker, now)
    : closed(breaker, now);
}

/** "Not found" shows that the bank answers, but not that its receipts are readable. */
function onNotFound(breaker: Breaker, now: number): Breaker {
  if (breaker.cause === "canary_failed") return noted(breaker, now);
  if (breaker.state === "open") return answering(breaker, now);
  return breaker.failures.length > 0
    ? { ...breaker, failures: [], lastCheckedAt: now }
    : noted(breaker, now);
}

function onUnreadable(breaker: Breaker, source: Source, now: number): Breaker {
  const unreadable = extended(breaker.unreadable, source, breaker.lastFailureAt, now);
  if (unreadable === breaker.unreadable) return breaker;
  const next = { ...breaker, unreadable, lastFailureAt: now, lastCheckedAt: now };
  return unreadable.length < OPENS_AFTER
    ? next
    : { ...next, state: "degraded", cause: "unreadable" };
}

function onFailure(
  breaker: Breaker,
  { kind, source }: { readonly kind: "no_answer" | "bad_answer"; readonly source: Source },
  now: number,
): Breaker {
  const failures = extended(breaker.failures, source, breaker.lastFailureAt, now);
  if (failures === breaker.failures) return breaker;
  const next = { ...breaker, failures, lastFailureAt: now, lastCheckedAt: now };
  return failures.length < OPENS_AFTER ? next : opened(next, kind, now);
}

function foldCanary(breaker: Breaker, result: CanaryResult, now: number): Breaker {
  switch (result) {
    case "passed":
      return breaker.cause === "unreadable"
        ? { ...breaker, failures: [], lastCheckedAt: now }
        : answering(breaker, now);
    case "unreadable":
      // Receipts were readable, and an unreadable "not found" page blocks no payment.
      return breaker.cause === "canary_failed"
        ? { ...breaker, lastCheckedAt: now }
        : opened(breaker, "canary_failed", now);
    case "contradicted":
      return opened(breaker, "canary_failed", now);
    case "no_answer":
    case "bad_answer":
      return opened(breaker, result, now);
  }
}

/** Adds a source to a series; returns the same series if its account or reference is in it. */
function extended(
  row: readonly Source[],
  source: Source,
  lastFailureAt: number | null,
  now: number,
): readonly Source[] {
  const goesOn = now - (lastFailureAt ?? 0) <= SERIES_ENDS_AFTER_MS;
  if (!goesOn) return [source];
  const isKnown = row.some(
    ({ account, reference }) => account === source.account || reference === source.reference,
  );
  return isKnown ? row : [...row, source];
}

function closed(breaker: Breaker, now: number): Breaker {
  const { state, since, owesResume, drawnAfter, off, canary } = breaker;
  const wasOut = state !== "closed";
  return {
    ...{ ...UNTRIED, since, drawnAfter, lastCheckedAt: now, owesResume: owesResume || wasOut },
    ...(off && { off }),
    ...(canary && { canary }),
  };
}

/** The bank answers again: only a readable receipt ends a series of unreadable pages. */
function answering(breaker: Breaker, now: number): Breaker {
  const { unreadable, lastFailureAt } = breaker;
  return { ...closed(breaker, now), unreadable, lastFailureAt };
}

/** An open breaker keeps the trial plan of its outage. */
function opened(breaker: Breaker, cause: BreakerCause, now: number): Breaker {
  const next: Breaker = { ...breaker, state: "open", cause, lastCheckedAt: now };
  return breaker.state === "open" ? next : { ...next, trials: 0, trialAt: now + trialWait(0) };
}

function noted(breaker: Breaker, now: number): Breaker {
  const isRecent = now - (breaker.lastCheckedAt ?? 0) < NOTED_EVERY_MS;
  return isRecent ? breaker : { ...breaker, lastCheckedAt: now };
}

function trialWait(trials: number): number {
  return TRIAL_WAITS_MS[Math.min(trials, TRIAL_WAITS_MS.length - 1)] ?? MINUTE;
}

function shownSince(before: Breaker, after: Breaker, now: number): Breaker {
  const isSame = before.since !== null && healthOf(before) === healthOf(after);
  return isSame ? after : { ...after, since: now };
}
