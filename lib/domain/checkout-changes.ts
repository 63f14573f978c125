import type { AttemptOutcome } from "./attempt.ts";
import {
  acceptsPayment,
  awaitsCredits,
  type CheckoutState,
  canBecome,
  decidedReview,
  hasExpired,
  isDecidable,
  isPending,
  MAX_PENDING,
  MOST_UNDECIDED,
  type PendingAttempt,
  type ReviewReason,
  UNDECIDED,
  type Verdict,
  withPayment,
  withPayments,
} from "./checkout.ts";
import {
  approvedPayments,
  hasRoom,
  heldPayment,
  inDoubt,
  MOST_PAYMENTS,
  mayCountTwice,
  namedBy,
  type Payment,
} from "./payment.ts";

/** A command for a checkout. Times are ms since the epoch; `amount` is the checkout's, in minor units. */
export type CheckoutCommand =
  | {
      readonly type: "submit";
      readonly attempt: PendingAttempt;
      /** Failed attempts after which no further one is accepted. */
      readonly failedAttemptsLimit: number;
      readonly now: number;
    }
  /** Adds the payment that a pending attempt has found, which may verify the checkout. */
  | {
      readonly type: "add_payment";
      readonly payment: Payment;
      /** Attempts of other counted payments that the bank's messages have since contradicted. */
      readonly doubtful: readonly string[];
      /** The final outcome of the attempt if the payment is doubtful. */
      readonly outcome: AttemptOutcome;
      readonly amount: number;
      /** `given_up`: the last try of an attempt that waits for credits. */
      readonly credit: "available" | "awaited" | "given_up";
      readonly receiptCode: string;
      readonly now: number;
    }
  | {
      readonly type: "fail";
      readonly attemptId: string;
      readonly outcome: AttemptOutcome;
      /** About a payment that the attempt has added already; absent if the bank contradicts it. */
      readonly doubt?: typeof DUPLICATE;
    }
  | { readonly type: "cancel"; readonly amount: number; readonly now: number }
  | { readonly type: "expire"; readonly now: number }
  | ({ readonly type: "approve"; readonly receiptCode: string; readonly now: number } & Verdict)
  | ({ readonly type: "reject"; readonly amount: number; readonly now: number } & Verdict)
  /** Gives a payment back: it can count toward another checkout, or an undecided one again. */
  | {
      readonly type: "release";
      readonly attemptId: string;
      /** Another checkout takes the payment in the same transaction. */
      readonly moves: boolean;
      readonly now: number;
    };

/** What happened: the facts that `evolve` applies to the state. */
export type CheckoutEvent =
  | { readonly type: "attempt_started"; readonly attempt: PendingAttempt }
  | { readonly type: "attempt_awaits_credits"; readonly attemptId: string }
  | {
      readonly type: "attempt_ended";
      readonly attemptId: string;
      readonly outcome: AttemptOutcome;
      /** Counts toward the limit of failed attempts. */
      readonly failed: boolean;
    }
  | { readonly type: "payment_added"; readonly payment: Payment }
  /** A payment that was counted, and waited for credits, is no longer counted. */
  | ({ readonly type: "payment_doubted"; readonly attemptId: string } & Pick<
      Payment,
      "reason" | "exceptions"
    >)
  | { readonly type: "payment_released"; readonly attemptId: string; readonly moves: boolean }
  /** A receipt shows more numbers of a payment. `claims` are all of the payment now. */
  | ({ readonly type: "payment_named"; readonly attemptId: string } & Pick<Payment, "claims">)
  /** The receipt of a payment that a notice proved says the same. */
  | { readonly type: "payment_confirmed"; readonly attemptId: string }
  /** A payment was counted, and an amount is still due. */
  | { readonly type: "partially_paid" }
  | {
      readonly type: "verified";
      readonly receiptCode: string;
      readonly at: number;
      /** Null without a person. */
      readonly decision: Verdict | null;
    }
  | { readonly type: "sent_to_review"; readonly reason: ReviewReason }
  | { readonly type: "reopened" }
  | { readonly type: "expired" }
  | { readonly type: "canceled" }
  | ({ readonly type: "rejected"; readonly at: number } & Verdict);

/** Why a command is refused. Callers must handle each. */
export type Refusal =
  | "not_open"
  | "too_many_pending"
  | "too_many_failures"
  | "too_many_undecided"
  | "too_many_payments"
  | "awaits_credits"
  | "unknown_attempt"
  | "unknown_payment"
  | "not_due";

export type Decision =
  | { readonly ok: true; readonly events: readonly CheckoutEvent[] }
  | { readonly ok: false; readonly refusal: Refusal };

const CONTRADICTED = "notice_contradicted";
const DUPLICATE = "possible_duplicate";

type Command<Type extends CheckoutCommand["type"]> = Extract<CheckoutCommand, { type: Type }>;

/** Decides which events a command causes, without applying them. Never throws. */
export function decide(state: CheckoutState, command: CheckoutCommand): Decision {
  switch (command.type) {
    case "submit":
      return decideSubmit(state, command);
    case "add_payment":
      return decideAddPayment(state, command);
    case "fail":
      return decideFail(state, command);
    case "cancel":
      return decideCancel(state, command);
    case "expire":
      return decideExpire(state, command.now);
    case "approve":
      return decideApprove(state, command);
    case "reject":
      return decideReject(state, command);
    case "release":
      return decideRelease(state, command);
  }
}

function decideSubmit(
  state: CheckoutState,
  { attempt, failedAttemptsLimit, now }: Command<"submit">,
): Decision {
  if (!acceptsPayment(state, now)) return refuse("not_open");
  if (state.payments.length >= MOST_PAYMENTS) return refuse("too_many_payments");
  if (state.pending.length >= MAX_PENDING) return refuse("too_many_pending");
  // All pending attempts may still fail.
  if (state.failedAttempts + state.pending.length >= failedAttemptsLimit)
    return refuse("too_many_failures");
  if (state.attemptsCount - state.failedAttempts >= MOST_UNDECIDED)
    return refuse("too_many_undecided");
  return accept({ type: "attempt_started", attempt });
}

function decideAddPayment(state: CheckoutState, command: Command<"add_payment">): Decision {
  const { payment: read, doubtful, amount, now } = command;
  const { attemptId } = read;
  if (!isPending(state, attemptId)) return refuse("unknown_attempt");
  if (!canBecome(state, "verified")) return accept(ended(attemptId, "superseded"));
  const held = heldPayment(state.payments, read);
  if (held !== undefined && held.attemptId !== attemptId) return decideHeld(state, held, read);
  const isTwice = held !== undefined && mayCountTwice(state.payments, held, read);
  const payment = isTwice ? inDoubt(read, DUPLICATE) : read;
  // A payment that has waited for credits is held already.
  if (held === undefined && !hasRoom(state.payments, payment.claims))
    return accept(ended(attemptId, "superseded"));
  const changes = [...ownChange(state, payment, held), ...contradicted(state, doubtful)];
  const { payments, amountReceived: received } = changes.reduce<CheckoutState>(evolve, state);
  if (payment.state === "counted" && received >= amount)
    return accept(...changes, ...paid(state, command));
  if (payment.state === "doubtful" || doubtful.length > 0)
    return accept(...changes, ...forPerson(state, payment, command.outcome));
  return accept(...changes, ...restOf(state, payments, now), ended(attemptId, "counted"));
}

/** Another attempt has found a payment that the checkout holds. */
function decideHeld(state: CheckoutState, held: Payment, read: Payment): Decision {
  const names = namedBy(state.payments, read);
  const end = (outcome: AttemptOutcome) => ended(read.attemptId, outcome);
  if (held.state === "doubtful") return accept(...names, end("matched"));
  if (!mayCountTwice(state.payments, held, read)) return accept(...names, end("counted"));
  const doubt = doubted(inDoubt(held, DUPLICATE));
  return accept(...names, doubt, ...review(state, DUPLICATE), end("matched"));
}

/** A payment is added; a held one, which waits for credits, may have come into doubt, or is confirmed by its receipt. */
function ownChange(state: CheckoutState, read: Payment, held?: Payment): CheckoutEvent[] {
  const { attemptId } = read;
  if (held === undefined) return [{ type: "payment_added", payment: read }];
  const names = namedBy(state.payments, read);
  if (read.state === "doubtful") return [...names, doubted(read)];
  if (held.evidence === "receipt" || read.evidence !== "receipt") return names;
  return [...names, { type: "payment_confirmed", attemptId }];
}

/** Asks a person about the payment, or about others that the bank's messages contradict. */
function forPerson(state: CheckoutState, read: Payment, outcome: AttemptOutcome): CheckoutEvent[] {
  const end = ended(read.attemptId, read.state === "doubtful" ? outcome : "counted");
  return [...review(state, read.reason ?? CONTRADICTED), end];
}

/** Asks for the rest, or for a person where nothing more can be added. */
function restOf(state: CheckoutState, payments: readonly Payment[], now: number): CheckoutEvent[] {
  const needsPerson = hasExpired(state, now) || payments.length >= MOST_PAYMENTS;
  return [{ type: "partially_paid" }, ...(needsPerson ? review(state, "partially_paid") : [])];
}

/**
 * A failed attempt adds no payment. A payment that it has added already was proven by a notice alone, and the bank now says
 * otherwise: until a person decides, it no longer counts, whether it still waits for credits or not.
 */
function decideFail(state: CheckoutState, command: Command<"fail">): Decision {
  const { attemptId, outcome, doubt = CONTRADICTED } = command;
  const isWaiting = isPending(state, attemptId);
  const held = state.payments.find((payment) => payment.attemptId === attemptId);
  if (!isWaiting && !(held && canBecome(state, "verified"))) return refuse("unknown_attempt");
  if (!held) return accept({ ...ended(attemptId, outcome), failed: true });
  const end = isWaiting ? [ended(attemptId, outcome)] : [];
  return accept(doubted(inDoubt(held, doubt)), ...review(state, doubt), ...end);
}

/** Payments that no longer count: what the bank says of them has changed. */
function contradicted({ payments }: CheckoutState, attemptIds: readonly string[]): CheckoutEvent[] {
  const others = payments.filter(({ attemptId }) => attemptIds.includes(attemptId));
  return others.map((other) => doubted(inDoubt(other, CONTRADICTED)));
}

/** What happens once the whole amount has arrived. */
function paid(
  state: CheckoutState,
  { payment: { attemptId }, credit, receiptCode, now }: Command<"add_payment">,
): CheckoutEvent[] {
  switch (credit) {
    case "available":
      return [
        { type: "verified", receiptCode, at: now, decision: null },
        ended(attemptId, "matched"),
        ...supersede(state, attemptId),
      ];
    case "awaited":
      return state.pending.some(({ id, awaitsCredits }) => id === attemptId && awaitsCredits)
        ? []
        : [{ type: "attempt_awaits_credits", attemptId }];
    case "given_up":
      return [...review(state, "insufficient_credits"), ended(attemptId, "insufficient_credits")];
  }
}

/** A checkout in review keeps its first reason. */
function review(state: CheckoutState, reason: ReviewReason): CheckoutEvent[] {
  return canBecome(state, "review") ? [{ type: "sent_to_review", reason }] : [];
}

function decideExpire(state: CheckoutState, now: number): Decision {
  if (state.status !== "open" || state.pending.length > 0) return refuse("not_open");
  if (now < state.expiresAt) return refuse("not_due");
  // Money has arrived: its shop must know.
  return state.payments.length > 0
    ? accept({ type: "sent_to_review", reason: "partially_paid" })
    : accept({ type: "expired" });
}

function decideCancel(state: CheckoutState, { amount, now }: Command<"cancel">): Decision {
  const isOver = now >= state.expiresAt && state.pending.length === 0;
  if (state.status !== "open" || isOver) return refuse("not_open");
  if (awaitsCredits(state, amount)) return refuse("awaits_credits");
  return accept({ type: "canceled" }, ...supersede(state, null));
}

function decideApprove(state: CheckoutState, command: Command<"approve">): Decision {
  const { receiptCode, now, by, note } = command;
  if (!isDecidable(state)) return refuse("not_open");
  return accept(
    { type: "verified", receiptCode, at: now, decision: { by, note } },
    ...supersede(state, null),
  );
}

function decideReject(state: CheckoutState, command: Command<"reject">): Decision {
  const { by, note, amount, now } = command;
  if (!isDecidable(state)) return refuse("not_open");
  if (awaitsCredits(state, amount)) return refuse("awaits_credits");
  return accept({ type: "rejected", by, note, at: now }, ...supersede(state, null));
}

function decideRelease(state: CheckoutState, command: Command<"release">): Decision {
  const { attemptId, moves, now } = command;
  const released = state.payments.find((payment) => payment.attemptId === attemptId);
  // The checkout was verified without this one.
  const isLeftOver = state.status === "verified" && released?.state === "doubtful";
  if (!canBecome(state, "verified") && !isLeftOver) return refuse("not_open");
  if (released === undefined) return refuse("unknown_payment");
  const rest = state.payments.filter((payment) => payment !== released);
  const isDoubtful = rest.some((payment) => payment.state === "doubtful");
  const isLatePart = rest.length > 0 && hasExpired(state, now);
  const reopens = state.status === "review" && !isDoubtful && !isLatePart;
  return accept(
    { type: "payment_released", attemptId, moves },
    ...(isPending(state, attemptId) ? [ended(attemptId, "superseded")] : []),
    ...(reopens ? [{ type: "reopened" } as const] : []),
  );
}

function supersede(state: CheckoutState, except: string | null): CheckoutEvent[] {
  return state.pending
    .filter((attempt) => attempt.id !== except)
    .map((attempt) => ended(attempt.id, "superseded"));
}

function doubted({ attemptId, reason, exceptions }: Payment) {
  return { type: "payment_doubted", attemptId, reason, exceptions } as const;
}

function ended(attemptId: string, outcome: AttemptOutcome) {
  return { type: "attempt_ended", attemptId, outcome, failed: false } as const;
}

function accept(...events: readonly CheckoutEvent[]): Decision {
  return { ok: true, events };
}

function refuse(refusal: Refusal): Decision {
  return { ok: false, refusal };
}

/** Applies one event to the state. The store raises `version`, once per write. */
export function evolve(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case "attempt_started":
      return {
        ...state,
        pending: [...state.pending, event.attempt],
        attemptsCount: state.attemptsCount + 1,
      };
    case "attempt_awaits_credits":
      return {
        ...state,
        hasWaited: true,
        pending: state.pending.map((attempt) =>
          attempt.id === event.attemptId ? { ...attempt, awaitsCredits: true } : attempt,
        ),
      };
    case "attempt_ended":
      return {
        ...state,
        pending: state.pending.filter((attempt) => attempt.id !== event.attemptId),
        failedAttempts: state.failedAttempts + (event.failed ? 1 : 0),
      };
    case "payment_added":
      return withPayments(state, [...state.payments, event.payment]);
    case "payment_released":
      return withPayments(
        state,
        state.payments.filter(({ attemptId }) => attemptId !== event.attemptId),
      );
    case "payment_doubted": {
      const { attemptId, reason, exceptions } = event;
      return withPayment(state, attemptId, { state: "doubtful", reason, exceptions });
    }
    case "payment_named":
      return withPayment(state, event.attemptId, { claims: event.claims });
    case "payment_confirmed":
      return withPayment(state, event.attemptId, { evidence: "receipt" });
    case "partially_paid":
      return state;
    case "verified": {
      const { decision, at, receiptCode } = event;
      const verified = { ...state, status: "verified", verifiedAt: at, receiptCode } as const;
      if (decision === null) return verified;
      const review = decidedReview(state, { ...decision, at });
      return { ...withPayments(verified, approvedPayments(state.payments)), review };
    }
    case "sent_to_review":
      return { ...state, status: "review", review: { reason: event.reason, ...UNDECIDED } };
    case "reopened":
      return { ...state, status: "open", review: null };
    case "expired":
      return { ...state, status: "expired" };
    case "canceled":
      return { ...withPayments(state, []), status: "canceled" };
    case "rejected":
      return { ...state, status: "rejected", review: decidedReview(state, event) };
  }
}
