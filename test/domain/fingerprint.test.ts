import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fingerprintReceiver,
  isNear,
  minuteIn,
  minuteOf,
  nearSlots,
  quarterDays,
  slotOf,
} from "../../lib/domain/fingerprint.ts";
import { mayBeSame } from "./may-be-same.ts";

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

  it("have three neighboring slots, also across midnight and six hours", () => {
    const sixHours = 360 * MINUTE;
    for (const [at, slots] of [
      [
        7 * sixHours,
        [
          [6, 23],
          [7, 0],
          [7, 1],
        ],
      ],
      [
        7 * sixHours + 15 * MINUTE,
        [
          [7, 0],
          [7, 1],
          [7, 2],
        ],
      ],
      [
        8 * sixHours - 1,
        [
          [7, 22],
          [7, 23],
          [8, 0],
        ],
      ],
    ] as const) {
      expect(nearSlots(at).map(({ quarterDay, slot }) => [quarterDay, slot])).toEqual(slots);
    }
  });

  it("look for a receipt that shows only its day in all hours of it, and 15 minutes around it", () => {
    const day = 86_400_000;
    expect(quarterDays(5 * day, true)).toEqual([19, 20, 21, 22, 23, 24]);
    expect(quarterDays(5 * day, false)).toEqual([20]);
    expect(quarterDays(6 * day - 1, false)).toEqual([23]);
    // A day of another time zone begins within six hours: four or five of them, and the margin.
    expect(quarterDays(5 * day + 16 * MINUTE, true)).toEqual([20, 21, 22, 23, 24]);
    expect(quarterDays(5 * day + 16 * MINUTE - 1, true)).toEqual([19, 20, 21, 22, 23, 24]);
    expect(quarterDays(5 * day - 16 * MINUTE, true)).toEqual([19, 20, 21, 22, 23]);
    expect(quarterDays(5 * day - 16 * MINUTE + 1, true)).toEqual([19, 20, 21, 22, 23, 24]);
  });

  it("compare the receipts of one transfer by receiver, amount and time, at different banks only", () => {
    const noon = 20_000 * 24 * 60 * MINUTE + 720 * MINUTE;
    const one = {
      ...({ provider: "telebirr", institution: "cbe", account: "1000123450401" } as const),
      ...({ amount: 150_000, paidAt: noon, dateOnly: false, otherLinks: "link_" } as const),
    };
    const other = { ...one, provider: "cbe" as const };
    const day = { ...other, paidAt: noon - 720 * MINUTE, dateOnly: true };
    for (const same of [other, { ...other, paidAt: noon + 15 * MINUTE }, day]) {
      expect(mayBeSame(one, same)).toBe(true);
      expect(mayBeSame(same, one)).toBe(true);
    }
    for (const different of [
      one,
      { ...other, institution: "awash" as const },
      { ...other, account: "1000123450402" },
      { ...other, amount: 150_001 },
      { ...other, paidAt: noon + 16 * MINUTE },
      { ...day, paidAt: day.paidAt + 3 * 24 * 60 * MINUTE },
    ]) {
      expect(mayBeSame(one, different)).toBe(false);
      expect(mayBeSame(different, one)).toBe(false);
    }
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
