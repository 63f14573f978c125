import { describe, expect, it } from "vitest";
import type {
  CheckoutState,
  CheckoutStatus,
  PendingAttempt,
  Review,
} from "../../lib/domain/checkout.ts";
import type { CheckoutCommand, CheckoutEvent } from "../../lib/domain/checkout-commands.ts";
import { decide } from "../../lib/domain/checkout-decide.ts";
import { evolve } from "../../lib/domain/checkout-evolve.ts";

// One command, one exact answer; the random sequences are in checkout.test.ts.

const NOW = 1_000_000;
const pending = (id: string, changes: Partial<PendingAttempt> = {}): PendingAttempt => ({
  ...{ id, provider: "telebirr", reference: `REF-${id}`, submittedAt: NOW, awaitsCredits: false },
  ...changes,
});
const checkout = (
  status: CheckoutStatus,
  attempts: readonly string[] = [],
  changes: Partial<CheckoutState> = {},
): CheckoutState => ({
  ...{ status, version: 3, sequence: 2, expiresAt: NOW + 60_000, failedAttempts: 1 },
  pending: attempts.map((id) => pending(id)),
  ...{ attemptsCount: 2, exceptions: [], review: null, amountReceived: null, payment: null },
  ...{ verifiedAt: null, receiptCode: null, settledBy: null, eventIds: [] },
  ...changes,
});
const PAYMENT = { provider: "cbe", reference: "FT1", payerName: "A*** K***", paidAt: NOW } as const;
const PROOF = { payment: PAYMENT, amountReceived: 700, exceptions: ["overpaid"] } as const;
const prove = (review: "paid_late" | null = null): CheckoutCommand => ({
  ...{ type: "prove", attemptId: "a", proof: PROOF, review, receiptCode: "code", now: NOW },
});
const giveUp: CheckoutCommand = {
  ...{ type: "give_up", attemptId: "a", reason: "manual", outcome: "pending", proof: null },
};
const approve: CheckoutCommand = {
  ...{ type: "approve", attemptId: "a", proof: PROOF, receiptCode: "code" },
  ...{ by: "usr_1", note: "seen", now: NOW },
};
const BY = { by: "usr_1", note: "no money" };
const reject: CheckoutCommand = { type: "reject", attemptId: "a", proof: PROOF, ...BY, now: NOW };
const submit = (attempt: PendingAttempt): CheckoutCommand => ({
  ...{ type: "submit", attempt, failedAttemptsLimit: 20, now: NOW },
});
const ended = (attemptId: string, outcome: string) => ({
  ...{ type: "attempt_ended", attemptId, outcome, failed: false },
});
const VERIFIED = { type: "verified", attemptId: "a", proof: PROOF, receiptCode: "code", at: NOW };
const REJECTED = { type: "rejected", attemptId: "a", proof: PROOF, ...BY, at: NOW };
const AWAITING = checkout("open", [], { pending: [pending("b", { awaitsCredits: true })] });
const OF_ONE_ATTEMPT: readonly CheckoutCommand[] = [
  prove(),
  giveUp,
  { type: "fail", attemptId: "a", outcome: "not_found" },
  { type: "wait", attemptId: "a", awaitsCredits: false },
];

describe("a decision refuses", () => {
  it.each(OF_ONE_ATTEMPT)("$type for an attempt that is not pending", (command) => {
    for (const state of [checkout("open"), checkout("open", ["b"])]) {
      expect(decide(state, command)).toEqual({ ok: false, refusal: "unknown_attempt" });
    }
  });

  it.each<[string, CheckoutState, CheckoutCommand]>([
    ["approving a canceled checkout", checkout("canceled"), approve],
    ["approving twice", checkout("verified"), approve],
    ["rejecting a canceled checkout", checkout("canceled"), reject],
    ["suspecting a verified checkout", checkout("verified"), { type: "suspect" }],
    ["canceling in review", checkout("review"), { type: "cancel", now: NOW }],
    ["canceling after the expiry", checkout("open"), { type: "cancel", now: NOW + 60_000 }],
    ["expiring twice", checkout("expired"), { type: "expire", now: NOW + 60_000 }],
    [
      "expiring while an attempt is pending",
      checkout("open", ["a"]),
      { type: "expire", now: NOW + 60_000 },
    ],
    ["canceling while a payment waits for credits", AWAITING, { type: "cancel", now: NOW }],
    ["rejecting while a payment waits for credits", AWAITING, reject],
  ])("%s", (_, state, command) => {
    expect(decide(state, command)).toEqual({ ok: false, refusal: "not_open" });
  });

  it("expiring a millisecond early", () => {
    expect(decide(checkout("open"), { type: "expire", now: NOW + 59_999 })).toEqual({
      ...{ ok: false, refusal: "not_due" },
    });
  });
});

describe("a decision accepts", () => {
  it.each<[string, CheckoutState, CheckoutCommand, readonly object[]]>([
    [
      "a reference that another bank writes alike",
      checkout("open", ["a"]),
      submit(pending("b", { provider: "cbe", reference: "REF-a" })),
      [{ type: "attempt_started", attempt: pending("b", { provider: "cbe", reference: "REF-a" }) }],
    ],
    [
      "another reference of the same bank",
      checkout("open", ["a"]),
      submit(pending("b")),
      [{ type: "attempt_started", attempt: pending("b") }],
    ],
    [
      "a proof, and ends what else is pending",
      checkout("open", ["a", "b"]),
      prove(),
      [{ ...VERIFIED, decision: null }, ended("a", "matched"), ended("b", "superseded")],
    ],
    [
      "a proof that a person must look at",
      checkout("open", ["a", "b"]),
      prove("paid_late"),
      [
        { type: "sent_to_review", attemptId: "a", reason: "paid_late", proof: PROOF },
        ended("a", "matched"),
      ],
    ],
    [
      "a doubtful proof in review, which keeps its first reason",
      checkout("review", ["a"]),
      prove("paid_late"),
      [ended("a", "matched")],
    ],
    [
      "a proof that comes too late for a verified checkout",
      checkout("verified", ["a"]),
      prove(),
      [ended("a", "superseded")],
    ],
    [
      "a failure, which counts",
      checkout("open", ["a"]),
      { type: "fail", attemptId: "a", outcome: "not_found" },
      [{ ...ended("a", "not_found"), failed: true }],
    ],
    [
      "a proven payment that waits for credits",
      checkout("open", ["a"]),
      { type: "wait", attemptId: "a", awaitsCredits: true },
      [{ type: "attempt_awaits_credits", attemptId: "a" }],
    ],
    [
      "a wait for the bank, which changes nothing",
      checkout("open", ["a"]),
      { type: "wait", attemptId: "a", awaitsCredits: false },
      [],
    ],
    [
      "giving up, which sends to review",
      checkout("expired", ["a"]),
      giveUp,
      [
        { type: "sent_to_review", attemptId: "a", reason: "manual", proof: null },
        ended("a", "pending"),
      ],
    ],
    ["giving up in review", checkout("review", ["a"]), giveUp, [ended("a", "pending")]],
    [
      "canceling, which ends what is pending",
      checkout("open", ["a"]),
      { type: "cancel", now: NOW + 60_000 },
      [{ type: "canceled" }, ended("a", "superseded")],
    ],
    [
      "expiring at the minute",
      checkout("open"),
      { type: "expire", now: NOW + 60_000 },
      [{ type: "expired" }],
    ],
    ["suspecting a duplicate", checkout("review"), { type: "suspect" }, [{ type: "suspected" }]],
    [
      "an approval of money that came short",
      checkout("expired", ["b"]),
      approve,
      [
        {
          ...{ ...VERIFIED, proof: { ...PROOF, exceptions: ["overpaid", "approved_by_hand"] } },
          decision: { by: "usr_1", note: "seen" },
        },
        ended("b", "superseded"),
      ],
    ],
    [
      "a rejection of money that came short, which ends what is pending",
      checkout("expired", ["b"]),
      reject,
      [REJECTED, ended("b", "superseded")],
    ],
  ])("%s", (_, state, command, events) => {
    expect(decide(state, command)).toEqual({ ok: true, events });
  });
});

describe("an event changes of a checkout only", () => {
  const review: Review = {
    ...{ reason: "manual", attemptId: "a", decidedBy: null, decidedAt: null, note: null },
  };
  it.each<[string, CheckoutState, CheckoutEvent, Partial<CheckoutState>]>([
    [
      "the attempt that waits for credits",
      checkout("open", ["a", "b"]),
      { type: "attempt_awaits_credits", attemptId: "b" },
      { pending: [pending("a"), pending("b", { awaitsCredits: true })] },
    ],
    [
      "the attempt that failed, and the count of failures",
      checkout("open", ["a", "b"]),
      { type: "attempt_ended", attemptId: "a", outcome: "not_found", failed: true },
      { pending: [pending("b")], failedAttempts: 2 },
    ],
    [
      "the attempt that was superseded",
      checkout("open", ["a", "b"]),
      { type: "attempt_ended", attemptId: "a", outcome: "superseded", failed: false },
      { pending: [pending("b")] },
    ],
    [
      "status, reason and proof when it goes to review",
      checkout("open"),
      { type: "sent_to_review", attemptId: "a", reason: "manual", proof: PROOF },
      { status: "review", review, exceptions: ["overpaid"], amountReceived: 700, payment: PAYMENT },
    ],
    [
      "status and reason when nothing is proven",
      checkout("open", [], { exceptions: ["possible_duplicate"] }),
      { type: "sent_to_review", attemptId: "a", reason: "manual", proof: null },
      { status: "review", review, exceptions: [] },
    ],
    [
      "the list of exceptions when it is suspected, once",
      checkout("review", [], { exceptions: ["paid_late", "possible_duplicate"] }),
      { type: "suspected" },
      { exceptions: ["paid_late", "possible_duplicate"] },
    ],
    [
      "the list of exceptions when it is first suspected",
      checkout("review", [], { exceptions: ["paid_late"] }),
      { type: "suspected" },
      { exceptions: ["paid_late", "possible_duplicate"] },
    ],
  ])("%s", (_, state, event, changes) => {
    expect(evolve(state, event)).toEqual({ ...state, ...changes });
  });
});
