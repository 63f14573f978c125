import type { Attempt, AttemptOutcome, AttemptState } from "../../domain/attempt.ts";
import {
  amountDue,
  type Checkout,
  canBecome,
  graceEndsAt,
  isPending,
} from "../../domain/checkout.ts";
import { type CheckoutCommand, type CheckoutEvent, decide } from "../../domain/checkout-changes.ts";
import type { CaptureSource } from "../../domain/ledger.ts";
import type { Match } from "../../domain/matching.ts";
import { nextTry, type ParkingReason } from "../../domain/parking.ts";
import { inDoubt, newClaims, type Payment, paymentsWith } from "../../domain/payment.ts";
import { claimKeysOf, type Receipt } from "../../domain/receipt.ts";
import { receiptCode } from "../../domain/tokens.ts";
import { now, randomBytes, table } from "../../pipeline/deps.ts";
import type { LookupResult } from "../../providers/adapter.ts";
import { attemptWrite } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { claimWrites, getClaim, moveClaimWrites, scopeOf } from "../../store/claims.ts";
import {
  bucketsIn,
  type ClearedBuckets,
  type Fingerprint,
  type FingerprintWrite,
  fingerprintMarkWrites,
  fingerprintWrites,
} from "../../store/fingerprints.ts";
import type { Write } from "../../store/transact.ts";
import { isOutOfPatience, isSwitchedOff } from "../banks/inquiry.ts";
import { changeCheckout } from "../checkouts/change.ts";
import { parkedWrites, resolvedIssueWrites } from "../events/record-issues.ts";
import { verificationWrites } from "./credit.ts";
import { contradictionsOf, noticedPayment, unreadBesideNotices } from "./notice-evidence.ts";
import {
  fingerprintsOf,
  judge,
  readPayment,
  unreadFingerprints,
  withFindings,
} from "./read-payment.ts";

/** The state that a result leads to, and the writes of one transaction that store it. */
export interface Plan extends AttemptState {
  readonly writes: readonly Write[];
}

/** Facts that earlier rounds learned from refused commits. */
export interface Findings {
  /** Checkouts that have claimed the references of this payment. */
  readonly claimants: readonly string[];
  readonly isDuplicate: boolean;
  readonly hasCredit: boolean;
  /** Where the credit comes from; null for the shard that the checkout names. */
  readonly source: CaptureSource | null;
  readonly cleared: ClearedBuckets;
}

/** Plans the result of a lookup: a payment is added, or the attempt waits or fails. */
export async function planResult(
  state: AttemptState,
  result: LookupResult,
  findings: Findings,
): Promise<Plan> {
  switch (result.kind) {
    case "receipt":
      return planReceipt(state, result.receipt, findings);
    case "not_found":
      return planWait(state, "not_found", findings);
    case "unavailable":
      return (
        (isSwitchedOff(result) ? null : await planNoticed(state, findings)) ??
        // Our own timeout is not an issue yet: the queue retries slow banks.
        planWait(state, "provider_unavailable", findings, !isOutOfPatience(result))
      );
    case "unreadable":
      return (
        (await planNoticed(state, findings)) ??
        planWait(withEvidence(state, { unreadable: result.why }), "unreadable", findings)
      );
    case "manual": {
      const { link } = result;
      const kept = link === undefined ? state : withEvidence(state, { link });
      return planUnread(kept, "manual", "pending", findings);
    }
  }
}

function withEvidence(
  { checkout, attempt }: AttemptState,
  more: Readonly<Record<string, string>>,
): AttemptState {
  return { checkout, attempt: { ...attempt, evidence: { ...attempt.evidence, ...more } } };
}

async function planReceipt(
  { checkout, attempt }: AttemptState,
  receipt: Receipt,
  findings: Findings,
): Promise<Plan> {
  let match = judge(receipt, attempt, checkout, false);
  const held = await heldElsewhere(checkout, receipt, match, findings);
  const move = movable(held, checkout, receipt, match, findings);
  // `already_used` outranks some failures; where everything fits, the transaction detects it.
  if (held.length > 0 && move === null) match = judge(receipt, attempt, checkout, true);
  const state = { checkout, attempt: withFindings(attempt, receipt, match) };
  switch (match.decision) {
    case "retry":
      return planWait(state, "unreadable", findings);
    case "refuse":
      return planFailure(state, match.outcome);
    case "doubt":
    case "count": {
      const read = readPayment(state, receipt, match, findings.isDuplicate);
      const { isOther, doubtful } = await contradictionsOf(state, receipt);
      // Only what verifies the second checkout at once moves there.
      if (move && (isOther || doubtful.length > 0)) return planFailure(state, "already_used");
      const payment = isOther ? inDoubt(read, "notice_contradicted") : read;
      const prints = fingerprintsOf(receipt, checkout, attempt.lookup);
      return planPayment(state, { payment, receipt, prints, move, doubtful }, "matched", findings);
    }
  }
}

/** A payment that moves here from another checkout. */
interface Move {
  readonly from: Checkout;
  readonly payment: Payment;
}

/** Relevant known payments of other checkouts that the receipt's references belong to; null for a deleted checkout. */
async function heldElsewhere(
  checkout: Checkout,
  receipt: Receipt,
  match: Match,
  { claimants }: Findings,
): Promise<readonly (Move | null)[]> {
  const keys = claimKeysOf(receipt);
  const found =
    match.outcome === "too_old"
      ? await Promise.all(keys.map((key) => getClaim(table(), scopeOf(checkout), key)))
      : claimants;
  const known = found.filter((id) => id !== null);
  const others = new Set(known.filter((id) => id !== checkout.id));
  const owners = await Promise.all([...others].map((id) => getCheckout(table(), id)));
  // The owner may have released the payment since.
  return owners.flatMap((from) =>
    from === null
      ? [null]
      : paymentsWith(from.payments, keys).map((payment) => ({ from, payment })),
  );
}

/**
 * A customer with two orders may enter the receipt of one at the other. The payment moves if it is a counted part of an
 * undecided checkout of the same app, exactly what this one still lacks, and no other part of either has its numbers.
 */
function movable(
  [held, ...others]: readonly (Move | null)[],
  checkout: Checkout,
  receipt: Receipt,
  match: Match,
  { isDuplicate, hasCredit }: Findings,
): Move | null {
  if (!held || others.length > 0) return null;
  const { from, payment } = held;
  const fits =
    paymentsWith(checkout.payments, claimKeysOf(receipt)).length === 0 &&
    paymentsWith(from.payments, payment.claims).length === 1 &&
    from.appId === checkout.appId &&
    canBecome(from, "verified") &&
    payment.state === "counted" &&
    payment.amount === receipt.amountMinor &&
    receipt.amountMinor === amountDue(checkout) &&
    match.decision === "count" &&
    !isDuplicate &&
    hasCredit;
  return fits ? held : null;
}

interface Found {
  readonly payment: Payment;
  readonly receipt: Receipt | null;
  readonly prints: readonly Fingerprint[];
  readonly move: Move | null;
  /** Attempts of other counted payments that the bank's messages have since contradicted. */
  readonly doubtful: readonly string[];
}

/** Adds a payment, which may verify the checkout; claims all its references and fingerprints. */
function planPayment(
  { checkout, attempt }: AttemptState,
  found: Found,
  outcome: AttemptOutcome,
  findings: Findings,
): Plan {
  const at = now();
  const waiting = parked({ ...attempt, receipt: found.receipt }, "insufficient_credits", checkout);
  const { move } = found;
  const payment = move
    ? { ...found.payment, claims: [...new Set([...move.payment.claims, ...found.payment.claims])] }
    : found.payment;
  const code = receiptCode(randomBytes(10));
  const events = eventsOf(checkout, {
    type: "add_payment",
    payment,
    doubtful: found.doubtful,
    outcome,
    amount: checkout.amount,
    credit: findings.hasCredit ? "available" : waiting ? "awaited" : "given_up",
    receiptCode: code,
    now: at,
  });
  const has = (wanted: CheckoutEvent["type"]) => events.some(({ type }) => type === wanted);
  const isAdded = has("payment_added");
  const prints = isAdded ? printWrites(payment, found, findings) : [];
  const fingerprints = [...attempt.fingerprints, ...bucketsIn(prints)];
  // The whole amount has arrived, and only credits are missing.
  const isAwaited = isPending(checkout, attempt.id) && endIn(events, attempt) === undefined;
  const kept = isAwaited ? waiting : null;
  const plan = kept
    ? planChange(
        checkout,
        { ...kept, fingerprints },
        events,
        at,
        parkedWrites(kept, "insufficient_credits", at),
      )
    : planEnd(checkout, { ...attempt, fingerprints }, events, at);
  return {
    ...plan,
    writes: [
      ...plan.writes,
      ...(isAdded || has("payment_named") ? claimsOf(payment, checkout, move, at) : []),
      ...prints,
      ...(has("verified") ? verificationWrites(checkout, code, findings.source, at) : []),
    ],
  };
}

/** Only records what may be a duplicate, moves, or is a statement's row: it was compared with the payments before. */
function printWrites(
  { exceptions, provider }: Payment,
  { prints, move }: Found,
  { cleared }: Findings,
): readonly FingerprintWrite[] {
  return move !== null || provider === "manual" || exceptions.includes("possible_duplicate")
    ? fingerprintMarkWrites(prints)
    : fingerprintWrites(prints, cleared);
}

function claimsOf(
  { claims }: Payment,
  checkout: Checkout,
  move: Move | null,
  at: number,
): readonly Write[] {
  const scope = scopeOf(checkout);
  if (!move) return claimWrites(scope, newClaims(checkout.payments, claims), checkout.id, at);
  const { from, payment } = move;
  const { attemptId } = payment;
  const release = decide(from, { type: "release", attemptId, moves: true, now: at });
  // Its claims must never move while the other checkout still counts it.
  if (!release.ok) throw new Error("a movable payment can be released");
  const others = claims.filter((key) => !payment.claims.includes(key));
  return [
    ...changeCheckout(from, release.events, at).writes,
    ...moveClaimWrites(scope, payment.claims, from.id, checkout.id),
    ...claimWrites(scope, others, checkout.id, at),
  ];
}

/** Adds a payment that a paired phone's notice proves while the bank's page is down; null where none does. */
async function planNoticed(state: AttemptState, findings: Findings): Promise<Plan | null> {
  const noticed = await noticedPayment(state);
  if (noticed === null || !isPending(state.checkout, state.attempt.id)) return null;
  if (findings.claimants.some((id) => id !== state.checkout.id)) return null;
  const { payment, prints, attempt, check } = noticed;
  const { checkout } = state;
  const added = findings.isDuplicate ? inDoubt(payment, "possible_duplicate") : payment;
  const found = { payment: added, receipt: null, prints, move: null, doubtful: [] };
  const plan = planPayment({ checkout, attempt }, found, "matched", findings);
  const isAdded = plan.checkout.payments.length > checkout.payments.length;
  return isAdded ? { ...plan, writes: [...plan.writes, check] } : plan;
}

/** Adds a payment that nobody has read: a person decides. */
async function planUnread(
  state: AttemptState,
  reason: "manual" | "provider_unavailable" | "unreadable",
  outcome: AttemptOutcome,
  findings: Findings,
): Promise<Plan> {
  const isUsed = findings.claimants.some((id) => id !== state.checkout.id);
  if (isUsed) return planFailure(state, "already_used");
  const { payment: unread, doubtful } = await unreadBesideNotices(state, reason);
  const payment = findings.isDuplicate ? inDoubt(unread, "possible_duplicate") : unread;
  const prints = unreadFingerprints(state.checkout, state.attempt, reason);
  const found = { payment, receipt: null, prints, move: null, doubtful };
  return planPayment(state, found, outcome, findings);
}

/** Ends an attempt with an outcome that the payer can correct. */
function planFailure({ checkout, attempt }: AttemptState, outcome: AttemptOutcome): Plan {
  const events = eventsOf(checkout, { type: "fail", attemptId: attempt.id, outcome });
  return planEnd(checkout, attempt, events, now());
}

/** Parks an undecided attempt; after its last try a person decides, unless the bank does not know the reference. */
async function planWait(
  state: AttemptState,
  reason: Exclude<ParkingReason, "insufficient_credits">,
  findings: Findings,
  isIssue = true,
): Promise<Plan> {
  const { checkout, attempt } = state;
  if (!isPending(checkout, attempt.id)) return planEnd(checkout, attempt, [], now());
  const waiting = parked(attempt, reason, checkout);
  if (waiting === null) {
    return reason === "not_found"
      ? planFailure(state, "not_found")
      : planUnread(state, reason, reason, findings);
  }
  const at = now();
  const issue = isIssue && reason !== "not_found" ? parkedWrites(waiting, reason, at) : [];
  return planChange(checkout, waiting, [], at, issue);
}

/** The attempt until its next try; null after its last one. */
function parked(attempt: Attempt, reason: ParkingReason, checkout: Checkout): Attempt | null {
  const count = attempt.streak?.reason === reason ? attempt.streak.count + 1 : 1;
  const next = nextTry({
    reason,
    triesSoFar: count,
    now: now(),
    graceEndsAt: graceEndsAt(checkout),
  });
  if (next === null) return null;
  return {
    ...attempt,
    outcome: reason === "not_found" ? "pending" : reason,
    streak: { reason, count },
    nextAt: next,
    leaseUntil: 0,
  };
}

/** Leaves a checkout that no longer lists the attempt unchanged. */
function eventsOf(checkout: Checkout, command: CheckoutCommand): readonly CheckoutEvent[] {
  const decided = decide(checkout, command);
  return decided.ok ? decided.events : [];
}

function endIn(events: readonly CheckoutEvent[], { id }: Attempt): AttemptOutcome | undefined {
  const ends = events.filter((event) => event.type === "attempt_ended");
  return ends.find(({ attemptId }) => attemptId === id)?.outcome;
}

/** Ends an attempt with the outcome in the events; without events, the checkout stays unchanged. */
function planEnd(
  checkout: Checkout,
  attempt: Attempt,
  events: readonly CheckoutEvent[],
  at: number,
): Plan {
  const ended: Attempt = {
    ...attempt,
    outcome: endIn(events, attempt) ?? "superseded",
    settledAt: at,
    nextAt: null,
    leaseUntil: 0,
    streak: null,
    receipt: null,
  };
  const hasWaited = checkout.hasWaited || attempt.streak !== null;
  const plan = planChange({ ...checkout, hasWaited }, ended, events, at);
  const { status, pending } = plan.checkout;
  // Another pending attempt may also have waited; only its own item shows it.
  const mayBeReported = hasWaited || checkout.pending.length > 1;
  // In review it still needs a person.
  const isOver = pending.length === 0 && status !== "review";
  const isResolved = events.length > 0 && mayBeReported && isOver;
  return isResolved
    ? { ...plan, writes: [...plan.writes, ...resolvedIssueWrites(checkout)] }
    : plan;
}

/** The checkout after the events, the attempt in its new state, and the writes that store both. */
function planChange(
  checkout: Checkout,
  attempt: Attempt,
  events: readonly CheckoutEvent[],
  at: number,
  more: readonly Write[] = [],
): Plan {
  const stored = attemptWrite(attempt, attempt.tries);
  if (events.length === 0) return { checkout, attempt, writes: [stored, ...more] };
  const { after, writes } = changeCheckout(checkout, events, at, attempt);
  return { checkout: after, attempt, writes: [...writes, stored, ...more] };
}
