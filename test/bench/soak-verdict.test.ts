import { describe, expect, it } from "vitest";
import { type Taken, unevenness, waitingAt } from "../../bench/soak-verdict.ts";

/** Ten minutes in samples of ten seconds. */
const soak = (change: (minute: number, at: number) => Partial<Taken>): readonly Taken[] =>
  Array.from({ length: 60 }, (_, index) => {
    const at = index * 10_000;
    const steady = { rssMegabytes: 250, heapMegabytes: 40, handles: 21, items: 11, payments: 1 };
    return { ...steady, at, ...change(Math.floor(index / 6), at) };
  });
const isBurst = (minute: number) => minute % 2 === 1;

describe("the verdict of the soak", () => {
  it("forgives connections that bursts leave open for a minute, even if later bursts leave more", () => {
    expect(
      unevenness(soak((minute) => (isBurst(minute) ? { handles: 40 + minute * 8 } : {}))),
    ).toEqual([]);
  });

  it("finds handles, memory and items that grow by more than 15 %", () => {
    const leak = soak((minute) => ({
      handles: (isBurst(minute) ? 100 : 21) + minute * 2,
      rssMegabytes: 250 + minute * 30,
      items: 11 + minute,
    }));
    expect(unevenness(leak).join()).toMatch(
      /^resident memory grew by \d+ %,handles between bursts grew by \d+ %,items per payment grew by \d+ %$/,
    );
  });

  it("finds nothing in growth that ends with the warm-up, and needs samples", () => {
    expect(
      unevenness(soak((minute) => ({ rssMegabytes: 150 + Math.min(minute, 3) * 40 }))),
    ).toEqual([]);
    expect(unevenness([])).toEqual(["too few samples"]);
  });

  it("counts the payments that wait for their webhook, and how long the oldest has", () => {
    const waits = [
      { from: 0, until: 5_000 },
      { from: 1_000, until: null },
      { from: 9_000, until: 9_500 },
    ];
    expect(waitingAt(waits, 3_000)).toEqual({ depth: 2, ageSeconds: 3 });
    expect(waitingAt(waits, 7_000)).toEqual({ depth: 1, ageSeconds: 6 });
    expect(waitingAt([], 7_000)).toEqual({ depth: 0, ageSeconds: 0 });
  });
});
