import { describe, expect, it } from "vitest";
import type { CheckoutState, PendingAttempt } from "../../lib/domain/checkout.ts";
import { type CheckoutCommand, decide } from "../../lib/domain/checkout-changes.ts";
import { MOST_CLAIMS, type Payment } from "../../lib/domain/payment.ts";
import { AMOUNT, AWAITING, checkout, doubtful, NOW, payment, pending } from "./made-checkout.ts";

// One command, one exact answer; the random sequences are in checkout.test.ts.

type Add = Extract<CheckoutCommand, { type: "add_payment" }>;
const add = (added: Payment, changes: Partial<Add> = {}): Add => ({
  ...{ type: "add_payment", payment: added, doubtful: [], outcome: "matched", amount: AMOUNT },
  ...{ credit: "available", receiptCode: "code", now: NOW },
  ...changes,
});
const approve: CheckoutCommand = {
  ...{ type: "approve", receiptCode: "code", by: "usr_1", note: "seen", now: NOW },
};
const BY = { by: "usr_1", note: "no money" };
const reject: CheckoutCommand = { type: "reject", ...BY, amount: AMOUNT, now: NOW };
const cancel: CheckoutCommand = { type: "cancel", amount: AMOUNT, now: NOW };
const release = (attemptId: string, now = NOW): CheckoutCommand => ({
  ...{ type: "release", attemptId, moves: false, now },
});
const submit = (attempt: PendingAttempt): CheckoutCommand => ({
  ...{ type: "submit", attempt, failedAttemptsLimit: 20, now: NOW },
});
const ended = (attemptId: string, outcome: string) => ({
  ...{ type: "attempt_ended", attemptId, outcome, failed: false },
});
const FAIL: CheckoutCommand = { type: "fail", attemptId: "a", outcome: "not_found" };
const FAILED = { ...ended("a", "not_found"), failed: true };
const added = (one: Payment) => ({ type: "payment_added", payment: one });
const REST = { type: "partially_paid" };
const VERIFIED = { type: "verified", receiptCode: "code", at: NOW, decision: null };
const toReview = (reason: string) => ({ type: "sent_to_review", reason });
const inDoubt = (attemptId: string, reason: Payment["reason"]) => ({
  ...{ type: "payment_doubted", attemptId, reason, exceptions: [reason] },
});
const named = (id: string, claims: string[]) => ({ type: "payment_named", attemptId: id, claims });
const CONTRADICTED = "notice_contradicted";
/** What waited was the last part; another one has been released since. */
const NO_LONGER = { ...AWAITING, amountReceived: 999, payments: [payment("b", { amount: 999 })] };
const PART = payment("a");
const WHOLE = payment("a", { amount: AMOUNT });
const FOUR = ["1", "2", "3", "4"].map((id) => payment(id, { amount: 1 }));
const late = { now: NOW + 60_000 };
const EXPIRE: CheckoutCommand = { type: "expire", ...late };

describe("a decision refuses", () => {
  it.each<CheckoutCommand>([
    add(payment("a")),
    { type: "fail", attemptId: "a", outcome: "too_old" },
  ])("$type for an attempt that is not pending", (command) => {
    const decided = checkout("rejected", [], [payment("a")]);
    for (const state of [checkout("open"), checkout("open", ["b"], [payment("1")]), decided]) {
      expect(decide(state, command)).toEqual({ ok: false, refusal: "unknown_attempt" });
    }
  });

  it.each<[string, CheckoutState, CheckoutCommand, string]>([
    ["approving a canceled checkout", checkout("canceled"), approve, "not_open"],
    ["approving twice", checkout("verified", [], [WHOLE]), approve, "not_open"],
    ["approving what nobody has paid into", checkout("open"), approve, "not_open"],
    ["rejecting a canceled checkout", checkout("canceled"), reject, "not_open"],
    ["rejecting what nobody has paid into", checkout("expired"), reject, "not_open"],
    ["canceling in review", checkout("review", [], [doubtful("a")]), cancel, "not_open"],
    ["canceling after the expiry", checkout("open"), { ...cancel, ...late }, "not_open"],
    ["expiring twice", checkout("expired"), EXPIRE, "not_open"],
    ["expiring while one is pending", checkout("open", ["a"]), EXPIRE, "not_open"],
    ["expiring early", checkout("open"), { type: "expire", now: NOW + 59_999 }, "not_due"],
    ["canceling while it waits for credits", AWAITING, cancel, "awaits_credits"],
    ["rejecting while it waits for credits", AWAITING, reject, "awaits_credits"],
    ["releasing another payment", checkout("open", [], [WHOLE]), release("b"), "unknown_payment"],
    ["releasing what counts", checkout("verified", [], [WHOLE]), release("a"), "not_open"],
    ["releasing what was rejected", checkout("rejected", [], [WHOLE]), release("a"), "not_open"],
  ])("%s", (_, state, command, refusal) => {
    expect(decide(state, command)).toEqual({ ok: false, refusal });
  });
});

describe("a submission", () => {
  it.each<[string, PendingAttempt]>([
    [
      "of a reference that another bank writes alike",
      pending("b", { provider: "cbe", reference: "REF-a" }),
    ],
    ["of another reference of the same bank", pending("b")],
  ])("%s is looked up", (_, attempt) => {
    expect(decide(checkout("open", ["a"]), submit(attempt))).toEqual({
      ...{ ok: true, events: [{ type: "attempt_started", attempt }] },
    });
  });
});

describe("a payment", () => {
  it.each<[string, CheckoutState, Add, readonly object[]]>([
    [
      "of the whole amount verifies, and ends what else is pending",
      checkout("open", ["a", "b"]),
      add(WHOLE),
      [added(WHOLE), VERIFIED, ended("a", "matched"), ended("b", "superseded")],
    ],
    [
      "that reaches the amount together with another one verifies",
      checkout("open", ["a"], [payment("1", { amount: 600 })]),
      add(payment("a")),
      [added(payment("a")), VERIFIED, ended("a", "matched")],
    ],
    [
      "that reaches it in review verifies, whatever is in doubt besides",
      checkout("review", ["a"], [doubtful("1")]),
      add(WHOLE),
      [added(WHOLE), VERIFIED, ended("a", "matched")],
    ],
    [
      "of one cent too little is a part",
      checkout("open", ["a", "b"]),
      add(payment("a", { amount: AMOUNT - 1 })),
      [added(payment("a", { amount: AMOUNT - 1 })), REST, ended("a", "counted")],
    ],
    [
      "in doubt counts nothing: a person decides",
      checkout("open", ["a", "b"]),
      add(doubtful("a", { amount: AMOUNT })),
      [added(doubtful("a", { amount: AMOUNT })), toReview("paid_late"), ended("a", "matched")],
    ],
    [
      "in doubt, in review, leaves the first reason",
      checkout("review", ["a"], [doubtful("1")]),
      add(doubtful("a")),
      [added(doubtful("a")), ended("a", "matched")],
    ],
    [
      "that nobody could read has the outcome of its attempt",
      checkout("expired", ["a"]),
      add(doubtful("a", { reason: "manual", amount: null }), { outcome: "pending" }),
      [
        added(doubtful("a", { reason: "manual", amount: null })),
        toReview("manual"),
        ended("a", "pending"),
      ],
    ],
    [
      "that is a part after the expiry goes to a person",
      checkout("expired", ["a"]),
      add(payment("a"), late),
      [added(payment("a")), REST, toReview("partially_paid"), ended("a", "counted")],
    ],
    [
      "that is a part and began before the sweeper ended the checkout goes to a person",
      checkout("expired", ["a"]),
      add(payment("a")),
      [added(payment("a")), REST, toReview("partially_paid"), ended("a", "counted")],
    ],
    [
      "that is the fifth and leaves a rest goes to a person",
      checkout("open", ["a"], FOUR),
      add(payment("a")),
      [added(payment("a")), REST, toReview("partially_paid"), ended("a", "counted")],
    ],
    [
      "that is the fifth and reaches the amount verifies",
      checkout("open", ["a"], FOUR),
      add(WHOLE),
      [added(WHOLE), VERIFIED, ended("a", "matched")],
    ],
    [
      "that is the sixth is left alone",
      checkout("review", ["a"], [...FOUR, payment("5")]),
      add(WHOLE),
      [ended("a", "superseded")],
    ],
    [
      "with more claims than one transaction can release is left alone",
      checkout("open", ["a"], [payment("1", { claims: Object.keys([...Array(MOST_CLAIMS)]) })]),
      add(WHOLE),
      [ended("a", "superseded")],
    ],
    [
      "that the checkout holds already counts once, with all its numbers",
      checkout("open", ["a"], [payment("1")]),
      add(payment("a", { claims: ["telebirr:X", "cbe:FT1"] })),
      [named("1", ["cbe:FT1", "telebirr:X"]), ended("a", "counted")],
    ],
    [
      "that the checkout holds in doubt stays in doubt",
      checkout("review", ["a"], [doubtful("1")]),
      add(payment("a", { claims: ["cbe:FT1"], amount: AMOUNT })),
      [ended("a", "matched")],
    ],
    [
      "that comes too late for a verified checkout is left alone",
      checkout("verified", ["a"], [payment("1")]),
      add(WHOLE),
      [ended("a", "superseded")],
    ],
    [
      "of the whole amount waits for credits, but belongs to the checkout",
      checkout("open", ["a"]),
      add(WHOLE, { credit: "awaited" }),
      [added(WHOLE), { type: "attempt_awaits_credits", attemptId: "a" }],
    ],
    ["that still waits changes nothing", AWAITING, add(payment("b"), { credit: "awaited" }), []],
    [
      "that has waited verifies without being added again",
      AWAITING,
      add(payment("b", { amount: AMOUNT })),
      [VERIFIED, ended("b", "matched")],
    ],
    [
      "that has waited verifies also where it is the last that the checkout can hold",
      checkout("review", [], [...FOUR, WHOLE], {
        pending: [pending("a", { awaitsCredits: true })],
      }),
      add(WHOLE),
      [VERIFIED, ended("a", "matched")],
    ],
    [
      "that has waited counts once: the rest is due where another part was released",
      checkout("open", [], [payment("a", { amount: 600 })], {
        pending: [pending("a", { awaitsCredits: true })],
      }),
      add(payment("a", { amount: 600 })),
      [REST, ended("a", "counted")],
    ],
    [
      "waits for credits beside another one that waits",
      { ...AWAITING, pending: [...AWAITING.pending, pending("a")] },
      add(WHOLE, { credit: "awaited" }),
      [added(WHOLE), { type: "attempt_awaits_credits", attemptId: "a" }],
    ],
    [
      "that still waits, beside a reference that is looked up, changes nothing",
      { ...AWAITING, pending: [pending("a"), ...AWAITING.pending] },
      add(payment("b"), { credit: "awaited" }),
      [],
    ],
    [
      "that has come into doubt while it waited is no longer counted: a person decides",
      AWAITING,
      add(doubtful("b", { amount: AMOUNT })),
      [inDoubt("b", "paid_late"), toReview("paid_late"), ended("b", "matched")],
    ],
    [
      "in doubt, beside one that waits for credits, goes to a person",
      { ...AWAITING, pending: [...AWAITING.pending, pending("a")] },
      add(doubtful("a")),
      [added(doubtful("a")), toReview("paid_late"), ended("a", "matched")],
    ],
    [
      "of the rest counts, and verifies nothing, beside one that the bank's messages contradict",
      checkout("open", ["a"], [payment("1")]),
      add(PART, { doubtful: ["1"] }),
      [added(PART), inDoubt("1", CONTRADICTED), toReview(CONTRADICTED), ended("a", "counted")],
    ],
    [
      "of the whole amount verifies without one that the bank's messages contradict",
      checkout("open", ["a"], [payment("1")]),
      add(WHOLE, { doubtful: ["1"] }),
      [added(WHOLE), inDoubt("1", CONTRADICTED), VERIFIED, ended("a", "matched")],
    ],
    [
      "in doubt beside one that the bank's messages contradict leaves a person two in doubt",
      checkout("open", ["a"], [payment("1")]),
      add(doubtful("a"), { doubtful: ["1"] }),
      [
        added(doubtful("a")),
        inDoubt("1", CONTRADICTED),
        toReview("paid_late"),
        ended("a", "matched"),
      ],
    ],
    [
      "that has waited is not added by another reference of its attempt",
      AWAITING,
      add(payment("b", { amount: AMOUNT, claims: ["cbe:FTX"] })),
      [named("b", ["cbe:FTb", "cbe:FTX"]), VERIFIED, ended("b", "matched")],
    ],
    [
      "that has waited in vain goes to a person",
      AWAITING,
      add(payment("b", { amount: AMOUNT }), { credit: "given_up" }),
      [toReview("insufficient_credits"), ended("b", "insufficient_credits")],
    ],
  ])("%s", (_, state, command, events) => {
    expect(decide(state, command)).toEqual({ ok: true, events });
  });
});

describe("a decision accepts", () => {
  it.each<[string, CheckoutState, CheckoutCommand, readonly object[]]>([
    ["a failure, which counts", checkout("open", ["a"]), FAIL, [FAILED]],
    [
      "a failure beside a counted part, which counts, and leaves the part alone",
      checkout("open", ["a"], [payment("1")]),
      FAIL,
      [FAILED],
    ],
    [
      "a failure of what waits for credits, which sends its payment to a person",
      AWAITING,
      { type: "fail", attemptId: "b", outcome: "not_completed" },
      [inDoubt("b", CONTRADICTED), toReview(CONTRADICTED), ended("b", "not_completed")],
    ],
    [
      "a failure of a part that a notice alone proved, which sends it to a person",
      checkout("open", ["a"], [payment("1")]),
      { type: "fail", attemptId: "1", outcome: "not_completed" },
      [inDoubt("1", CONTRADICTED), toReview(CONTRADICTED)],
    ],
    [
      "canceling a partly paid checkout, which ends what is pending",
      checkout("open", ["a"], [payment("1")]),
      { ...cancel, now: NOW + 59_999 },
      [{ type: "canceled" }, ended("a", "superseded")],
    ],
    [
      "canceling after the expiry while a reference is looked up",
      checkout("open", ["a"]),
      { ...cancel, ...late },
      [{ type: "canceled" }, ended("a", "superseded")],
    ],
    ["canceling what nobody has paid", checkout("open"), cancel, [{ type: "canceled" }]],
    [
      "canceling what waited for credits, once another part was released",
      NO_LONGER,
      cancel,
      [{ type: "canceled" }, ended("b", "superseded")],
    ],
    [
      "rejecting it",
      NO_LONGER,
      reject,
      [{ type: "rejected", ...BY, at: NOW }, ended("b", "superseded")],
    ],
    ["expiring on time", checkout("open"), { type: "expire", ...late }, [{ type: "expired" }]],
    [
      "that a partly paid checkout does not expire silently",
      checkout("open", [], [payment("1")]),
      { type: "expire", ...late },
      [toReview("partially_paid")],
    ],
    [
      "an approval of money that came short, which ends what is pending",
      checkout("open", ["b"], [payment("1")]),
      approve,
      [{ ...VERIFIED, decision: { by: "usr_1", note: "seen" } }, ended("b", "superseded")],
    ],
    [
      "a rejection of money that came short, which ends what is pending",
      checkout("open", ["b"], [payment("1")]),
      reject,
      [{ type: "rejected", ...BY, at: NOW }, ended("b", "superseded")],
    ],
    [
      "a release of one of several parts",
      checkout("open", [], [payment("1"), payment("2")]),
      release("1"),
      [{ type: "payment_released", attemptId: "1", moves: false }],
    ],
    [
      "a release of what waits for credits, which ends its attempt",
      AWAITING,
      release("b"),
      [{ type: "payment_released", attemptId: "b", moves: false }, ended("b", "superseded")],
    ],
    [
      "a release of the only doubt, which opens the checkout again",
      checkout("review", [], [doubtful("1"), payment("2")]),
      release("1"),
      [{ type: "payment_released", attemptId: "1", moves: false }, { type: "reopened" }],
    ],
    [
      "a release of one of two doubts, which leaves the review",
      checkout("review", [], [doubtful("1"), doubtful("2")]),
      release("1"),
      [{ type: "payment_released", attemptId: "1", moves: false }],
    ],
    [
      "a release after the expiry, which leaves the review while a part is there",
      checkout("review", [], [payment("1"), payment("2")]),
      release("1", NOW + 60_000),
      [{ type: "payment_released", attemptId: "1", moves: false }],
    ],
    [
      "a release of the last part after the expiry, which lets it expire",
      checkout("review", [], [payment("1")]),
      release("1", NOW + 60_000),
      [{ type: "payment_released", attemptId: "1", moves: false }, { type: "reopened" }],
    ],
    [
      "a release of a doubt that another payment has left behind",
      checkout("verified", [], [doubtful("1"), WHOLE]),
      release("1"),
      [{ type: "payment_released", attemptId: "1", moves: false }],
    ],
  ])("%s", (_, state, command, events) => {
    expect(decide(state, command)).toEqual({ ok: true, events });
  });
});
