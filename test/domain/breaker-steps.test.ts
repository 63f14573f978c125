import { describe, expect, it } from "vitest";
import {
  type Breaker,
  type CanaryResult,
  type Evidence,
  healthOf,
  isSuspect,
  isTrialDue,
  observe,
  observeCanary,
  resumed,
  UNTRIED,
} from "../../lib/domain/breaker.ts";

const START = 1_800_000_000_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LATER = START + MINUTE;

const RECEIPT: Evidence = { kind: "receipt" };
const NOT_FOUND: Evidence = { kind: "not_found" };
const source = (name: string) => ({ account: `acc_${name}`, reference: `ref_${name}` });
const noAnswer = (name: string): Evidence => ({ kind: "no_answer", source: source(name) });
const unreadable = (name: string): Evidence => ({ kind: "unreadable", source: source(name) });
const NAMES = ["a", "b", "c", "d", "e"];

function played(steps: readonly (Evidence | CanaryResult)[], from = UNTRIED): Breaker {
  return steps.reduce(
    (breaker, step) =>
      typeof step === "string"
        ? observeCanary(breaker, step, START)
        : observe(breaker, step, START),
    from,
  );
}

const STATES = {
  untried: UNTRIED,
  working: played([RECEIPT]),
  "failing once": played([RECEIPT, noAnswer("a")]),
  "unreadable once": played([RECEIPT, unreadable("a")]),
  "failing and unreadable once": played([RECEIPT, noAnswer("a"), unreadable("b")]),
  "silent for all": played(NAMES.map(noAnswer)),
  "unreadable for all": played(NAMES.map(unreadable)),
  "refused by its canary": played(["contradicted"]),
  "readable despite its canary": played(["contradicted", RECEIPT]),
  "silent after unreadable pages": played([unreadable("a"), "no_answer"]),
} as const;
type Name = keyof typeof STATES;

describe("a provider", () => {
  it.each<[Name, string]>([
    ["untried", "up"],
    ["working", "up"],
    ["failing once", "degraded"],
    ["unreadable once", "degraded"],
    ["failing and unreadable once", "degraded"],
    ["silent for all", "down"],
    ["unreadable for all", "degraded"],
    ["refused by its canary", "down"],
    ["readable despite its canary", "degraded"],
  ])("that is %s is shown as %s", (name, health) => {
    expect(healthOf(STATES[name])).toBe(health);
  });

  it.each<[Name, boolean]>([
    ["working", false],
    ["failing once", false],
    ["silent for all", true],
    ["unreadable for all", false],
    ["refused by its canary", true],
    ["readable despite its canary", true],
  ])("that is %s has a trial to come: %s", (name, hasTrial) => {
    expect(isTrialDue(STATES[name], START + 10 * MINUTE)).toBe(hasTrial);
  });

  it.each<[Name, boolean]>([
    ["working", false],
    ["failing once", true],
    ["unreadable once", false],
    // Its trials check it, at growing intervals.
    ["silent for all", false],
  ])("that is %s is checked at once: %s", (name, isSuspected) => {
    expect(isSuspect(STATES[name], START)).toBe(isSuspected);
  });

  it("shows since when it is up, from the first lookup on", () => {
    expect(STATES.working.since).toBe(START);
    expect(observe(UNTRIED, NOT_FOUND, LATER).since).toBe(LATER);
  });
});

describe("nothing is written for", () => {
  it.each<[string, Name, Evidence]>([
    ["a failure during an outage", "silent for all", noAnswer("f")],
    ["an unreadable page during an outage", "silent for all", unreadable("f")],
    ["one more unreadable page of many", "unreadable for all", unreadable("f")],
    ["an unreadable page after the canary failed", "readable despite its canary", unreadable("f")],
    ["a second failure of one account", "failing once", noAnswer("a")],
    ["a second unreadable page of one account", "unreadable once", unreadable("a")],
    ["another receipt despite a failed canary", "readable despite its canary", RECEIPT],
    ["not_found after the canary failed", "readable despite its canary", NOT_FOUND],
    ["another not_found", "working", NOT_FOUND],
  ])("%s", (_, name, evidence) => {
    const settled = resumed(STATES[name]);
    expect(observe(settled, evidence, LATER)).toBe(settled);
  });

  it("a failure whose account or reference is anywhere in the series", () => {
    const two = played([noAnswer("a"), noAnswer("b")]);
    for (const known of ["a", "b"]) {
      const { account, reference } = source(known);
      const half = [
        { account, reference: "ref_new" },
        { account: "acc_new", reference },
      ];
      for (const source of half) {
        expect(observe(two, { kind: "no_answer", source }, LATER)).toBe(two);
      }
    }
  });
});

describe("the provider is back", () => {
  it.each<[string, Name, Evidence | CanaryResult]>([
    ["after an outage by a receipt", "silent for all", RECEIPT],
    ["after an outage by not_found", "silent for all", NOT_FOUND],
    ["after an outage by its canary", "silent for all", "passed"],
    ["after a failed canary by a passing one", "refused by its canary", "passed"],
  ])("%s, and owes its parked attempts", (_, name, step) => {
    expect(played([step], STATES[name])).toEqual({
      ...UNTRIED,
      since: START,
      lastCheckedAt: START,
      lastFailureAt: step === RECEIPT ? null : STATES[name].lastFailureAt,
      owesResume: true,
      ...(step === "passed" && { canary: { result: step, at: START } }),
    });
  });

  it.each<[string, Name]>([
    ["one failure", "failing once"],
    ["one unreadable page", "unreadable once"],
    ["one of each", "failing and unreadable once"],
  ])("after %s by a receipt, without parked attempts", (_, name) => {
    expect(played([RECEIPT], STATES[name])).toEqual(STATES.working);
  });

  it("after one failure by not_found as well", () => {
    expect(played([NOT_FOUND], STATES["failing once"])).toEqual({
      ...STATES.working,
      lastFailureAt: START,
    });
  });

  it("as long as its parked attempts wait, whatever happens in between", () => {
    const back = played([RECEIPT], STATES["silent for all"]);
    expect(played([noAnswer("a"), RECEIPT], back).owesResume).toBe(true);
    const downAgain = played(["no_answer"], back);
    expect(resumed(downAgain)).toBe(downAgain);
    expect(played([RECEIPT], downAgain).owesResume).toBe(true);
  });

  it("and remembers what its last canary showed", () => {
    expect(played(["no_answer", RECEIPT]).canary).toEqual({ result: "no_answer", at: START });
    expect(played([...NAMES.map(noAnswer), RECEIPT])).not.toHaveProperty("canary");
  });

  it("and owes nothing that it never parked", () => {
    expect(resumed(STATES.working)).toBe(STATES.working);
  });
});

describe("unreadable pages", () => {
  it.each<Evidence | CanaryResult>(["passed", NOT_FOUND])(
    "stay counted when the bank answers again: %j",
    (answer) => {
      const back = played([answer], STATES["silent after unreadable pages"]);
      expect(back).toMatchObject({ state: "closed", unreadable: [source("a")] });
      expect(played(NAMES.slice(1).map(unreadable), back).state).toBe("degraded");
    },
  );

  it("keep the provider degraded although its canary passes, which needs no receipt", () => {
    const mixed = observe(STATES["unreadable for all"], noAnswer("f"), START);
    expect(observeCanary(mixed, "passed", LATER)).toEqual({
      ...STATES["unreadable for all"],
      lastCheckedAt: LATER,
      canary: { result: "passed", at: LATER },
    });
  });

  it.each<[Name, string]>([
    ["unreadable for all", "open"],
    ["readable despite its canary", "degraded"],
    ["refused by its canary", "open"],
  ])("of the canary: what is %s is then %s", (name, state) => {
    expect(observeCanary(STATES[name], "unreadable", LATER)).toMatchObject({
      state,
      cause: "canary_failed",
      lastCheckedAt: LATER,
    });
  });
});
