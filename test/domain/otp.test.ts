import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextSend, OTP_RANDOM_BYTES, otpCode, resendWaitMs } from "../../lib/domain/tokens.ts";

const NOW = 1_795_000_000_000;

describe("otpCode", () => {
  it("has six digits for any bytes", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: OTP_RANDOM_BYTES, maxLength: OTP_RANDOM_BYTES }),
        (bytes) => {
          bytes[0] = 0;
          expect(otpCode(bytes)).toMatch(/^\d{6}$/);
        },
      ),
    );
  });

  it("skips bytes that would favor small codes", () => {
    const bytes = new Uint8Array([255, 255, 255, 255, 0, 0, 0, 7]);
    expect(otpCode(bytes)).toBe("000007");
    // 4,294,000,000 is the first of the unfair ones; the one before it is the last code.
    expect(otpCode(new Uint8Array([0xff, 0xf1, 0x3d, 0x80, 0, 0, 0, 1]))).toBe("000001");
    expect(otpCode(new Uint8Array([0xff, 0xf1, 0x3d, 0x7f]))).toBe("999999");
  });

  it("throws rather than return a biased code", () => {
    expect(() => otpCode(new Uint8Array(4).fill(255))).toThrow("more random bytes");
    expect(() => otpCode(new Uint8Array(7).fill(255))).toThrow("more random bytes");
  });
});

describe("nextSend", () => {
  const FIRST = { sentAt: NOW, sends: 1, dayBeganAt: NOW, sendsInDay: 1 };
  const DAY = 86_400_000;

  it("counts the first code at once", () => {
    expect(nextSend(null, NOW, 10)).toEqual(FIRST);
  });

  it("waits 1, 1, 2, 5, 15, then always 30 minutes", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 100].map(resendWaitMs);
    expect(waits.map((ms) => ms / 60_000)).toEqual([1, 1, 2, 5, 15, 30, 30, 30]);
  });

  it("waits a minute, to the millisecond", () => {
    expect(nextSend(FIRST, NOW + 59_999, 10)).toEqual({ reason: "resend", waitMs: 1 });
    expect(nextSend(FIRST, NOW + 60_000, 10)).toEqual({
      sentAt: NOW + 60_000,
      sends: 2,
      dayBeganAt: NOW,
      sendsInDay: 2,
    });
  });

  it("starts a new count after a day without a code", () => {
    const row = { ...FIRST, sends: 9, sendsInDay: 3 };
    expect(nextSend(row, NOW + DAY, 10)).toEqual(nextSend(null, NOW + DAY, 10));
    expect(nextSend(row, NOW + DAY - 1, 10)).toMatchObject({ sends: 10, sendsInDay: 4 });
  });

  it("takes the consecutive codes for those of the day where these were not counted", () => {
    const row = { sentAt: NOW, sends: 4 };
    expect(nextSend(row, NOW + 300_000, 5)).toMatchObject({ dayBeganAt: NOW, sendsInDay: 5 });
    expect(nextSend(row, NOW + 300_000, 4)).toEqual({ reason: "day", waitMs: DAY - 300_000 });
  });

  it("allows a phone its codes of 24 hours, to the code and the millisecond", () => {
    const row = { sentAt: NOW, sends: 10, dayBeganAt: NOW - DAY + 7_200_000, sendsInDay: 10 };
    const later = NOW + 7_200_000;
    expect(nextSend({ ...row, sendsInDay: 9 }, later - 1, 10)).toMatchObject({ sendsInDay: 10 });
    expect(nextSend(row, later - 1, 10)).toEqual({ reason: "day", waitMs: 1 });
    expect(nextSend(row, later, 10)).toMatchObject({ dayBeganAt: later, sendsInDay: 1, sends: 11 });
  });
});
