import { describe, expect, test } from "vitest";
import {
  attemptTimeoutMs,
  type EndpointHealth,
  healthAfter,
  predates,
  wantsEvent,
} from "../../lib/domain/webhook-endpoint.ts";

const DAY = 86_400_000;
const WELL: EndpointHealth = {
  failuresInARow: 0,
  timeoutsInARow: 0,
  failingSince: null,
  lastSuccessAt: 1_000,
  slow: false,
};
const failing = (failuresInARow: number, slow = failuresInARow >= 5): EndpointHealth => ({
  ...WELL,
  failuresInARow,
  failingSince: 1_000,
  slow,
});
const failure = { success: false, timedOut: false, durationMs: 20, at: 2_000 };

describe("health", () => {
  test("is not written for every success of a healthy endpoint, which would make a hot item", () => {
    const success = { success: true, timedOut: false, durationMs: 20, at: 2_000 };
    expect(healthAfter(WELL, success)).toBeNull();
    expect(healthAfter({ ...WELL, lastSuccessAt: null }, success)).not.toBeNull();
    expect(healthAfter(WELL, { ...success, at: 1_000 + 3_600_000 })).not.toBeNull();
    const today = { ...WELL, lastSuccessAt: 20_000 * DAY };
    expect(healthAfter(today, { ...success, at: 20_000 * DAY + 3_599_999 })).toBeNull();
    expect(healthAfter(failing(1), success)).toMatchObject({ kind: "success", slow: false });
  });

  test("moves an endpoint to the slow lane at the fifth consecutive failure and warns", () => {
    expect(healthAfter(failing(3), failure)).toMatchObject({ slow: false, warn: false });
    expect(healthAfter(failing(4), failure)).toMatchObject({ slow: true, warn: true });
  });

  test.each([5, 10, 20, 40])(
    "warns once in a streak, also if %d failures ended before",
    (count) => {
      expect(healthAfter(failing(count), failure)).toMatchObject({ warn: true });
      const earlier = { ...failing(count), warnedAt: 999 };
      expect(healthAfter(earlier, failure)).toMatchObject({ warn: true });
      const warned = healthAfter({ ...failing(count), warnedAt: 1_000 }, failure);
      expect(warned).toEqual(count < 20 ? expect.objectContaining({ warn: false }) : null);
    },
  );

  test("moves it there after a response slower than 5 s, even a successful one", () => {
    expect(
      healthAfter(WELL, { success: true, timedOut: false, durationMs: 5_001, at: 2_000 }),
    ).toMatchObject({
      slow: true,
    });
    expect(
      healthAfter(WELL, { success: true, timedOut: false, durationMs: 5_000, at: 2_000 }),
    ).toBeNull();
  });

  test.each([
    ["a quick failure", WELL, 5_000, false],
    ["a failure slower than 5 s", WELL, 5_001, true],
    ["a quick failure in the slow lane", failing(1, true), 20, true],
  ])("after %s, the endpoint is in the slow lane: %4$s", (_, health, durationMs, slow) => {
    expect(healthAfter(health, { ...failure, durationMs })).toMatchObject({ slow });
  });

  test("moves even a dead endpoint to the slow lane", () => {
    expect(healthAfter({ ...failing(20, false), warnedAt: 1_500 }, failure)).toEqual({
      ...{ kind: "failure", at: 2_000, timedOut: false },
      ...{ slow: true, warn: false, disable: false },
    });
  });

  test("stops counting failures of a dead endpoint", () => {
    expect(healthAfter({ ...failing(20), warnedAt: 1_500 }, failure)).toBeNull();
    expect(healthAfter(failing(19), failure)).toMatchObject({ disable: false });
  });

  test("disables only after 5 days and 20 failures", () => {
    const late = { ...failure, at: 1_000 + 5 * DAY };
    expect(healthAfter(failing(18), late)).toMatchObject({ disable: false });
    expect(healthAfter(failing(19), late)).toMatchObject({ disable: true });
    expect(healthAfter(failing(20), { ...late, at: late.at - 1 })).toMatchObject({
      disable: false,
    });
    expect(healthAfter(failing(20), late)).toMatchObject({ disable: true });
  });

  test("counts the days from the first failure, not from the last success", () => {
    const first = { ...WELL, failuresInARow: 19, failingSince: 9 * DAY, slow: true };
    expect(healthAfter(first, { ...failure, at: 10 * DAY })).toMatchObject({ disable: false });
  });
});

test.each([
  [0, 0, 15_000],
  [1, 0, 15_000],
  [2, 0, 5_000],
  [2, 3, 5_000],
  [2, 4, 15_000],
  [9, 8, 15_000],
])(
  "after %d timeouts in a row, a delivery that failed %d times has %d ms",
  (timeoutsInARow, failures, timeoutMs) => {
    expect(attemptTimeoutMs({ ...WELL, timeoutsInARow }, failures)).toBe(timeoutMs);
  },
);

describe("an endpoint", () => {
  const endpoint = { appId: 1, livemode: true, events: ["checkout.verified"], deletedAt: null };
  const event = { type: "checkout.verified", appId: 1, livemode: true };

  test("receives subscribed events of its app and mode only", () => {
    expect(wantsEvent(endpoint, event)).toBe(true);
    expect(wantsEvent(endpoint, { ...event, type: "checkout.expired" })).toBe(false);
    expect(wantsEvent({ ...endpoint, events: ["*"] }, { ...event, type: "anything" })).toBe(true);
    expect(wantsEvent(endpoint, { ...event, appId: 2 })).toBe(false);
    expect(wantsEvent(endpoint, { ...event, appId: null })).toBe(true);
    expect(wantsEvent(endpoint, { ...event, livemode: false })).toBe(false);
    expect(wantsEvent({ ...endpoint, deletedAt: 5 }, event)).toBe(false);
  });

  test("is newer than an event only by more than an hour, because clocks differ", () => {
    const createdAt = 20_000 * DAY;
    expect(predates(createdAt - 3_600_001, { createdAt })).toBe(true);
    expect(predates(createdAt - 3_600_000, { createdAt })).toBe(false);
    expect(predates(createdAt, { createdAt })).toBe(false);
    expect(predates(createdAt + 3_600_001, { createdAt })).toBe(false);
  });

  test("is not newer than an event whose time is unknown, so that none is lost", () => {
    expect(predates(null, { createdAt: 20_000 * DAY })).toBe(false);
  });

  test("never receives another endpoint's ping", () => {
    expect(wantsEvent({ ...endpoint, events: ["*", "ping"] }, { ...event, type: "ping" })).toBe(
      false,
    );
  });
});
