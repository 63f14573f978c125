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
    expect(() => otpCode(new Uint8Array(4).fill(255))).toThrow("more random bytes");
    expect(() => otpCode(new Uint8Array(7).fill(255))).toThrow("more random bytes");
  });
});

describe("nextSend", () => {
  it("counts the first code at once", () => {
    expect(nextSend(null, NOW)).toEqual({ sentAt: NOW, sends: 1 });
  });

  it("waits 1, 1, 2, 5, 15, then always 30 minutes", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 100].map(resendWaitMs);
    expect(waits.map((ms) => ms / 60_000)).toEqual([1, 1, 2, 5, 15, 30, 30, 30]);
  });

  it("waits a minute, to the millisecond", () => {
    const row = { sentAt: NOW, sends: 1 };
    expect(nextSend(row, NOW + 59_999)).toEqual({ waitMs: 1 });
    expect(nextSend(row, NOW + 60_000)).toEqual({ sentAt: NOW + 60_000, sends: 2 });
  });

  it("starts a new count after a day", () => {
    const row = { sentAt: NOW, sends: 9 };
    expect(nextSend(row, NOW + 86_400_000)).toEqual({ sentAt: NOW + 86_400_000, sends: 1 });
    expect(nextSend(row, NOW + 86_399_999)).toMatchObject({ sends: 10 });
  });
});
