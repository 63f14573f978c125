import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterAbandon,
  afterAttempt,
  afterClaim,
  afterManualRequest,
  afterRecovery,
  type Delivery,
  dueAt,
  isClaimable,
  isFinal,
  isLeased,
  newDelivery,
  triggerOf,
} from "../../lib/domain/delivery.ts";
import { AUTOMATIC_RETRIES, nextAttemptAt } from "../../lib/domain/webhook-endpoint.ts";
import type { Verdict } from "../../lib/domain/webhook-outcome.ts";
import { FACTS, VERDICTS } from "../support/events.ts";

const step = fc.oneof(
  fc.constantFrom(...VERDICTS).map((verdict) => ({ kind: "attempt", verdict }) as const),
  fc.constantFrom("manual", "recover", "skipped", "canceled").map((kind) => ({ kind }) as const),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Applies what can happen at that moment; what cannot is left out, as the claim's condition does. */
function apply(delivery: Delivery, next: Step, at: number): Delivery {
  switch (next.kind) {
    case "attempt": {
      if (dueAt(delivery) === null) return delivery;
      const failedAttempts = delivery.failures + 1;
      const retryAt =
        triggerOf(delivery) === "manual"
          ? null
          : nextAttemptAt({ failedAttempts, now: at, random: 0.5, retryAfterMs: null });
      const lane = "delivery";
      return afterAttempt(delivery, { verdict: next.verdict, statusCode: 200, at, retryAt, lane });
    }
    case "manual":
      return afterManualRequest(delivery, "delivery", at);
    case "recover":
      return delivery.plan === "failed" || delivery.plan === "skipped"
        ? afterRecovery(delivery, "delivery", at)
        : delivery;
    case "skipped":
    case "canceled":
      return afterAbandon(delivery, next.kind, at);
  }
}

test("after any sequence of changes, a delivery is either due or final", () => {
  void fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let delivery = newDelivery(FACTS, 1_000);
      let automatic = 0;
      for (const [index, next] of steps.entries()) {
        const before = delivery;
        const trigger = triggerOf(before);
        delivery = apply(before, next, 2_000 + index);
        if (delivery.attemptsCount > before.attemptsCount && trigger === "automatic") automatic++;
        expect(isFinal(delivery.plan)).toBe(delivery.nextAttemptAt === null);
        expect(delivery.completedAt !== null).toBe(isFinal(delivery.plan));
        expect(delivery.status === "pending" || delivery.status === "retrying").toBe(
          dueAt(delivery) !== null,
        );
        expect(delivery.leaseUntil).toBe(0);
        if (delivery !== before) expect(delivery.version).toBe(before.version + 1);
        expect(automatic).toBeLessThanOrEqual(1 + AUTOMATIC_RETRIES);
        expect(delivery.failures).toBeLessThanOrEqual(1 + AUTOMATIC_RETRIES);
      }
    }),
  );
});

test("a failed manual attempt keeps the plan; a successful one ends it", () => {
  void fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const before = steps.reduce(
        (delivery, next, index) => apply(delivery, next, 2_000 + index),
        newDelivery(FACTS, 1_000),
      );
      const asked = afterManualRequest(before, "delivery", 9_000);
      const failed = apply(asked, { kind: "attempt", verdict: VERDICTS[1] as Verdict }, 9_100);
      expect(failed).toMatchObject({
        plan: before.plan,
        nextAttemptAt: before.nextAttemptAt,
        failures: before.failures,
        attemptsCount: before.attemptsCount + 1,
        manualAt: null,
      });
      const succeeded = apply(asked, { kind: "attempt", verdict: VERDICTS[0] as Verdict }, 9_100);
      expect(succeeded).toMatchObject({ status: "succeeded", nextAttemptAt: null, manualAt: null });
    }),
  );
});

test("two manual requests before the attempt count as one", () => {
  const once = afterManualRequest(newDelivery(FACTS, 1), "delivery", 5);
  const twice = afterManualRequest(once, "delivery", 9);
  expect(twice.manualAt).toBe(5);
  const made = apply(twice, { kind: "attempt", verdict: VERDICTS[1] as Verdict }, 10);
  expect(made).toMatchObject({ status: "pending", manualAt: null, attemptsCount: 1 });
});

test("a recovery starts the automatic attempts of a skipped delivery", () => {
  let delivery = newDelivery(FACTS, 1);
  delivery = apply(delivery, { kind: "attempt", verdict: VERDICTS[1] as Verdict }, 10);
  delivery = afterRecovery(afterAbandon(delivery, "skipped", 20), "delivery", 30);
  expect(delivery).toMatchObject({ status: "retrying", nextAttemptAt: 30, failures: 1 });
  for (let made = 0; made < 20; made++) {
    delivery = apply(delivery, { kind: "attempt", verdict: VERDICTS[1] as Verdict }, 40);
  }
  expect(delivery).toMatchObject({ status: "failed", attemptsCount: 9 });
});

test("a new attempt resets the count of leases", () => {
  const died: Delivery = { ...newDelivery(FACTS, 1), leases: 4, leaseUntil: 60_000 };
  const after = [
    afterManualRequest(died, "delivery", 5),
    afterAbandon(died, "skipped", 5),
    afterRecovery({ ...died, plan: "failed" }, "delivery", 5),
    afterRecovery({ ...died, plan: "skipped" }, "delivery", 5),
  ];
  expect(after.map(({ leases }) => leases)).toEqual([0, 0, 0, 0]);
});

test("a new delivery is due at once, unless its endpoint is off", () => {
  const common = { ...FACTS, attemptsCount: 0, failures: 0, manualAt: null, version: 1 };
  expect(newDelivery(FACTS, 7)).toMatchObject({
    ...common,
    ...{ status: "pending", plan: "pending", trigger: "automatic", nextAttemptAt: 7 },
    ...{ leaseUntil: 0, leases: 0, lastStatusCode: null, lastErrorCode: null },
    ...{ createdAt: 7, completedAt: null },
  });
  expect(newDelivery(FACTS, 7, "manual")).toMatchObject({
    ...{ status: "pending", plan: "pending", trigger: "manual", nextAttemptAt: null, manualAt: 7 },
  });
  expect(newDelivery(FACTS, 7, "skip")).toMatchObject({
    ...common,
    ...{ status: "skipped", plan: "skipped", trigger: "automatic" },
    ...{ nextAttemptAt: null, createdAt: 7, completedAt: 7 },
  });
});

test("one sender at a time may take the next attempt, once it is due", () => {
  const waiting = newDelivery(FACTS, 1_000);
  expect(isClaimable(waiting, 1, 999)).toBe(false);
  expect(isClaimable(waiting, 1, 1_000)).toBe(true);
  expect(isClaimable(waiting, 2, 1_000)).toBe(false);
  expect(isClaimable(newDelivery(FACTS, 1_000, "skip"), 1, 9_000)).toBe(false);
  const taken = afterClaim(waiting, 1_000);
  expect(taken).toEqual({
    ...waiting,
    ...{ status: "delivering", leaseUntil: 61_000, leases: 1, version: 2 },
  });
  expect([isClaimable(taken, 1, 60_999), isLeased(taken, 60_999)]).toEqual([false, true]);
  expect([isClaimable(taken, 1, 61_000), isLeased(taken, 61_000)]).toEqual([true, false]);
  expect(isLeased({ ...waiting, leaseUntil: 61_000 }, 2_000)).toBe(false);
});

test("an attempt records its answer, its queue and the end", () => {
  const lane = "delivery-slow";
  const attempt = { statusCode: 500, at: 2_000, retryAt: 9_000, lane } as const;
  const first = afterAttempt(newDelivery(FACTS, 1), {
    ...attempt,
    verdict: VERDICTS[1] as Verdict,
  });
  expect(first).toMatchObject({
    ...{ status: "retrying", nextAttemptAt: 9_000, failures: 1, lane },
    ...{ lastStatusCode: 500, lastErrorCode: "http_status", completedAt: null },
  });
  const last = afterAttempt(first, { ...attempt, retryAt: null, verdict: VERDICTS[1] as Verdict });
  expect(last).toMatchObject({ status: "failed", nextAttemptAt: null, completedAt: 2_000 });
  // A manual attempt after the end changes the final status only if it succeeds.
  const asked = afterManualRequest(last, "delivery", 3_000);
  expect(asked).toMatchObject({
    status: "pending",
    plan: "failed",
    trigger: "manual",
    lane: FACTS.lane,
  });
  const again = { ...attempt, at: 4_000, retryAt: null };
  for (const at of [1, 3]) {
    const failed = afterAttempt(asked, { ...again, verdict: VERDICTS[at] as Verdict });
    expect(failed).toMatchObject({ status: "failed", completedAt: 2_000, failures: 2 });
  }
  const sent = afterAttempt(asked, { ...again, verdict: VERDICTS[0] as Verdict });
  expect(sent).toMatchObject({ status: "succeeded", completedAt: 4_000, lastErrorCode: null });
});
