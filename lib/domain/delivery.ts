import type { DeliveryErrorCode, Verdict } from "./webhook-outcome.ts";

/** The status in the API. `delivering` while a sender holds the lease. */
export const DELIVERY_STATUSES = [
  "pending",
  "delivering",
  "retrying",
  "succeeded",
  "failed",
  "canceled",
  "skipped",
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** State of the automatic attempts. Manual attempts do not change it unless they succeed. */
export type DeliveryPlan = Exclude<DeliveryStatus, "delivering">;

export const DELIVERY_TRIGGERS = ["automatic", "manual"] as const;
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number];

/** The two queues. The slow one serves endpoints that fail or answer slowly. */
export type DeliveryLane = "delivery" | "delivery-slow";

/** One event on its way to one endpoint. Times are ms since the epoch. */
export interface Delivery {
  readonly id: string;
  readonly accountId: string;
  readonly appId: number;
  readonly endpointId: string;
  readonly livemode: boolean;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly plan: DeliveryPlan;
  /** Trigger of the waiting attempt, or of the last one. */
  readonly trigger: DeliveryTrigger;
  /** Recorded attempts, automatic and manual. */
  readonly attemptsCount: number;
  /** Automatic attempts that failed, 0..9. */
  readonly failures: number;
  /** When the next automatic attempt is due; null once the plan has ended, or if none was planned. */
  readonly nextAttemptAt: number | null;
  /** When a manual attempt was requested that has not been made yet. */
  readonly manualAt: number | null;
  /** End of the lease, during which only one sender may work on it; 0 without a lease. */
  readonly leaseUntil: number;
  /** Leases taken for the waiting attempt. More than one means that a sender died during it. */
  readonly leases: number;
  readonly lane: DeliveryLane;
  readonly version: number;
  readonly lastStatusCode: number | null;
  readonly lastErrorCode: DeliveryErrorCode | null;
  readonly createdAt: number;
  readonly completedAt: number | null;
}

/** Leases per attempt. After that many dead senders the attempt is recorded as failed. */
export const MAX_LEASES_PER_ATTEMPT = 5;
/** Length of a lease. Longer than a POST with its records can take. */
export const LEASE_MS = 60_000;

/** The result of an attempt that decides the next state. */
export interface FinishedAttempt {
  readonly verdict: Verdict;
  readonly statusCode: number | null;
  /** End of the attempt. */
  readonly at: number;
  /** When the next automatic attempt is due after this failure; null if none is left. */
  readonly retryAt: number | null;
  /** Queue of the next attempt. */
  readonly lane: DeliveryLane;
}

/** A new delivery. `manual` plans a single attempt. `skip` only records it, because its endpoint is disabled. */
export function newDelivery(
  facts: Pick<
    Delivery,
    "id" | "accountId" | "appId" | "endpointId" | "livemode" | "eventId" | "eventType" | "lane"
  >,
  at: number,
  trigger: DeliveryTrigger | "skip" = "automatic",
): Delivery {
  const plan = trigger === "skip" ? "skipped" : "pending";
  return {
    ...facts,
    status: plan,
    plan,
    trigger: trigger === "skip" ? "automatic" : trigger,
    attemptsCount: 0,
    failures: 0,
    nextAttemptAt: trigger === "automatic" ? at : null,
    manualAt: trigger === "manual" ? at : null,
    leaseUntil: 0,
    leases: 0,
    version: 1,
    lastStatusCode: null,
    lastErrorCode: null,
    createdAt: at,
    completedAt: trigger === "skip" ? at : null,
  };
}

/** Whether no automatic attempt follows. */
export function isFinal(plan: DeliveryPlan): boolean {
  return plan !== "pending" && plan !== "retrying";
}

/** When the next attempt, automatic or manual, is due; null if none is. */
export function dueAt(delivery: Pick<Delivery, "nextAttemptAt" | "manualAt">): number | null {
  const times = [delivery.nextAttemptAt, delivery.manualAt].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** The trigger of the next attempt. A manual one goes first. */
export function triggerOf(delivery: Pick<Delivery, "manualAt">): DeliveryTrigger {
  return delivery.manualAt === null ? "automatic" : "manual";
}

/** Whether a sender may take the lease for this attempt at `now` (ms). */
export function isClaimable(delivery: Delivery, attempt: number, now: number): boolean {
  const due = dueAt(delivery);
  return (
    delivery.attemptsCount === attempt - 1 &&
    delivery.leaseUntil <= now &&
    due !== null &&
    due <= now
  );
}

/** The delivery under a lease that was taken at `now` (ms). */
export function afterClaim(delivery: Delivery, now: number): Delivery {
  return {
    ...delivery,
    status: "delivering",
    leaseUntil: now + LEASE_MS,
    leases: delivery.leases + 1,
    version: delivery.version + 1,
  };
}

/** The delivery after an attempt has been made under a lease. */
export function afterAttempt(delivery: Delivery, attempt: FinishedAttempt): Delivery {
  const trigger = triggerOf(delivery);
  const plan = planAfter(delivery, trigger, attempt);
  const failed = attempt.verdict.verdict !== "success";
  const endedAt = plan === delivery.plan ? delivery.completedAt : attempt.at;
  return {
    ...atRest(delivery, plan),
    trigger,
    attemptsCount: delivery.attemptsCount + 1,
    failures: delivery.failures + (failed && trigger === "automatic" ? 1 : 0),
    nextAttemptAt: nextAfter(delivery, trigger, plan, attempt.retryAt),
    lane: attempt.lane,
    lastStatusCode: attempt.statusCode,
    lastErrorCode: attempt.verdict.errorCode,
    completedAt: isFinal(plan) ? endedAt : null,
  };
}

/**
 * Success ends the plan. A failed manual attempt leaves it unchanged, unless the receiver asked to stop or no automatic
 * attempt was ever planned.
 */
function planAfter(
  delivery: Delivery,
  trigger: DeliveryTrigger,
  { verdict, retryAt }: FinishedAttempt,
): DeliveryPlan {
  switch (verdict.verdict) {
    case "success":
      return "succeeded";
    case "disable":
      return isFinal(delivery.plan) ? delivery.plan : "failed";
    case "fail":
      return trigger === "manual" ? planKept(delivery) : "failed";
    case "retry":
      if (trigger === "manual") return planKept(delivery);
      return retryAt === null ? "failed" : "retrying";
  }
}

function planKept({ plan, nextAttemptAt }: Delivery): DeliveryPlan {
  return isFinal(plan) || nextAttemptAt !== null ? plan : "failed";
}

function nextAfter(
  delivery: Delivery,
  trigger: DeliveryTrigger,
  plan: DeliveryPlan,
  retryAt: number | null,
): number | null {
  if (isFinal(plan)) return null;
  return trigger === "manual" ? delivery.nextAttemptAt : retryAt;
}

/** The delivery after its endpoint was disabled (`skipped`) or deleted (`canceled`). */
export function afterAbandon(
  delivery: Delivery,
  plan: "skipped" | "canceled",
  at: number,
): Delivery {
  if (isFinal(delivery.plan)) return atRest(delivery, delivery.plan);
  return { ...atRest(delivery, plan), nextAttemptAt: null, completedAt: at };
}

/** The delivery with a manual attempt requested. A second request before the attempt adds no other one. */
export function afterManualRequest(delivery: Delivery, lane: DeliveryLane, at: number): Delivery {
  return {
    ...delivery,
    status: "pending",
    trigger: "manual",
    manualAt: delivery.manualAt ?? at,
    leaseUntil: 0,
    leases: 0,
    lane,
    version: delivery.version + 1,
  };
}

/**
 * The delivery after a recovery. A skipped one continues with its automatic attempts; one that used them
 * up gets one manual attempt.
 */
export function afterRecovery(delivery: Delivery, lane: DeliveryLane, at: number): Delivery {
  if (delivery.plan !== "skipped") return afterManualRequest(delivery, lane, at);
  const plan = delivery.failures === 0 ? "pending" : "retrying";
  return {
    ...atRest(delivery, plan),
    nextAttemptAt: at,
    completedAt: null,
    lane,
  };
}

/** Whether a sender holds the lease, so that nothing else may change the delivery. */
export function isLeased(delivery: Delivery, now: number): boolean {
  return delivery.status === "delivering" && delivery.leaseUntil > now;
}

function atRest(delivery: Delivery, plan: DeliveryPlan): Delivery {
  return {
    ...delivery,
    status: plan,
    plan,
    manualAt: null,
    leaseUntil: 0,
    leases: 0,
    version: delivery.version + 1,
  };
}

/** One HTTP POST of a delivery. Shown for 30 days. */
export interface DeliveryAttempt {
  readonly deliveryId: string;
  /** 1 for the first. */
  readonly number: number;
  readonly trigger: DeliveryTrigger;
  readonly status: "succeeded" | "failed";
  readonly errorCode: DeliveryErrorCode | null;
  readonly responseStatus: number | null;
  /** The kept headers only, with lower-case names. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** At most 16 KiB. */
  readonly responseBody: string | null;
  readonly truncated: boolean;
  readonly durationMs: number;
  readonly remoteIp: string | null;
  /** ms since the epoch. */
  readonly startedAt: number;
}
