import type { DeliveryErrorCode, Verdict } from "./webhook-outcome.ts";

/** What is shown. `delivering` while a POST is under way; the others are at rest. */
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

/** Where the automatic plan stands; attempts by hand come and go beside it. */
export type DeliveryPlan = Exclude<DeliveryStatus, "delivering">;

export const DELIVERY_TRIGGERS = ["automatic", "manual"] as const;
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number];

/** Two queues: the slow one keeps receivers that make others wait. */
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
  /** What asked for the attempt that is waiting, or for the last one. */
  readonly trigger: DeliveryTrigger;
  /** Recorded attempts of both kinds. */
  readonly attemptsCount: number;
  /** Automatic attempts that failed, 0..9. */
  readonly failures: number;
  /** When the plan goes on; null once it is at its end. */
  readonly nextAttemptAt: number | null;
  /** When an attempt was asked for by hand that has not been made yet. */
  readonly manualAt: number | null;
  /** Until then one sender has it for itself; 0 when nobody has. */
  readonly leaseUntil: number;
  /** Leases taken for the attempt that is waiting: more than one means that a sender died over it. */
  readonly leases: number;
  readonly lane: DeliveryLane;
  readonly version: number;
  readonly lastStatusCode: number | null;
  readonly lastErrorCode: DeliveryErrorCode | null;
  readonly createdAt: number;
  readonly completedAt: number | null;
}

/** Senders that may die over one attempt before it is recorded as failed: nothing goes on for ever. */
export const MAX_LEASES_PER_ATTEMPT = 5;
/** A sender has a delivery for itself for this long; its function ends after 30 s. */
export const LEASE_MS = 60_000;

/** The facts of one finished attempt that decide what comes next. */
export interface FinishedAttempt {
  readonly verdict: Verdict;
  readonly statusCode: number | null;
  /** End of the attempt. */
  readonly at: number;
  /** When the plan would go on after this failure; null when the automatic attempts are used up. */
  readonly retryAt: number | null;
  /** Where the next attempt waits. */
  readonly lane: DeliveryLane;
}

/** A delivery as fan-out makes it; to a disabled endpoint it is only recorded. */
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
    nextAttemptAt: trigger === "skip" ? null : at,
    manualAt: null,
    leaseUntil: 0,
    leases: 0,
    version: 1,
    lastStatusCode: null,
    lastErrorCode: null,
    createdAt: at,
    completedAt: trigger === "skip" ? at : null,
  };
}

/** Whether the plan has come to its end. */
export function isFinal(plan: DeliveryPlan): boolean {
  return plan !== "pending" && plan !== "retrying";
}

/** When the next attempt of either kind is due; null when none is. */
export function dueAt(delivery: Pick<Delivery, "nextAttemptAt" | "manualAt">): number | null {
  const times = [delivery.nextAttemptAt, delivery.manualAt].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** The attempt that holds the lease: one that was asked for by hand goes first. */
export function triggerOf(delivery: Pick<Delivery, "manualAt">): DeliveryTrigger {
  return delivery.manualAt === null ? "automatic" : "manual";
}

/** The delivery after an attempt has been made under a lease. */
export function afterAttempt(delivery: Delivery, attempt: FinishedAttempt): Delivery {
  const trigger = triggerOf(delivery);
  const plan = planAfter(delivery, trigger, attempt);
  const failed = attempt.verdict.verdict !== "success";
  const ended = isFinal(plan) && (plan !== delivery.plan || delivery.completedAt === null);
  return {
    ...atRest(delivery, plan),
    trigger,
    attemptsCount: delivery.attemptsCount + 1,
    failures: delivery.failures + (failed && trigger === "automatic" ? 1 : 0),
    nextAttemptAt: nextAfter(delivery, trigger, plan, attempt.retryAt),
    lane: attempt.lane,
    lastStatusCode: attempt.statusCode,
    lastErrorCode: attempt.verdict.errorCode,
    completedAt: isFinal(plan) ? (ended ? attempt.at : delivery.completedAt) : null,
  };
}

/** Success ends everything; a failure by hand leaves the plan as it was, unless nothing is wanted any more. */
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
      return trigger === "manual" ? delivery.plan : "failed";
    case "retry":
      if (trigger === "manual") return delivery.plan;
      return retryAt === null ? "failed" : "retrying";
  }
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

/** The delivery without its lease, the same attempt still to be made: it moves to another lane. */
export function afterRelease(delivery: Delivery, lane: DeliveryLane): Delivery {
  const status = delivery.manualAt === null ? delivery.plan : "pending";
  return { ...delivery, status, lane, leaseUntil: 0, leases: 0, version: delivery.version + 1 };
}

/**
 * The delivery without the lease of a sender that could not begin, as if it had never been taken: what
 * fails on our side before the POST says nothing of the receiver.
 */
export function afterGivingBack(delivery: Delivery): Delivery {
  return { ...afterRelease(delivery, delivery.lane), leases: delivery.leases - 1 };
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

/** The delivery with one more attempt asked for by hand. Asking twice before it is made asks once. */
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
 * The delivery after a recovery took it up. One that was skipped goes on with the automatic attempts
 * that it never had; one that used them all up gets one more.
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

/** Whether a sender has it right now, so that nobody else may touch it. */
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
