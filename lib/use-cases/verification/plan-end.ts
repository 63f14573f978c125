import type { AttemptOutcome } from "../../domain/attempt.ts";
import type { Attempt } from "../../domain/attempt-record.ts";
import { graceEndsAt, type ReviewReason } from "../../domain/checkout.ts";
import type { CheckoutEvent } from "../../domain/checkout-commands.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { nextTry, type ParkingReason } from "../../domain/parking.ts";
import type { Receipt } from "../../domain/receipt.ts";
import { now } from "../../pipeline/deps.ts";
import { attemptWrite } from "../../store/attempts.ts";
import type { Write } from "../../store/transact.ts";
import { changeCheckout } from "../checkouts/change.ts";
import {
  parkedWrites,
  resolvedIssueWrites,
  resolvedWaitWrites,
  underpaidWrites,
} from "../issues/record-issues.ts";
import { judge, proofOf } from "./judge.ts";
import type { Plan } from "./settlement.ts";

/** Ends an attempt with an outcome that the payer can correct. */
export function planEnd(
  checkout: Checkout,
  attempt: Attempt,
  outcome: AttemptOutcome,
  receipt: Receipt | null,
): Plan {
  const decided = decide(checkout, { type: "fail", attemptId: attempt.id, outcome });
  const kept = outcome === "amount_mismatch" ? receipt : null;
  return planEvents(checkout, decided.ok ? decided.events : [], attempt, kept, now());
}

/** Parks an undecided attempt, or ends it after its last try. */
export function planWait(
  checkout: Checkout,
  attempt: Attempt,
  reason: ParkingReason,
  how: "reported" | "quietly" = "reported",
): Plan {
  const at = now();
  const count = attempt.streak?.reason === reason ? attempt.streak.count + 1 : 1;
  const next = nextTry({
    reason,
    triesSoFar: count,
    now: at,
    graceEndsAt: graceEndsAt(checkout),
  });
  if (next === null) {
    return reason === "not_found"
      ? planEnd(checkout, attempt, "not_found", null)
      : planGiveUp(checkout, attempt, reason, reason);
  }
  const waiting: Attempt = {
    ...attempt,
    outcome: reason === "not_found" ? "pending" : reason,
    streak: { reason, count },
    nextAt: next,
    leaseUntil: 0,
  };
  const awaitsCredits = reason === "insufficient_credits";
  const decided = decide(checkout, { type: "wait", attemptId: attempt.id, awaitsCredits });
  if (!decided.ok) return planEvents(checkout, [], attempt, null, at);
  const isReported = how === "reported" && reason !== "not_found";
  const writes = [
    attemptWrite(waiting, attempt.tries),
    ...(isReported ? parkedWrites(waiting, reason, at) : []),
  ];
  if (decided.events.length === 0) return { checkout, attempt: waiting, writes };
  const change = changeCheckout(checkout, decided.events, at, waiting);
  return {
    checkout: change.after,
    attempt: waiting,
    writes: [...change.writes, ...writes],
  };
}

/** Sends the checkout to review, with the known data. */
export function planGiveUp(
  checkout: Checkout,
  attempt: Attempt,
  reason: ReviewReason,
  outcome: AttemptOutcome,
): Plan {
  const { receipt } = attempt;
  const proof = receipt
    ? proofOf(receipt, judge(receipt, attempt, checkout, false))
    : {
        payment: {
          provider: attempt.lookup.provider,
          reference: attempt.lookup.reference,
          payerName: null,
          paidAt: null,
        },
        amountReceived: null,
        exceptions: [],
      };
  const decided = decide(checkout, {
    type: "give_up",
    attemptId: attempt.id,
    reason,
    outcome,
    proof,
  });
  return planEvents(checkout, decided.ok ? decided.events : [], attempt, receipt, now());
}

/** The writes of decided events: the checkout, the attempt with its final outcome, and published events. */
export function planEvents(
  checkout: Checkout,
  events: readonly CheckoutEvent[],
  attempt: Attempt,
  receipt: Receipt | null,
  at: number,
): Plan {
  const end = events
    .filter((event) => event.type === "attempt_ended")
    .find(({ attemptId }) => attemptId === attempt.id);
  const isVerified = events.some((event) => event.type === "verified");
  const ended: Attempt = {
    ...attempt,
    outcome: end?.outcome ?? "superseded",
    settledAt: at,
    nextAt: null,
    leaseUntil: 0,
    streak: null,
    // Only a manual decision still needs the receipt.
    receipt: isVerified ? null : receipt,
  };
  if (events.length === 0) {
    return {
      checkout,
      attempt: ended,
      writes: [attemptWrite(ended, attempt.tries)],
    };
  }
  const change = changeCheckout(checkout, events, at, ended);
  return {
    checkout: change.after,
    attempt: ended,
    writes: [
      ...change.writes,
      attemptWrite(ended, attempt.tries),
      ...issueWrites(checkout, change.after, attempt, ended, at),
    ],
  };
}

/** Issues to report or resolve; none for a checkout that verifies at once. */
function issueWrites(
  before: Checkout,
  after: Checkout,
  attempt: Attempt,
  ended: Attempt,
  at: number,
): readonly Write[] {
  // Earlier attempts may have left something, whatever became of them.
  const mayBeReported = attempt.streak !== null || before.attemptsCount > 1;
  if (after.status === "verified") return mayBeReported ? resolvedIssueWrites(after) : [];
  // In review it still needs a person.
  const isOver = mayBeReported && after.pending.length === 0 && after.status !== "review";
  return [
    ...(isOver ? resolvedWaitWrites(after) : []),
    ...(ended.outcome === "amount_mismatch" ? underpaidWrites(ended, at) : []),
  ];
}
