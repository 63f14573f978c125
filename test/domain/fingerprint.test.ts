import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fingerprintBuckets,
  fingerprintReceiver,
  isNear,
  NEAR_MS,
} from "../../lib/domain/fingerprint.ts";

const time = fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 });

describe("fingerprints of a transfer", () => {
  it("find every payment within 15 minutes in the own bucket or its neighbours", () => {
    fc.assert(
      fc.property(time, fc.integer({ min: -NEAR_MS, max: NEAR_MS }), (at, apart) => {
        const { own, previous, next } = fingerprintBuckets(at);
        expect([previous, own, next]).toContain(fingerprintBuckets(at + apart).own);
        expect(isNear(at, at + apart)).toBe(true);
      }),
    );
  });

  it("call near what is exactly 15 minutes apart", () => {
    expect(isNear(0, NEAR_MS) && isNear(NEAR_MS, 0)).toBe(true);
  });

  it("do not call near what is further than 15 minutes, either way", () => {
    fc.assert(
      fc.property(time, fc.integer({ min: NEAR_MS + 1, max: 1e9 }), (at, apart) => {
        expect(isNear(at, at + apart) || isNear(at, at - apart)).toBe(false);
      }),
    );
  });

  it("spell one receiving account one way", () => {
    const ways = ["0911234567", "911234567", "251911234567", "+251 91 123 4567"];
    const spelled = ways.map((way) => fingerprintReceiver("telebirr", way).account);
    expect(new Set(spelled)).toEqual(new Set(["251911234567"]));
    expect(fingerprintReceiver("cbe", "1000-1234 56171")).toEqual({
      institution: "cbe",
      account: "1000123456171",
    });
  });
});
