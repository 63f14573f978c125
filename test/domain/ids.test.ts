import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeBase32,
  derivedId,
  encodeBase32,
  ID_PREFIXES,
  idFloor,
  idInPart,
  idTime,
  isId,
  MAX_PARTS,
  newId,
  partOfId,
  randomTailOf,
} from "../../lib/domain/ids.ts";

const prefix = fc.constantFrom(...ID_PREFIXES);
const time = fc.integer({ min: 0, max: 2 ** 48 - 2 });
const entropy = fc.uint8Array({ minLength: 10, maxLength: 32 });

describe("base32", () => {
  it("decodes every encoded byte string", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(decodeBase32(encodeBase32(bytes))).toEqual(Uint8Array.from(bytes));
      }),
    );
  });

  it("has one spelling per value: a decoded text encodes to itself", () => {
    const text = fc.string({ unit: fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyzilouA-") });
    fc.assert(
      fc.property(text, (candidate) => {
        const bytes = decodeBase32(candidate);
        expect(bytes === null || encodeBase32(bytes) === candidate).toBe(true);
      }),
    );
    expect(decodeBase32("0")).toBeNull();
    expect(["1", "zz1", "01", "il"].map((odd) => decodeBase32(odd))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("ids", () => {
  it("contain their time and kind", () => {
    fc.assert(
      fc.property(prefix, time, entropy, (kind, ms, random) => {
        const id = newId(kind, ms, random);
        expect(idTime(id)).toBe(ms);
        expect(ID_PREFIXES.filter((other) => isId(other, id))).toEqual([kind]);
      }),
    );
  });

  it("sort by time", () => {
    fc.assert(
      fc.property(prefix, time, time, entropy, entropy, (kind, a, b, r, s) => {
        fc.pre(a !== b);
        expect(newId(kind, a, r) < newId(kind, b, s)).toBe(a < b);
      }),
    );
  });

  it("are between the floors of their millisecond and the next", () => {
    fc.assert(
      fc.property(prefix, fc.integer({ min: 0, max: 2 ** 48 - 2 }), entropy, (kind, ms, random) => {
        const id = newId(kind, ms, random);
        expect(idFloor(kind, ms) <= id && id < idFloor(kind, ms + 1)).toBe(true);
      }),
    );
  });

  it("use all 80 random bits", () => {
    fc.assert(
      fc.property(entropy, fc.nat(79), (random, bit) => {
        const other = Uint8Array.from(random);
        other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(newId("co_", 1, other)).not.toBe(newId("co_", 1, random));
      }),
    );
  });

  it("derived from the same facts are equal, and from others differ", () => {
    const derived = (at: number, first: number) =>
      derivedId(
        "dlv_",
        at,
        Uint8Array.from({ length: 32 }, (_, index) => first + index),
      );
    const id = derived(1_800_000_000_000, 0);
    expect(derived(1_800_000_000_000, 0)).toBe(id);
    expect([isId("dlv_", id), idTime(id)]).toEqual([true, 1_800_000_000_000]);
    expect([derived(1_800_000_000_000, 1), derived(1_800_000_000_001, 0)]).not.toContain(id);
  });

  it("are strict about case, length, look-alikes and kind", () => {
    const id = newId("co_", 1_800_000_000_000, new Uint8Array(10).fill(7));
    const wrong = [id.toUpperCase(), `${id}0`, id.slice(0, -1), id.replace("co_", "att_"), ""];
    wrong.push(`${id.slice(0, -1)}l`, `co_8${id.slice(4)}`, `${id}\n`, ` ${id}`);
    expect(wrong.filter((text) => isId("co_", text))).toEqual([]);
    expect(idTime(`${id}0`)).toBeNull();
    expect(idTime("nothing")).toBeNull();
  });

  it("of events and deliveries may name a part, which changes neither their order nor their time", () => {
    fc.assert(
      fc.property(time, entropy, fc.integer({ min: 0, max: MAX_PARTS - 1 }), (at, random, part) => {
        for (const kind of ["evt_", "dlv_"] as const) {
          const whole = newId(kind, at, random);
          const id = idInPart(whole, part);
          expect([isId(kind, id), idTime(id), partOfId(id)]).toEqual([true, at, part]);
          expect([partOfId(whole), randomTailOf(id)]).toEqual([0, randomTailOf(whole)]);
          expect(id >= whole && id < idFloor(kind, at + 1)).toBe(true);
        }
      }),
    );
    const id = newId("evt_", 1, new Uint8Array(10));
    for (const wrong of [`${id}0`, `${id}8`, `${id}11`, `${id}x`])
      expect(isId("evt_", wrong)).toBe(false);
    expect(isId("co_", `${newId("co_", 1, new Uint8Array(10))}1`)).toBe(false);
  });

  it("spread by the value of their last random character, 0 to 31", () => {
    for (const last of [0, 1, 10, 31]) {
      // 10 bytes are 16 characters of 5 bits: the last one has the low bits of the last byte.
      const id = newId("evt_", 1, Uint8Array.of(9, 9, 9, 9, 9, 9, 9, 9, 9, last));
      expect([randomTailOf(id), randomTailOf(idInPart(id, 7))]).toEqual([last, last]);
    }
    expect(randomTailOf("evt_short")).toBe(0);
  });

  it("reject too few random bytes and invalid times", () => {
    for (const ms of [0, 2 ** 48 - 1])
      expect(idTime(newId("co_", ms, new Uint8Array(10)))).toBe(ms);
    expect(() => newId("co_", 1, new Uint8Array(9))).toThrow(RangeError);
    for (const ms of [-1, 0.5, Number.NaN, 2 ** 48])
      expect(() => newId("co_", ms, new Uint8Array(10))).toThrow(RangeError);
  });
});
