import { expect, test } from "vitest";
import {
  afterAbandon,
  afterAttempt,
  afterManualRequest,
  afterRecovery,
  type Delivery,
  dueAt,
  isFinal,
  newDelivery,
} from "../../lib/domain/delivery.ts";
import type { Verdict } from "../../lib/domain/webhook-outcome.ts";
import { FACTS, VERDICTS } from "../support/events.ts";

test("a delivery whose endpoint is gone ends, and one that has ended stays", () => {
  const waiting = newDelivery(FACTS, 1);
  expect(afterAbandon(waiting, "canceled", 5)).toMatchObject({
    ...{ status: "canceled", plan: "canceled", nextAttemptAt: null, completedAt: 5 },
  });
  const skipped = newDelivery(FACTS, 1, "skip");
  expect(afterAbandon(skipped, "canceled", 5)).toEqual({ ...skipped, version: 2 });
  const recovered = afterRecovery(skipped, "delivery-slow", 9);
  expect(recovered).toMatchObject({
    ...{ status: "pending", nextAttemptAt: 9, completedAt: null, lane: "delivery-slow" },
  });
});

test.each([
  ["success", "succeeded"],
  ["retry", "failed"],
  ["fail", "failed"],
  ["disable", "failed"],
] as const)("a manual delivery after an attempt that says %s is %s", (said, status) => {
  const verdict = VERDICTS.find(({ verdict }) => verdict === said) as Verdict;
  const attempt = { verdict, statusCode: 200, at: 9, retryAt: null, lane: "delivery" } as const;
  const after = afterAttempt(newDelivery(FACTS, 1, "manual"), attempt);
  expect(after).toMatchObject({ status, plan: status, trigger: "manual", failures: 0 });
  expect(after).toMatchObject({ attemptsCount: 1, completedAt: 9 });
  expect(dueAt(after)).toBeNull();
});

test.each([
  ["automatic", "success", "succeeded"],
  ["automatic", "retry", "retrying"],
  ["automatic", "fail", "failed"],
  ["automatic", "disable", "failed"],
  ["manual", "success", "succeeded"],
  ["manual", "retry", "pending"],
  ["manual", "fail", "pending"],
  ["manual", "disable", "failed"],
] as const)(
  "a waiting delivery after an %s attempt that says %s is %s",
  (trigger, said, status) => {
    const waiting = newDelivery(FACTS, 1_000);
    const verdict = VERDICTS.find(({ verdict }) => verdict === said) as Verdict;
    const asked = trigger === "manual" ? afterManualRequest(waiting, "delivery", 2_000) : waiting;
    const made = afterAttempt(asked, {
      ...{ verdict, statusCode: 200, at: 3_000, retryAt: 9_000, lane: "delivery" },
    });
    expect(made).toMatchObject({
      ...{ status, plan: status, trigger },
      failures: trigger === "manual" || said === "success" ? 0 : 1,
      completedAt: isFinal(status) ? 3_000 : null,
      nextAttemptAt: isFinal(status) ? null : trigger === "manual" ? 1_000 : 9_000,
    });
  },
);

test.each([
  [null, null, null],
  [5, null, 5],
  [null, 5, 5],
  [5, 9, 5],
  [9, 5, 5],
])(
  "an automatic attempt at %s and a manual one at %s are due at %s",
  (nextAttemptAt, manualAt, due) => {
    expect(dueAt({ nextAttemptAt, manualAt })).toBe(due);
  },
);

test("a recovery of a delivery without attempts left asks for one manual attempt", () => {
  const failed: Delivery = { ...newDelivery(FACTS, 1), plan: "failed", nextAttemptAt: null };
  expect(afterRecovery(failed, "delivery", 30)).toMatchObject({
    ...{ plan: "failed", trigger: "manual", manualAt: 30, nextAttemptAt: null },
  });
});
