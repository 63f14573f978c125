import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fingerprintReceiver,
  isNear,
  minuteIn,
  minuteOf,
  nearSlots,
  slotOf,
} from "../../lib/domain/fingerprint.ts";

const MINUTE = 60_000;
const time = fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 });

describe("fingerprints of a transfer", () => {
  it("find every payment within 15 minutes in the same or an adjacent slot", () => {
    fc.assert(
      fc.property(time, fc.integer({ min: -15 * MINUTE, max: 15 * MINUTE }), (at, apart) => {
        const { quarterDay, slot } = slotOf(at + apart);
        expect(nearSlots(at)).toContainEqual({ quarterDay, slot });
        expect(isNear(minuteOf(at), minuteOf(at + apart))).toBe(true);
      }),
    );
  });

  it("treat payments 16 or more minutes apart as distant", () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 16 * MINUTE, max: 1e9 }), (at, apart) => {
        const [before, own, after] = [at - apart, at, at + apart].map(minuteOf);
        expect(isNear(own ?? 0, after ?? 0) || isNear(own ?? 0, before ?? 0)).toBe(false);
      }),
    );
  });

  it("encode the payment's minute as a slot and a minute in it", () => {
    fc.assert(
      fc.property(time, (at) => {
        const own = slotOf(at);
        expect(own.slot).toBeLessThan(24);
        expect(own.minute).toBeLessThan(15);
        expect(minuteIn(own, own.minute)).toBe(minuteOf(at));
      }),
    );
  });

  it("use the canonical form of the receiving account", () => {
    const ways = ["0911234567", "911234567", "251911234567", "+251 91 123 4567"];
    const spelled = ways.map((way) => fingerprintReceiver("telebirr", way).account);
    expect(new Set(spelled)).toEqual(new Set(["251911234567"]));
    expect(fingerprintReceiver("cbe", "1000-1234 50401")).toEqual({
      institution: "cbe",
      account: "1000123450401",
    });
  });
});
