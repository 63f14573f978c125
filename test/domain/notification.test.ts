import { describe, expect, it, test } from "vitest";
import {
  afterBotFailure,
  beginBotTrial,
  CLOSED,
  channelOf,
  channelsOf,
  defaultSettings,
  type NotificationChannel,
  quietUntil,
} from "../../lib/domain/notification.ts";

const NOW = 1_794_999_960_000;
const PHONE = "+251911000401";
const TELEGRAM = { subject: "7700", name: null, username: null };
const BOTH = { phone: PHONE, telegram: TELEGRAM };

describe("the channel of a member", () => {
  it.each<[string, NotificationChannel | null, object, boolean, NotificationChannel]>([
    ["nothing chosen, both logins", null, BOTH, false, "telegram"],
    ["nothing chosen, an owner with a phone", null, { ...BOTH, telegram: null }, true, "sms"],
    ["nothing chosen, a cashier with a phone", null, { ...BOTH, telegram: null }, false, "none"],
    ["SMS chosen by a cashier", "sms", BOTH, false, "sms"],
    ["Telegram chosen, its login removed", "telegram", { ...BOTH, telegram: null }, false, "sms"],
    ["SMS chosen, the phone removed", "sms", { ...BOTH, phone: null }, true, "telegram"],
    ["none chosen", "none", BOTH, true, "none"],
    ["SMS chosen by an owner, no login left", "sms", { phone: null, telegram: null }, true, "none"],
  ])("with %s", (_, channel, user, isOwner, expected) => {
    expect(channelOf({ channel }, user as typeof BOTH, isOwner)).toBe(expected);
  });
});

test("a member is reached by Telegram first, then by SMS, as far as they are linked", () => {
  expect(channelsOf(BOTH)).toEqual(["telegram", "sms"]);
  expect(channelsOf({ ...BOTH, telegram: null })).toEqual(["sms"]);
  expect(channelsOf({ ...BOTH, phone: null })).toEqual(["telegram"]);
  expect(channelsOf({ phone: null, telegram: null })).toEqual([]);
});

test("a member who chose nothing hears of every kind but payments, at any hour", () => {
  expect(defaultSettings("acc_1", "usr_1")).toEqual({
    ...{ accountId: "acc_1", userId: "usr_1", channel: null, muted: [], paid: "none" },
    ...{ language: null, quiet: null, stopped: null },
  });
});

describe("quiet hours", () => {
  const night = { from: "22:00", until: "07:00" };
  const minutes = (at: string, quiet = night) => {
    const end = quietUntil(quiet, NOW, at);
    return end === null ? null : Math.round((end - NOW) / 60_000);
  };

  it("hold over midnight, and end to the minute", () => {
    expect(minutes("21:59")).toBeNull();
    expect(minutes("22:00")).toBe(540);
    expect(minutes("06:59")).toBe(1);
    expect(minutes("07:00")).toBeNull();
  });

  it("end at a whole minute, whatever the second", () => {
    expect(quietUntil(night, NOW + 12_345, "06:59")).toBe(NOW + 60_000);
  });

  it("hold within a day, and never where both times are the same", () => {
    const noon = { from: "12:00", until: "13:30" };
    expect(minutes("12:30", noon)).toBe(60);
    expect(minutes("13:30", noon)).toBeNull();
    expect(minutes("12:00", { from: "12:00", until: "12:00" })).toBeNull();
    expect(quietUntil(null, NOW, "03:00")).toBeNull();
  });
});

describe("the breaker of the Bot API", () => {
  it("opens at the fifth failure in a row, for twice as long each time, at most a quarter of an hour", () => {
    let breaker = CLOSED;
    const pauses: number[] = [];
    for (let failures = 0; failures < 11; failures++) {
      breaker = afterBotFailure(breaker, NOW);
      pauses.push(breaker.openUntil === 0 ? 0 : (breaker.openUntil - NOW) / 60_000);
    }
    expect(pauses).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 15, 15, 15]);
    expect(beginBotTrial(breaker, NOW)).toEqual({ failures: 11, openUntil: NOW + 30_000 });
  });
});
