import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Breaker,
  beginTrial,
  type CanaryResult,
  type Evidence,
  healthOf,
  isRefusing,
  isSuspect,
  isTrialDue,
  OPENS_AFTER,
  observe,
  observeCanary,
  resumed,
  switchedOff,
  switchedOn,
  UNPROVEN,
  UNTRIED,
} from "../../lib/domain/breaker.ts";

const START = 1_800_000_000_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const RECEIPT: Evidence = { kind: "receipt" };
const NOT_FOUND: Evidence = { kind: "not_found" };
type FailureKind = Exclude<Evidence["kind"], "receipt" | "not_found">;
const failure = (kind: FailureKind, account: string, reference = `of ${account}`): Evidence => ({
  kind,
  source: { account, reference },
});

function having(evidence: readonly Evidence[], from = UNTRIED, now = START): Breaker {
  return evidence.reduce((breaker, one) => observe(breaker, one, now), from);
}

const five = (kind: FailureKind) => [1, 2, 3, 4, 5].map((number) => failure(kind, `acc_${number}`));
const down = () => having(five("no_answer"));
const failureKind = fc.constantFrom<FailureKind>("no_answer", "bad_answer", "unreadable");
const anyEvidence = fc.oneof(
  fc.constantFrom(RECEIPT, NOT_FOUND),
  fc
    .tuple(failureKind, fc.nat({ max: 9 }), fc.nat({ max: 9 }))
    .map(([kind, account, reference]) => failure(kind, `acc_${account}`, `r${reference}`)),
);
const canaryResult = fc.constantFrom<CanaryResult>(
  "passed",
  "no_answer",
  "bad_answer",
  "unreadable",
  "contradicted",
);
const step = fc.record({
  afterMs: fc.integer({ min: 0, max: 20 * MINUTE }),
  what: fc.oneof(
    anyEvidence,
    canaryResult.map((canary) => ({ canary })),
  ),
});
const story = fc.array(step, { maxLength: 60 });

type Steps = typeof story extends fc.Arbitrary<infer T> ? T : never;

function play(steps: Steps) {
  let breaker = UNTRIED;
  let now = START;
  for (const { afterMs, what } of steps) {
    now += afterMs;
    breaker =
      "canary" in what ? observeCanary(breaker, what.canary, now) : observe(breaker, what, now);
  }
  return { breaker, now };
}

describe("failures", () => {
  it.each(["no_answer", "bad_answer"] as const)(
    "open the breaker when five accounts get %s for five references",
    (kind) => {
      const four = having(five(kind).slice(0, OPENS_AFTER - 1));
      expect(four.state).toBe("closed");
      expect(healthOf(four)).toBe("degraded");
      const open = having(five(kind));
      expect(open).toMatchObject({ state: "open", cause: kind });
      expect(healthOf(open)).toBe("down");
    },
  );

  it("of one account never open the breaker", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(failureKind, fc.string()), { maxLength: 50 }), (tries) => {
        const row = tries.map(([kind, reference]) => failure(kind, "acc_1", reference));
        expect(having(row).state).toBe("closed");
      }),
    );
  });

  it("of one reference never open the breaker", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(failureKind, fc.string()), { maxLength: 50 }), (tries) => {
        const row = tries.map(([kind, account]) => failure(kind, account, "r1"));
        expect(having(row).state).toBe("closed");
      }),
    );
  });

  it("of all unproven accounts count as one", () => {
    const crowd = Array.from({ length: 50 }, (_, index) =>
      failure("no_answer", UNPROVEN, `r${index}`),
    );
    expect(having([...crowd, ...five("no_answer").slice(0, 3)]).state).toBe("closed");
    expect(having([...crowd, ...five("no_answer").slice(0, 4)]).state).toBe("open");
  });

  it.each([RECEIPT, NOT_FOUND])("start a new series after $kind", (answer) => {
    const [first, ...others] = five("no_answer");
    expect(having([...others, answer, first as Evidence]).state).toBe("closed");
  });

  it("start a new series after ten quiet minutes", () => {
    const [last, ...before] = five("no_answer");
    if (last === undefined) throw new Error("five are four");
    const four = having(before);
    expect(observe(four, last, START + 10 * MINUTE).state).toBe("open");
    expect(observe(four, last, START + 10 * MINUTE + 1).state).toBe("closed");
  });

  it("cause a canary within two minutes", () => {
    const one = having([failure("no_answer", "acc_1")]);
    expect(isSuspect(one, START + 2 * MINUTE)).toBe(true);
    expect(isSuspect(one, START + 2 * MINUTE + 1)).toBe(false);
    expect(isSuspect(observeCanary(one, "passed", START), START)).toBe(false);
    expect(isSuspect(having([failure("unreadable", "acc_1")]), START)).toBe(false);
  });
});

describe("unreadable pages", () => {
  it("degrade the provider without refusing lookups", () => {
    const degraded = having(five("unreadable"));
    expect(degraded).toMatchObject({ state: "degraded", cause: "unreadable" });
    expect(healthOf(degraded)).toBe("degraded");
  });

  it("are reset by a receipt, but not by not_found", () => {
    const mixed = five("unreadable").flatMap((one) => [one, NOT_FOUND]);
    expect(having(mixed).state).toBe("degraded");
    const readable = five("unreadable").flatMap((one) => [one, RECEIPT]);
    expect(having(readable).state).toBe("closed");
    expect(having([...mixed, RECEIPT])).toMatchObject({ state: "closed", owesResume: true });
  });
});

describe("the canary", () => {
  it.each(["no_answer", "bad_answer", "unreadable", "contradicted"] as const)(
    "opens the breaker at once by %s",
    (result) => {
      expect(observeCanary(having([RECEIPT]), result, START).state).toBe("open");
    },
  );

  it.each(["no_answer", "bad_answer"] as const)("closes an outage by %s when it passes", (kind) => {
    const closed = observeCanary(having(five(kind)), "passed", START + MINUTE);
    expect(closed).toMatchObject({ state: "closed", cause: null, trials: 0, owesResume: true });
    expect(resumed(closed).owesResume).toBe(false);
  });

  it("with an unreadable page degrades a provider whose receipts are readable", () => {
    const open = observeCanary(UNTRIED, "unreadable", START);
    const degraded = observe(open, RECEIPT, START + MINUTE);
    expect(degraded).toMatchObject({ state: "degraded", owesResume: true });
    expect(observeCanary(degraded, "unreadable", START + 2 * MINUTE).state).toBe("degraded");
    expect(observeCanary(degraded, "passed", START + 2 * MINUTE).state).toBe("closed");
    expect(observeCanary(degraded, "no_answer", START + 2 * MINUTE).state).toBe("open");
  });

  it("that failed is not reset by not_found", () => {
    const open = observeCanary(UNTRIED, "contradicted", START);
    expect(observe(open, NOT_FOUND, START + MINUTE).state).toBe("open");
  });
});

describe("trials", () => {
  it("are due after 30 s, 1, 2, then every 5 min", () => {
    let breaker = down();
    let now = START;
    const waits = Array.from({ length: 6 }, () => {
      const wait = breaker.trialAt - now;
      now = breaker.trialAt;
      expect(isTrialDue(breaker, now - 1)).toBe(false);
      expect(isTrialDue(breaker, now)).toBe(true);
      breaker = observeCanary(beginTrial(breaker, now), "no_answer", now);
      return wait / SECOND;
    });
    expect(waits).toEqual([30, 60, 120, 300, 300, 300]);
  });

  it("are not postponed by failures of customers", () => {
    fc.assert(
      fc.property(fc.array(anyEvidence, { maxLength: 50 }), (noise) => {
        const failures = noise.filter(({ kind }) => kind !== "receipt" && kind !== "not_found");
        expect(having(failures, down(), START + SECOND).trialAt).toBe(START + 30 * SECOND);
      }),
    );
  });
});

describe("after any sequence of evidence", () => {
  it("an open breaker has a trial within five minutes", () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { breaker, now } = play(steps);
        expect(breaker.state === "open" && !isTrialDue(breaker, now + 5 * MINUTE)).toBe(false);
      }),
    );
  });

  it("a passing canary closes the breaker", () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { breaker, now } = play(steps);
        expect(observeCanary(breaker, "passed", now).state).not.toBe("open");
      }),
    );
  });

  it("a readable receipt allows lookups", () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { breaker, now } = play(steps);
        expect(observe(breaker, RECEIPT, now).state).not.toBe("open");
      }),
    );
  });

  it("parked attempts are resumed after every outage", () => {
    fc.assert(
      fc.property(story, (steps) => {
        let breaker = UNTRIED;
        let now = START;
        for (const { afterMs, what } of steps) {
          now += afterMs;
          const before = resumed(breaker);
          breaker =
            "canary" in what ? observeCanary(before, what.canary, now) : observe(before, what, now);
          if (before.state === "open" && breaker.state !== "open") {
            expect(breaker.owesResume).toBe(true);
          }
        }
      }),
    );
  });

  it("any number of successful lookups within five minutes is one write", () => {
    const first = observe(UNTRIED, RECEIPT, START);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 * MINUTE - 1 }), (ms) => {
        expect(observe(first, RECEIPT, START + ms)).toBe(first);
        expect(observe(first, NOT_FOUND, START + ms)).toBe(first);
      }),
    );
    expect(observe(first, RECEIPT, START + 5 * MINUTE).lastCheckedAt).toBe(START + 5 * MINUTE);
  });

  it("shows the start of the current health", () => {
    const up = observe(UNTRIED, RECEIPT, START);
    const degraded = observe(up, failure("no_answer", "acc_1"), START + MINUTE);
    expect(degraded.since).toBe(START + MINUTE);
    const still = observe(degraded, failure("no_answer", "acc_2"), START + 2 * MINUTE);
    expect(still.since).toBe(START + MINUTE);
    expect(observe(still, RECEIPT, START + 3 * MINUTE).since).toBe(START + 3 * MINUTE);
  });
});

describe("a provider that an operator has switched off", () => {
  it("refuses lookups, runs no trial and shows as down, whatever lookups say that still run", () => {
    let off = switchedOff(UNTRIED, "maintenance", START);
    for (const what of [RECEIPT, NOT_FOUND, failure("no_answer", "acc_1")]) {
      off = observe(off, what, START + MINUTE);
      expect([isRefusing(off), healthOf(off)]).toEqual([true, "down"]);
    }
    off = observeCanary(off, "no_answer", START + MINUTE);
    off = observeCanary(off, "passed", START + 2 * MINUTE);
    expect(off.off).toEqual({ at: START, note: "maintenance" });
    expect(isTrialDue({ ...off, state: "open" }, START + 60 * MINUTE)).toBe(false);
    expect(resumed({ ...off, owesResume: true }).owesResume).toBe(true);
  });

  it("resumes parked attempts once it is on again", () => {
    const on = switchedOn(switchedOff(UNTRIED, "maintenance", START), START + MINUTE);
    expect([isRefusing(on), healthOf(on), on.owesResume]).toEqual([false, "up", true]);
    expect(resumed(on).owesResume).toBe(false);
  });
});
