import type { AttemptOutcome } from "../../domain/attempt.ts";
import type { Attempt } from "../../domain/attempt-record.ts";
import { graceEndsAt, type ReviewReason } from "../../domain/checkout.ts";
import type { CheckoutEvent } from "../../domain/checkout-commands.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Match } from "../../domain/matching.ts";
import { modeOf } from "../../domain/mode.ts";
import { nextTry, type ParkingReason } from "../../domain/parking.ts";
import type { Receipt } from "../../domain/receipt.ts";
import { claimKeysOf } from "../../domain/references.ts";
import { receiptCode } from "../../domain/tokens.ts";
import type { Reading } from "../../providers/adapter.ts";
import { attemptWrite, getAttempt } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { getClaim, type HarmlessBuckets, harmlessBuckets } from "../../store/claims.ts";
import { type Commit, transact, type Write } from "../../store/transact.ts";
import { changeCheckout } from "../checkouts/change.ts";
import { now, randomBytes, table } from "../deps.ts";
import { environment } from "../environment.ts";
import { log } from "../log.ts";
import { countSettled } from "./count-settled.ts";
import { isOutOfPatience } from "./inquiry.ts";
import { fingerprintOf, judge, proofOf, withFindings } from "./judge.ts";
import { overIssueWrites, overWaitWrites, parkedWrites, underpaidWrites } from "./trouble.ts";
import { verificationWrites } from "./verification-writes.ts";
import { wakeAttempt } from "./wake.ts";

/** Where a checkout and one of its attempts stand. */
export interface Standing {
  readonly checkout: Checkout;
  readonly attempt: Attempt;
}

/** What earlier rounds of the same settlement found out by being refused. */
interface Learned {
  readonly usedBefore: boolean;
  readonly duplicate: boolean;
  readonly noCredits: boolean;
  readonly harmless: HarmlessBuckets;
}

const MAX_ROUNDS = 12;
const NOTHING: Learned = {
  usedBefore: false,
  duplicate: false,
  noCredits: false,
  harmless: new Map(),
};

/**
 * Makes of a reading what the rules say: verified, in review, failed, or parked. Everything that
 * belongs together is one transaction; a refused condition teaches the next round, which reads again
 * and decides again, so that whoever was first has won.
 */
export async function settleAttempt(standing: Standing, reading: Reading): Promise<Standing> {
  let { checkout, attempt } = standing;
  let learned = NOTHING;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const plan = await planSettlement(checkout, attempt, reading, learned);
    const commit = await transact(table(), plan.writes);
    if (commit.committed) {
      logOutcome(plan.attempt);
      countSettled(plan.checkout, plan.attempt);
      if (plan.attempt.settledAt === null && plan.attempt.nextAt !== null) {
        await wakeAttempt(plan.attempt, plan.attempt.nextAt);
      }
      return { checkout: plan.checkout, attempt: plan.attempt };
    }
    learned = learn(learned, commit, plan);
    const [freshCheckout, freshAttempt] = await Promise.all([
      getCheckout(table(), checkout.id),
      getAttempt(table(), checkout.id, attempt.id),
    ]);
    if (!freshCheckout || !freshAttempt) break;
    if (freshAttempt.settledAt !== null || freshAttempt.tries !== attempt.tries) {
      return { checkout: freshCheckout, attempt: freshAttempt };
    }
    checkout = freshCheckout;
    attempt = freshAttempt;
  }
  throw new ServiceError("service_unavailable", "The checkout is being changed; try again.", {
    retryAfterSeconds: 1,
  });
}

interface Plan {
  readonly checkout: Checkout;
  readonly attempt: Attempt;
  readonly writes: readonly Write[];
  /** For reading a refusal of the duplicate check. */
  readonly fingerprint: ReturnType<typeof fingerprintOf>;
}

async function planSettlement(
  checkout: Checkout,
  attempt: Attempt,
  reading: Reading,
  learned: Learned,
): Promise<Plan> {
  switch (reading.kind) {
    case "receipt":
      return planReceipt(checkout, attempt, reading.receipt, learned);
    case "not_found":
      return planWait(checkout, attempt, "not_found");
    case "unavailable":
      // That our own patience ended is no trouble yet: slow banks are asked again by the queue.
      return planWait(
        checkout,
        attempt,
        "provider_unavailable",
        isOutOfPatience(reading) ? "quietly" : "telling",
      );
    case "unreadable":
      return planWait(checkout, attempt, "unreadable");
    case "manual":
      return planGiveUp(checkout, attempt, "manual", "pending");
  }
}

async function planReceipt(
  checkout: Checkout,
  attempt: Attempt,
  receipt: Receipt,
  learned: Learned,
): Promise<Plan> {
  let match = judge(receipt, attempt, checkout, learned.usedBefore);
  // `already_used` outranks these; where everything fits, the transaction itself finds it out.
  const outranked = match.outcome === "too_old" || match.outcome === "amount_mismatch";
  if (outranked || match.decision === "review") {
    if (await isClaimed(checkout, receipt)) match = judge(receipt, attempt, checkout, true);
  }
  const found = withFindings(attempt, receipt, match);
  switch (match.decision) {
    case "retry":
      return planWait(checkout, found, "unreadable");
    case "refuse":
      return planEnd(checkout, found, match.outcome, receipt);
    case "review":
      return planProof(checkout, found, receipt, match, learned, match.review);
    case "verify":
      return planProof(
        checkout,
        found,
        receipt,
        match,
        learned,
        learned.duplicate ? "possible_duplicate" : null,
      );
  }
}

function planProof(
  checkout: Checkout,
  attempt: Attempt,
  receipt: Receipt,
  match: Match,
  learned: Learned,
  review: ReviewReason | null,
): Plan {
  if (learned.noCredits && review === null) {
    return planWait(checkout, { ...attempt, receipt }, "insufficient_credits");
  }
  const at = now();
  const code = receiptCode(randomBytes(10));
  const proof = proofOf(receipt, match);
  const decided = decide(
    checkout,
    {
      type: "prove",
      attemptId: attempt.id,
      proof: learned.duplicate
        ? { ...proof, exceptions: [...proof.exceptions, "possible_duplicate"] }
        : proof,
      review,
      receiptCode: code,
      now: at,
    },
    { failedAttempts: environment().config.failedAttemptsPerCheckout },
  );
  const plan = planEvents(checkout, decided.ok ? decided.events : [], attempt, receipt, at);
  const verified = plan.checkout.status === "verified" && plan.checkout.settledBy === attempt.id;
  if (!verified) return plan;
  const fingerprint = fingerprintOf(receipt, match, checkout);
  return {
    ...plan,
    fingerprint,
    writes: [
      ...plan.writes,
      ...verificationWrites({
        checkout,
        receiptCode: code,
        claimKeys: claimKeysOf(receipt),
        fingerprint,
        duplicates: learned.harmless,
        at,
      }),
    ],
  };
}

/** Ends an attempt with an outcome that the payer can do something about. */
function planEnd(
  checkout: Checkout,
  attempt: Attempt,
  outcome: AttemptOutcome,
  receipt: Receipt | null,
): Plan {
  const decided = decide(
    checkout,
    { type: "fail", attemptId: attempt.id, outcome },
    { failedAttempts: environment().config.failedAttemptsPerCheckout },
  );
  const kept = outcome === "amount_mismatch" ? receipt : null;
  return planEvents(checkout, decided.ok ? decided.events : [], attempt, kept, now());
}

/** Parks an attempt that could not be decided, or ends it when its time is over. */
function planWait(
  checkout: Checkout,
  attempt: Attempt,
  reason: ParkingReason,
  how: "telling" | "quietly" = "telling",
): Plan {
  const at = now();
  const count = attempt.streak?.reason === reason ? attempt.streak.count + 1 : 1;
  const next = nextTry({
    reason,
    triesSoFar: count,
    now: at,
    graceEndsAt: graceEndsAt(checkout),
  });
  if ("final" in next) {
    if (next.final === "not_found" || reason === "not_found") {
      return planEnd(checkout, attempt, "not_found", null);
    }
    return planGiveUp(checkout, attempt, reason, reason);
  }
  const waiting: Attempt = {
    ...attempt,
    outcome: reason === "not_found" ? "pending" : reason,
    streak: { reason, count },
    nextAt: next.at,
    leaseUntil: 0,
  };
  const events: CheckoutEvent[] =
    reason === "insufficient_credits"
      ? [{ type: "attempt_awaits_credits", attemptId: attempt.id }]
      : [];
  if (!isStillPending(checkout, attempt)) {
    return planEvents(checkout, [], attempt, null, at);
  }
  const tells = how === "telling" && reason !== "not_found";
  const writes = [
    attemptWrite(waiting, attempt.tries),
    ...(tells ? parkedWrites(waiting, reason, at) : []),
  ];
  if (events.length === 0) return { checkout, attempt: waiting, writes, fingerprint: null };
  const change = changeCheckout(checkout, events, at, waiting);
  return {
    checkout: change.after,
    attempt: waiting,
    writes: [...change.writes, ...writes],
    fingerprint: null,
  };
}

function planGiveUp(
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
  const decided = decide(
    checkout,
    { type: "give_up", attemptId: attempt.id, reason, outcome, proof },
    { failedAttempts: environment().config.failedAttemptsPerCheckout },
  );
  return planEvents(checkout, decided.ok ? decided.events : [], attempt, receipt, now());
}

/** The writes of decided events: checkout, this attempt with its final outcome, and what is told. */
function planEvents(
  checkout: Checkout,
  events: readonly CheckoutEvent[],
  attempt: Attempt,
  receipt: Receipt | null,
  at: number,
): Plan {
  const end = events.find(
    (event) => event.type === "attempt_ended" && event.attemptId === attempt.id,
  );
  const isVerified = events.some((event) => event.type === "verified");
  const ended: Attempt = {
    ...attempt,
    outcome: end?.type === "attempt_ended" ? end.outcome : "superseded",
    settledAt: at,
    nextAt: null,
    leaseUntil: 0,
    streak: null,
    // A decision by hand needs the receipt; nobody else does.
    receipt: isVerified ? null : receipt,
  };
  if (events.length === 0) {
    return {
      checkout,
      attempt: ended,
      writes: [attemptWrite(ended, attempt.tries)],
      fingerprint: null,
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
    fingerprint: null,
  };
}

/** Entries in Errors that this end makes or takes away; none on the straight way to verified. */
function issueWrites(
  before: Checkout,
  after: Checkout,
  attempt: Attempt,
  ended: Attempt,
  at: number,
): readonly Write[] {
  const waited = attempt.streak !== null || before.pending.length > 1;
  if (after.status === "verified") {
    return waited || before.failedAttempts > 0 ? overIssueWrites(after) : [];
  }
  // In review it still needs a person.
  const isOver = waited && after.pending.length === 0 && after.status !== "review";
  return [
    ...(isOver ? overWaitWrites(after) : []),
    ...(ended.outcome === "amount_mismatch" ? underpaidWrites(ended, at) : []),
  ];
}

/** Reads a refusal: which of the conditions did not hold, and what that means for the next round. */
function learn(
  learned: Learned,
  commit: Extract<Commit, { committed: false }>,
  plan: Plan,
): Learned {
  const { failed, existing } = commit;
  // A state that somebody else has changed says nothing about the rest yet.
  if (failed.includes("checkout") || failed.includes("attempt")) return learned;
  if (failed.some((label) => label.startsWith("claim "))) return { ...learned, usedBefore: true };
  if (plan.fingerprint && failed.some((label) => label.startsWith("fingerprint "))) {
    const harmless = harmlessBuckets(plan.fingerprint, existing);
    return harmless
      ? { ...learned, harmless: new Map([...learned.harmless, ...harmless]) }
      : { ...learned, duplicate: true };
  }
  // Which payment of the day the other one was, nobody can tell.
  if (failed.some((label) => label.startsWith("day "))) return { ...learned, duplicate: true };
  if (failed.includes("credits")) return { ...learned, noCredits: true };
  return learned;
}

async function isClaimed(checkout: Checkout, receipt: Receipt): Promise<boolean> {
  const scope = { accountId: checkout.accountId, mode: modeOf(checkout.livemode) };
  const claims = await Promise.all(
    claimKeysOf(receipt).map((key) => getClaim(table(), scope, key)),
  );
  return claims.some((claim) => claim !== null);
}

function isStillPending(checkout: Checkout, attempt: Attempt): boolean {
  return checkout.pending.some((pending) => pending.id === attempt.id);
}

function logOutcome(attempt: Attempt): void {
  log("info", "attempt", {
    account_id: attempt.accountId,
    checkout_id: attempt.checkoutId,
    attempt_id: attempt.id,
    provider: attempt.lookup.provider,
    outcome: attempt.outcome,
  });
}
