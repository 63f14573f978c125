import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeReference, seededCharacters } from "../../../lib/local/bank/draft-transfer.ts";
import { BANK_PROVIDERS } from "../../../lib/local/bank/transfer.ts";
import { openBank } from "./simulated-bank.ts";

const FORMS = {
  telebirr: /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/,
  mpesa: /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/,
  cbe_birr: /^[A-Z][A-L][1-9A-V][A-Z0-9]{8}$/,
  cbe: /^FT\d{5}[A-Z0-9]{5}$/,
  boa: /^[FT]T\d{5}[A-Z0-9]{5}$/,
  dashen: /^\d{3}[A-Z]{4}\d{5}\d{4}$/,
  http: /^GW[A-Z0-9]{10}$/,
  awash: /^-[A-Z0-9]{10}-[A-Z0-9]{6}$/,
  wegagen: /^\d{3}[A-Z]{4}\d{5}\d{4}$/,
  amhara: /^FT\d{5}[A-Z0-9]{5}$/,
} as const;

const anyTime = fc.integer({ min: Date.UTC(2023, 0, 2), max: Date.UTC(2045, 0, 1) });

describe("references", () => {
  test("keep each provider's own form, whatever the day and the seed", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BANK_PROVIDERS),
        anyTime,
        fc.string(),
        (provider, at, seed) => {
          expect(makeReference(provider, at, seededCharacters(seed))).toMatch(FORMS[provider]);
        },
      ),
    );
  });

  test.each([
    ["telebirr", "2025-01-01T09:00:00Z", "CA1"],
    ["telebirr", "2026-11-20T16:00:00Z", "DKK"],
    ["telebirr", "2026-12-31T20:59:59Z", "DLV"],
    ["telebirr", "2026-11-09T21:00:00Z", "DKA"],
    ["cbe", "2026-12-31T20:59:59Z", "FT26365"],
    ["cbe", "2026-12-31T21:00:00Z", "FT27001"],
  ] as const)("of %s at %s begin with %s, by the clock of Addis Ababa", (provider, at, start) => {
    const reference = makeReference(provider, Date.parse(at), seededCharacters("x"));
    expect(reference.startsWith(start)).toBe(true);
  });

  test("are the same for the same seed and never given twice", async () => {
    const run = async () => {
      const simulator = openBank();
      const made: string[] = [];
      for (let n = 0; n < 40; n += 1) {
        made.push((await simulator.pay({ provider: "dashen", amount: 1 })).reference);
      }
      return made;
    };
    const first = await run();
    expect(new Set(first).size).toBe(40);
    expect(await run()).toEqual(first);
  });
});
