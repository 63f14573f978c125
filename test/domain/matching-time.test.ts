import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ExpectedTimes, matchTime } from "../../lib/domain/matching.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Midnight in Addis Ababa (UTC+3), as an adapter gives it for a receipt that shows this day only. */
const MIDNIGHT = Date.UTC(2026, 10, 19, 21);
const CREATED = MIDNIGHT + 20 * 60 * MINUTE;
const times: ExpectedTimes = {
  createdAt: CREATED,
  expiresAt: CREATED + 30 * MINUTE,
  submittedAt: CREATED + 10 * MINUTE,
};

function verdict(paidAt: number, change: Partial<ExpectedTimes> = {}, dateOnly = false) {
  const source = {
    urlHost: "bank.test",
    bodySha256: "",
    fetchedAt: MIDNIGHT + 30 * DAY,
    parserVersion: "1",
  };
  return matchTime({ paidAt, dateOnly, source }, { ...times, ...change }).verdict;
}

const onDay = (day: number, change: Partial<ExpectedTimes> = {}) =>
  verdict(MIDNIGHT + day * DAY, change, true);

describe("a receipt with a time", () => {
  it("may be 15 minutes older than the checkout, but not a millisecond more", () => {
    expect(verdict(CREATED - 15 * MINUTE)).toBe("in_time");
    expect(verdict(CREATED - 15 * MINUTE - 1)).toBe("too_old");
  });

  it("is late one millisecond after the expiry if submitted after it", () => {
    const late = { submittedAt: times.expiresAt + 1 };
    expect(verdict(times.expiresAt, late)).toBe("in_time");
    expect(verdict(times.expiresAt + 1, late)).toBe("late");
  });

  it("is not late because of a bank's fast clock if submitted before the expiry", () => {
    const submittedAt = times.expiresAt;
    expect(verdict(times.expiresAt + 15 * MINUTE, { submittedAt })).toBe("in_time");
    expect(verdict(times.expiresAt + 15 * MINUTE + 1, { submittedAt })).toBe("late");
  });

  it("from the future is impossible, with a tolerance of 15 minutes", () => {
    const fetchedAt = CREATED + MINUTE;
    const source = { urlHost: "bank.test", bodySha256: "", fetchedAt, parserVersion: "1" };
    const at = (paidAt: number) => matchTime({ paidAt, dateOnly: false, source }, times).verdict;
    expect(at(fetchedAt + 15 * MINUTE)).toBe("in_time");
    expect(at(fetchedAt + 15 * MINUTE + 1)).toBe("impossible");
    expect(matchTime({ paidAt: MIDNIGHT + DAY, dateOnly: true, source }, times).verdict).toBe(
      "impossible",
    );
  });
});

describe("a receipt with a day only", () => {
  it("of the day of creation is uncertain, at any hour", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DAY - 1 }), (hour) => {
        const createdAt = MIDNIGHT + hour;
        expect(
          onDay(0, { createdAt, submittedAt: createdAt + 1, expiresAt: createdAt + 9 * DAY }),
        ).toBe("uncertain");
      }),
    );
  });

  it("of a day that starts with the creation or the expiry is uncertain", () => {
    expect(onDay(0, { createdAt: MIDNIGHT })).toBe("uncertain");
    const expiresAt = MIDNIGHT + DAY;
    expect(onDay(1, { expiresAt, submittedAt: expiresAt + 1 })).toBe("uncertain");
  });

  it("of an earlier day is too old", () => {
    expect([onDay(-1), onDay(-30)]).toEqual(["too_old", "too_old"]);
    expect(onDay(-1, { createdAt: MIDNIGHT + 15 * MINUTE })).toBe("too_old");
  });

  it("of the day before is uncertain within the 15 minutes that a payment may precede its checkout", () => {
    expect(onDay(-1, { createdAt: MIDNIGHT })).toBe("uncertain");
    expect(onDay(-1, { createdAt: MIDNIGHT + 15 * MINUTE - 1 })).toBe("uncertain");
  });

  it("of a later day before the expiry is in time", () => {
    expect(onDay(1, { expiresAt: MIDNIGHT + 2 * DAY, submittedAt: MIDNIGHT + 3 * DAY })).toBe(
      "in_time",
    );
  });

  it("of the day of expiry is uncertain unless submitted before the expiry", () => {
    const expiresAt = MIDNIGHT + DAY + 60 * MINUTE;
    expect(onDay(1, { expiresAt, submittedAt: expiresAt + 1 })).toBe("uncertain");
    expect(onDay(1, { expiresAt, submittedAt: expiresAt })).toBe("in_time");
  });

  it("of a day after the expiry is late", () => {
    expect(onDay(1, { submittedAt: MIDNIGHT + DAY })).toBe("late");
    expect(onDay(2, { submittedAt: MIDNIGHT + DAY })).toBe("late");
  });

  it("of a day that starts after the submission is late, beyond the tolerance of 15 minutes", () => {
    const [createdAt, expiresAt] = [MIDNIGHT, MIDNIGHT + DAY - 1];
    const submitted = (before: number) =>
      onDay(1, { createdAt, expiresAt, submittedAt: MIDNIGHT + DAY - before });
    expect(submitted(15 * MINUTE + 1)).toBe("late");
    expect(submitted(15 * MINUTE)).toBe("in_time");
  });
});

it("the evidence says why", () => {
  const source = { urlHost: "", bodySha256: "", fetchedAt: CREATED + 9 * DAY, parserVersion: "" };
  const why = (paidAt: number, dateOnly: boolean, change: Partial<ExpectedTimes> = {}) =>
    matchTime({ paidAt, dateOnly, source }, { ...times, ...change }).reason;
  const submittedAt = CREATED + 8 * DAY;
  expect([
    why(CREATED, false),
    why(times.expiresAt + 1, false, { submittedAt }),
    why(CREATED - DAY, false),
    why(CREATED + 20 * DAY, false),
    why(MIDNIGHT, true),
    why(MIDNIGHT - DAY, true),
    why(MIDNIGHT + DAY, true, { expiresAt: MIDNIGHT + 2 * DAY }),
    why(MIDNIGHT + DAY, true, { expiresAt: MIDNIGHT + DAY + 1, submittedAt }),
    why(MIDNIGHT + DAY, true, { submittedAt }),
  ]).toEqual([
    "paid_while_open",
    "paid_after_expiry",
    "paid_before_the_checkout",
    "paid_in_the_future",
    "only_the_day_of_creation_known",
    "paid_before_the_checkout",
    "paid_while_open",
    "only_the_day_of_expiry_known",
    "paid_after_expiry",
  ]);
});

it("a checkout without a time of creation makes every receipt too old", () => {
  expect(verdict(CREATED, { createdAt: Number.NaN })).toBe("too_old");
  expect(onDay(1, { createdAt: Number.NaN })).toBe("too_old");
});
