import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextSend, OTP_RANDOM_BYTES, otpCode, resendWaitMs } from "../../lib/domain/otp.ts";

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
    expect(() => otpCode(new Uint8Array(4).fill(255))).toThrow(RangeError);
  });
});

describe("nextSend", () => {
  it("waits a minute, to the millisecond", () => {
    const row = { sentAt: NOW, sends: 1 };
    expect(nextSend(row, NOW + 59_999)).toEqual({ waitMs: 1 });
    expect(nextSend(row, NOW + 60_000)).toEqual({ sentAt: NOW + 60_000, sends: 2 });
  });

  it("never shortens the wait, and waits at most half an hour", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (sends) => {
        expect(resendWaitMs(sends + 1)).toBeGreaterThanOrEqual(resendWaitMs(sends));
        expect(resendWaitMs(sends)).toBeLessThanOrEqual(1_800_000);
      }),
    );
  });

  it("starts a new count after a day", () => {
    const row = { sentAt: NOW, sends: 9 };
    expect(nextSend(row, NOW + 86_400_000)).toEqual({ sentAt: NOW + 86_400_000, sends: 1 });
    expect(nextSend(row, NOW + 86_399_999)).toMatchObject({ sends: 10 });
  });
});
