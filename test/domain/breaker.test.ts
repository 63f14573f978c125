import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  admission,
  type Breaker,
  beginTrial,
  type Evidence,
  healthOf,
  OPENS_AFTER,
  observe,
  resumed,
  UNTRIED,
} from "../../lib/domain/breaker.ts";

const START = 1_800_000_000_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NO_ANSWER: Evidence = { kind: "no_answer" };
const RECEIPT: Evidence = { kind: "receipt" };
const NOT_FOUND: Evidence = { kind: "not_found" };
const CANARY: Evidence = { kind: "canary_failed" };
const bad = (subject: string): Evidence => ({ kind: "bad_answer", subject });

function having(evidence: readonly Evidence[], from = UNTRIED, now = START): Breaker {
  return evidence.reduce((breaker, one) => observe(breaker, one, now), from);
}

const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);
const down = () => having(times(OPENS_AFTER, NO_ANSWER));

/** Anything that can happen, at any time. */
const step = fc.record({
  afterMs: fc.integer({ min: 0, max: 20 * MINUTE }),
  what: fc.oneof(
    fc.constant("ask" as const),
    fc.constantFrom(NO_ANSWER, RECEIPT, NOT_FOUND, CANARY),
    fc.integer({ min: 0, max: 9 }).map((id) => bad(`co_${id}`)),
  ),
});
const story = fc.array(step, { maxLength: 60 });

/** Plays a story as callers do: whoever is let in for a trial stores it. */
function play(steps: readonly { afterMs: number; what: "ask" | Evidence }[]) {
  let breaker = UNTRIED;
  let now = START;
  for (const { afterMs, what } of steps) {
    now += afterMs;
    if (what !== "ask") breaker = observe(breaker, what, now);
    else if (admission(breaker, now) === "trial") breaker = beginTrial(breaker, now);
  }
  return { breaker, now };
}

describe("opening", () => {
  it("lets everybody through until the last of five failures in a row", () => {
    const almost = having(times(OPENS_AFTER - 1, NO_ANSWER));
    expect(admission(almost, START)).toBe("pass");
    expect(healthOf(almost)).toBe("degraded");
    expect(admission(observe(almost, NO_ANSWER, START), START)).toBe("refuse");
    expect(healthOf(down())).toBe("down");
  });

  it.each([RECEIPT, NOT_FOUND])("begins a new row after $kind", (answer) => {
    const breaker = having([...times(4, NO_ANSWER), answer, ...times(4, NO_ANSWER)]);
    expect(breaker.state).toBe("closed");
  });

  it("begins a new row after ten quiet minutes", () => {
    const before = having(times(4, NO_ANSWER));
    expect(observe(before, NO_ANSWER, START + 10 * MINUTE).state).toBe("open");
    expect(observe(before, NO_ANSWER, START + 10 * MINUTE + 1).state).toBe("closed");
  });

  it("counts the bad answers of one checkout once, however often it asks", () => {
    expect(having(times(100, bad("co_1"))).state).toBe("closed");
    const five = [1, 2, 3, 4, 5].map((id) => bad(`co_${id}`));
    expect(having(five).state).toBe("open");
  });

  it("does not take not_found as proof that pages can be read", () => {
    const row = [1, 2, 3, 4, 5].flatMap((id) => [bad(`co_${id}`), NOT_FOUND]);
    expect(having(row).state).toBe("open");
    expect(having(row.map((one) => (one === NOT_FOUND ? RECEIPT : one))).state).toBe("closed");
  });

  it("opens at once when the canary got anything but the known answer", () => {
    expect(having([RECEIPT, CANARY])).toMatchObject({ state: "open", cause: "canary_failed" });
  });
});

describe("trying again", () => {
  it("waits 30 s, 1, 2, then always 5 min between trials that fail", () => {
    let breaker = down();
    let now = START;
    const waits = times(6, 0).map(() => {
      const wait = breaker.until - now;
      now = breaker.until;
      expect(admission(breaker, now - 1)).toBe("refuse");
      expect(admission(breaker, now)).toBe("trial");
      breaker = observe(beginTrial(breaker, now), NO_ANSWER, now);
      return wait / SECOND;
    });
    expect(waits).toEqual([30, 60, 120, 300, 300, 300]);
  });

  it("refuses everybody else during a trial, and forgets one that never ended", () => {
    const trial = beginTrial(down(), START + MINUTE);
    expect(admission(trial, START + MINUTE)).toBe("refuse");
    expect(admission(trial, START + 2 * MINUTE)).toBe("trial");
  });

  it.each([RECEIPT, NOT_FOUND])("closes after an outage with $kind", (answer) => {
    const closed = observe(beginTrial(down(), START + MINUTE), answer, START + MINUTE);
    expect(closed).toMatchObject({ state: "closed", openings: 0, owesResume: true });
    expect(resumed(closed).owesResume).toBe(false);
  });

  it("closes after unreadable pages with a receipt only", () => {
    const open = having([1, 2, 3, 4, 5].map((id) => bad(`co_${id}`)));
    const trial = beginTrial(open, START + MINUTE);
    expect(observe(trial, NOT_FOUND, START + MINUTE).state).toBe("open");
    expect(observe(trial, RECEIPT, START + MINUTE).state).toBe("closed");
  });
});

describe("whatever happens", () => {
  it("is never open for ever: a trial is due within five minutes of the last evidence", () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { breaker, now } = play(steps);
        expect(admission(breaker, now + 5 * MINUTE)).not.toBe("refuse");
      }),
    );
  });

  it("lets everybody through after a receipt, and forgets every failure", () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { breaker, now } = play(steps);
        const next = observe(breaker, RECEIPT, now);
        expect(admission(next, now)).toBe("pass");
        expect(healthOf(next)).toBe("up");
      }),
    );
  });

  it("owes the parked ones their resumption once it was open, until that is done", () => {
    fc.assert(
      fc.property(story, (steps) => {
        let breaker = UNTRIED;
        let wasOpen = false;
        let now = START;
        for (const { afterMs, what } of steps) {
          now += afterMs;
          if (what !== "ask") breaker = observe(breaker, what, now);
          wasOpen ||= breaker.state === "open";
        }
        expect(breaker.owesResume).toBe(wasOpen);
      }),
    );
  });

  it("stores little: any number of good answers within five minutes is one write", () => {
    const first = observe(UNTRIED, RECEIPT, START);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 * MINUTE - 1 }), (ms) => {
        expect(observe(first, RECEIPT, START + ms)).toBe(first);
        expect(observe(first, NOT_FOUND, START + ms)).toBe(first);
      }),
    );
    expect(observe(first, RECEIPT, START + 5 * MINUTE).lastCheckedAt).toBe(START + 5 * MINUTE);
  });

  it("says since when it has been as it is shown", () => {
    const up = observe(UNTRIED, RECEIPT, START);
    const degraded = observe(up, NO_ANSWER, START + MINUTE);
    expect(degraded.since).toBe(START + MINUTE);
    expect(observe(degraded, NO_ANSWER, START + 2 * MINUTE).since).toBe(START + MINUTE);
    expect(observe(degraded, RECEIPT, START + 3 * MINUTE).since).toBe(START + 3 * MINUTE);
  });
});
