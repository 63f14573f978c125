import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ATTEMPT_OUTCOMES } from "../../lib/domain/attempt.ts";
import {
  acceptsPayment,
  type CheckoutState,
  type CheckoutStatus,
  GRACE_MS,
  graceEndsAt,
  MAX_PENDING,
  type PendingAttempt,
  SHOWN_STATUSES,
  shownStatus,
  TRANSITIONS,
} from "../../lib/domain/checkout.ts";
import {
  type CheckoutCommand,
  type CheckoutEvent,
  decide,
  evolve,
} from "../../lib/domain/checkout-changes.ts";
import { MOST_PAYMENTS, type Payment } from "../../lib/domain/payment.ts";
import { payment as partOf } from "./made-checkout.ts";

const START = 1_000_000;
const LIFE_MS = 1_800_000;
const FAILED_ATTEMPTS_LIMIT = 4;

const FRESH: CheckoutState = {
  status: "open",
  version: 1,
  sequence: 1,
  expiresAt: START + LIFE_MS,
  pending: [],
  attemptsCount: 0,
  failedAttempts: 0,
  hasWaited: false,
  payments: [],
  amountReceived: 0,
  review: null,
  verifiedAt: null,
  receiptCode: null,
  eventIds: [],
};

const at = fc.integer({ min: START, max: START + LIFE_MS + GRACE_MS + 10_000_000 });
const attemptId = fc.constantFrom("att_1", "att_2", "att_3", "att_4", "att_5");
const AMOUNT = 1_000;
const payment = fc
  .record({
    attemptId,
    amount: fc.option(fc.constantFrom(1, 250, 500, 750, 1_000, 1_500)),
    // Half of the payments count: more than one must, so that one of them can come into doubt.
    reason: fc.option(fc.constantFrom("possible_duplicate", "receiver_unconfirmed", "paid_late"), {
      freq: 1,
    }),
    claim: fc.constantFrom("A", "B", "C", "D", "E", "F", "G", "H"),
  })
  .map(({ reason, claim, ...read }) => ({
    ...read,
    ...{ provider: "telebirr", reference: claim, typed: null, payerName: null, paidAt: START },
    state: reason === null ? "counted" : "doubtful",
    reason,
    exceptions: reason === null ? [] : [reason],
    ...{ evidence: "receipt", claims: [`telebirr:${claim}`] },
  })) as fc.Arbitrary<Payment>;
const outcome = fc.constantFrom(...ATTEMPT_OUTCOMES);

const command: fc.Arbitrary<CheckoutCommand> = fc.oneof(
  { weight: 6, arbitrary: submitCommand() },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("add_payment" as const),
      payment,
      doubtful: fc.oneof(
        { weight: 5, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(attemptId, { minLength: 1, maxLength: 2 }) },
      ),
      outcome: fc.constant("matched" as const),
      amount: fc.constant(AMOUNT),
      credit: fc.constantFrom("available", "awaited", "given_up"),
      receiptCode: fc.constant("code"),
      now: at,
    }),
  },
  fc.record({ type: fc.constant("release" as const), attemptId, now: at }),
  fc.record({ type: fc.constant("fail" as const), attemptId, outcome }),
  fc.record({ type: fc.constant("cancel" as const), amount: fc.constant(AMOUNT), now: at }),
  fc.record({ type: fc.constant("expire" as const), now: at }),
  fc.record({
    type: fc.constant("approve" as const),
    receiptCode: fc.constant("code"),
    by: fc.constant("usr_1"),
    note: fc.constant("seen in the account"),
    now: at,
  }),
  fc.record({
    type: fc.constant("reject" as const),
    by: fc.constant("usr_1"),
    note: fc.constant("no money"),
    amount: fc.constant(AMOUNT),
    now: at,
  }),
) as fc.Arbitrary<CheckoutCommand>;

function submitCommand() {
  return fc
    .record({ id: attemptId, reference: fc.constantFrom("A", "B", "C", "D"), now: at })
    .map(({ id, reference, now }) => ({
      type: "submit" as const,
      attempt: pendingOf(id, reference, now),
      failedAttemptsLimit: FAILED_ATTEMPTS_LIMIT,
      now,
    }));
}

function pendingOf(id: string, reference: string, submittedAt: number): PendingAttempt {
  return { id, provider: "telebirr", reference, submittedAt, awaitsCredits: false };
}

interface Step {
  readonly before: CheckoutState;
  readonly command: CheckoutCommand;
  readonly events: readonly CheckoutEvent[];
  readonly after: CheckoutState;
}

/** Plays commands; refused ones change nothing. Ids of attempts are used once, as in life. */
function play(commands: readonly CheckoutCommand[], from = FRESH): Step[] {
  let state = from;
  let attempts = 0;
  const names = new Map<string, string>();
  return commands.map((given) => {
    let command = given;
    if (command.type === "submit") {
      const id = `${command.attempt.id}-${++attempts}`;
      names.set(command.attempt.id, id);
      command = { ...command, attempt: { ...command.attempt, id } };
    } else if (command.type === "add_payment") {
      const { payment } = command;
      const named = (id: string) => names.get(id) ?? id;
      const doubtful = command.doubtful.map(named);
      const attemptId = named(payment.attemptId);
      command = { ...command, payment: { ...payment, attemptId }, doubtful };
    } else if ("attemptId" in command) {
      const id = names.get(command.attemptId) ?? command.attemptId;
      command = { ...command, attemptId: id } as CheckoutCommand;
    }
    const before = state;
    const decision = decide(before, command);
    const events = decision.ok ? decision.events : [];
    state = events.reduce(evolve, before);
    return { before, command, events, after: state };
  });
}

function always(check: (steps: readonly Step[]) => void, from = FRESH): void {
  fc.assert(
    fc.property(fc.array(command, { minLength: 1, maxLength: 40 }), (commands) => {
      check(play(commands, from));
    }),
    { numRuns: 800 },
  );
}

const isTerminal = (status: CheckoutStatus) => TRANSITIONS[status].length === 0;

describe("a checkout after any sequence of commands", () => {
  it("follows the transition table", () => {
    always((steps) => {
      for (const { before, after } of steps) {
        const stays = before.status === after.status;
        expect(stays || TRANSITIONS[before.status].includes(after.status)).toBe(true);
      }
    });
  });

  it("never leaves verified, canceled or rejected, and keeps the decision and what counts", () => {
    always((steps) => {
      for (const { before, after } of steps) {
        if (!isTerminal(before.status)) continue;
        const { pending: _, failedAttempts: __, payments, ...decided } = before;
        expect(after).toMatchObject(decided);
        const counts = (one: Payment) => before.status !== "verified" || one.state === "counted";
        const isKept = (one: Payment) => counts(one) || after.payments.includes(one);
        expect(after.payments).toEqual(payments.filter(isKept));
      }
    });
  });

  it("has at most three pending references, each with its own id", () => {
    always((steps) => {
      for (const { after } of steps) {
        expect(after.pending.length).toBeLessThanOrEqual(MAX_PENDING);
        expect(new Set(after.pending.map(({ id }) => id)).size).toBe(after.pending.length);
      }
    });
  });

  it("is verified at most once, with receipt code and time", () => {
    always((steps) => {
      const verified = steps.flatMap(({ events }) => events.filter((e) => e.type === "verified"));
      expect(verified.length).toBeLessThanOrEqual(1);
      const last = steps.at(-1)?.after;
      const isVerified = last?.status === "verified";
      expect(verified.length).toBe(isVerified ? 1 : 0);
      expect(last?.verifiedAt !== null && last?.receiptCode !== null).toBe(isVerified);
      if (isVerified) expect(last?.payments).not.toEqual([]);
    });
  });

  it("is verified by a payment that reaches the amount without those in doubt, or by a person", () => {
    always((steps) => {
      for (const { command, events, after } of steps) {
        if (!events.some(({ type }) => type === "verified")) continue;
        expect(["add_payment", "approve"]).toContain(command.type);
        expect(command.type === "approve" || after.amountReceived >= AMOUNT).toBe(true);
      }
    });
  });

  it("ends every attempt once, and has none pending in a final status", () => {
    always((steps) => {
      const ended = steps.flatMap(({ events }) =>
        events.flatMap((event) => (event.type === "attempt_ended" ? [event.attemptId] : [])),
      );
      expect(new Set(ended).size).toBe(ended.length);
      for (const { after } of steps) {
        if (isTerminal(after.status)) expect(after.pending).toEqual([]);
      }
      const last = steps.at(-1)?.after as CheckoutState;
      expect(last.attemptsCount).toBe(ended.length + last.pending.length);
    });
  });

  it("has received the sum of its counted payments, at most five, each with its own claims", () => {
    always((steps) => {
      for (const { after } of steps) {
        const counted = after.payments.filter(({ state }) => state === "counted");
        const sum = counted.reduce((all, { amount }) => all + (amount ?? 0), 0);
        expect(after.amountReceived).toBe(sum);
        expect(after.payments.length).toBeLessThanOrEqual(MOST_PAYMENTS);
        const claims = after.payments.flatMap((one) => one.claims);
        expect(new Set(claims).size).toBe(claims.length);
        if (after.status === "canceled") expect(after.payments).toEqual([]);
      }
    });
  });

  it("says once for each counted payment that a rest is due, as long as one is", () => {
    let parts = 0;
    always((steps) => {
      for (const { command, events, after } of steps) {
        const said = events.filter(({ type }) => type === "partially_paid").length;
        if (said === 0) continue;
        parts++;
        expect(said).toBe(1);
        expect(command.type).toBe("add_payment");
        expect(after.amountReceived).toBeLessThan(AMOUNT);
      }
    });
    expect(parts).toBeGreaterThan(0);
  });

  it("never expires with money in it: a person decides", () => {
    let late = 0;
    const check = (steps: readonly Step[]) => {
      for (const { before, after } of steps) {
        const waits = after.pending.some(({ awaitsCredits }) => awaitsCredits);
        if (after.status === "expired" && !waits) expect(after.payments).toEqual([]);
        if (before.review === null && after.review?.reason === "partially_paid") late++;
      }
    };
    always(check);
    // Commands name the time at which their request began: it may lie before the expiry that they find.
    always(check, { ...FRESH, status: "expired" });
    expect(late).toBeGreaterThan(0);
  });

  it("loses a payment only by a release or a cancellation, and no claim to another payment", () => {
    always((steps) => {
      for (const { before, command, after } of steps) {
        const kept = before.payments.filter((one) =>
          after.payments.some(({ attemptId }) => attemptId === one.attemptId),
        );
        const isLost = kept.length < before.payments.length;
        if (isLost) expect(["release", "cancel"]).toContain(command.type);
        if (command.type === "release") {
          expect(before.payments.length - kept.length).toBeLessThanOrEqual(1);
        }
      }
    });
  });

  it("has a review if a person must decide, and a payment to decide about", () => {
    always((steps) => {
      for (const { after } of steps) {
        if (after.status === "review") expect(after.payments).not.toEqual([]);
        if (after.status === "review") expect(after.review).not.toBeNull();
        if (after.status === "rejected") expect(after.review?.decidedBy).toBe("usr_1");
      }
    });
  });

  it("records who decided manually, when and why, even without a review", () => {
    let short = 0;
    always((steps) => {
      for (const { before, command, after } of steps) {
        if (!("by" in command) || before.status === after.status) continue;
        const { by, note, now } = command;
        expect(after.review).toMatchObject({ decidedBy: by, decidedAt: now, note });
        if (before.review !== null) continue;
        short++;
        expect(after.review).toMatchObject({ reason: "partially_paid" });
      }
    });
    expect(short).toBeGreaterThan(0);
  });

  it("keeps the first reason for a review until nothing in doubt is left", () => {
    let reopened = 0;
    always((steps) => {
      for (const { before, after, command } of steps) {
        if (before.review === null) continue;
        if (after.review === null) {
          reopened++;
          expect([after.status, command.type]).toEqual(["open", "release"]);
          expect(after.payments.every(({ state }) => state === "counted")).toBe(true);
        } else expect(after.review.reason).toBe(before.review.reason);
      }
    });
    expect(reopened).toBeGreaterThan(0);
  });

  it("accepts no reference after the grace period or too many failures", () => {
    always((steps) => {
      for (const { before, command, events } of steps) {
        if (command.type !== "submit" || events.length === 0) continue;
        expect(command.now).toBeLessThan(graceEndsAt(before));
        expect(before.failedAttempts).toBeLessThan(FAILED_ATTEMPTS_LIMIT);
        expect(acceptsPayment(before, command.now)).toBe(true);
      }
    });
  });

  it("is never canceled or rejected while the whole amount waits for credits, nor expired while an attempt is pending", () => {
    const parts = ["att_1", "att_2"].map((id) => partOf(id, { amount: AMOUNT / 2 }));
    const waiting = { ...pendingOf("att_2", "B", START), awaitsCredits: true };
    const whole = { ...FRESH, pending: [waiting], payments: parts, amountReceived: AMOUNT };
    // Those that were canceled or rejected after another part was released or doubted.
    let marked = 0;
    always((steps) => {
      for (const { before, events } of steps) {
        if (events.some(({ type }) => type === "expired")) expect(before.pending).toEqual([]);
        if (!events.some(({ type }) => type === "canceled" || type === "rejected")) continue;
        if (!before.pending.some(({ awaitsCredits }) => awaitsCredits)) continue;
        marked++;
        expect(before.amountReceived).toBeLessThan(AMOUNT);
      }
    }, whole);
    expect(marked).toBeGreaterThan(0);
  });

  it("is not changed by a refused command, nor by a decision alone", () => {
    always((steps) => {
      for (const { before, command } of steps) {
        const copy = structuredClone(before);
        decide(before, command);
        expect(before).toEqual(copy);
      }
    });
  });
});

describe("the shown status of a checkout", () => {
  const cases: readonly [string, Partial<CheckoutState>, number, string][] = [
    ["open before its end", {}, START, "open"],
    ["expired at its end, swept or not", {}, START + LIFE_MS, "expired"],
    ["open a millisecond before", {}, START + LIFE_MS - 1, "open"],
    [
      "open at its end if it is partly paid, until the sweeper sends it to review",
      { payments: [partOf("1")] },
      START + LIFE_MS,
      "open",
    ],
    [
      "verifying while a reference is looked up",
      { pending: [pendingOf("a", "A", 1)] },
      START,
      "verifying",
    ],
    [
      "verifying also after its end",
      { pending: [pendingOf("a", "A", 1)] },
      START + LIFE_MS,
      "verifying",
    ],
    [
      "verifying in the grace period",
      { status: "expired", pending: [pendingOf("a", "A", 1)] },
      START + LIFE_MS + 1,
      "verifying",
    ],
    [
      "in review also while more is looked up",
      { status: "review", pending: [pendingOf("a", "A", 1)] },
      START,
      "review",
    ],
    ["verified for ever", { status: "verified" }, START + LIFE_MS + GRACE_MS, "verified"],
  ];
  it.each(cases)("is %s", (_, changes, now, shown) => {
    expect(shownStatus({ ...FRESH, ...changes }, now)).toBe(shown);
  });

  it("is a known status in every state at any time", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), at, (commands, now) => {
        const state = play(commands).at(-1)?.after ?? FRESH;
        expect(SHOWN_STATUSES).toContain(shownStatus(state, now));
      }),
    );
  });
});

describe("the table of transitions", () => {
  it("has exactly the documented transitions", () => {
    expect(TRANSITIONS).toEqual({
      open: ["verified", "review", "expired", "canceled", "rejected"],
      expired: ["verified", "review"],
      review: ["verified", "rejected", "open"],
      verified: [],
      canceled: [],
      rejected: [],
    });
  });

  it("is complete: some sequence of commands makes every transition", () => {
    const seen = new Set<string>();
    for (const commands of fc.sample(fc.array(command, { maxLength: 40 }), {
      numRuns: 4000,
      seed: 3,
    })) {
      for (const { before, after } of play(commands)) {
        if (before.status !== after.status) seen.add(`${before.status} ${after.status}`);
      }
    }
    const all = Object.entries(TRANSITIONS).flatMap(([from, to]) =>
      to.map((next) => `${from} ${next}`),
    );
    expect([...seen].sort()).toEqual(all.sort());
  });
});

describe("a submitted reference", () => {
  const submit = (reference: string, id: string, state: CheckoutState, now = START) =>
    decide(state, {
      ...{ type: "submit", attempt: pendingOf(id, reference, now), now },
      failedAttemptsLimit: FAILED_ATTEMPTS_LIMIT,
    });

  it("is looked up beside the pending one that it corrects, while fewer than three are pending", () => {
    const pending = ["A", "B", "C"].map((reference) => pendingOf(reference, reference, START));
    expect(submit("B", "new", { ...FRESH, pending: pending.slice(1) })).toMatchObject({
      events: [{ type: "attempt_started", attempt: { id: "new" } }],
    });
    expect(submit("B", "new", { ...FRESH, pending })).toEqual({
      ...{ ok: false, refusal: "too_many_pending" },
    });
  });

  it("is refused for the first applicable reason", () => {
    const pending = ["A", "B", "C"].map((reference) => pendingOf(reference, reference, START));
    const full = { ...FRESH, pending };
    expect(submit("D", "new", full)).toEqual({ ok: false, refusal: "too_many_pending" });
    const failed = { ...FRESH, failedAttempts: FAILED_ATTEMPTS_LIMIT };
    const mayFail = {
      ...failed,
      failedAttempts: failed.failedAttempts - 1,
      pending: pending.slice(1),
    };
    expect(submit("D", "new", mayFail)).toEqual({ ok: false, refusal: "too_many_failures" });
    expect(submit("D", "new", failed)).toEqual({ ok: false, refusal: "too_many_failures" });
    expect(submit("D", "new", FRESH, graceEndsAt(FRESH))).toEqual({
      ok: false,
      refusal: "not_open",
    });
    expect(submit("D", "new", FRESH, graceEndsAt(FRESH) - 1).ok).toBe(true);
    const undecided = { ...FRESH, status: "review", attemptsCount: 12, failedAttempts: 2 } as const;
    expect(submit("D", "new", undecided)).toEqual({ ok: false, refusal: "too_many_undecided" });
    expect(submit("D", "new", { ...undecided, failedAttempts: 3 }).ok).toBe(true);
    const [one] = fc.sample(payment, 1);
    const five = { ...FRESH, payments: Array(5).fill(one) };
    expect(submit("D", "new", five)).toEqual({ ok: false, refusal: "too_many_payments" });
    expect(submit("D", "new", { ...five, payments: five.payments.slice(1) }).ok).toBe(true);
  });
});
