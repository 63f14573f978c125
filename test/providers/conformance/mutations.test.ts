import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ACCOUNTS, CREATED_AT, cases, checkCase, type Fault, PRICE } from "./mutations.ts";

/** The same cases in every run; `npm run fuzz:receipts` draws new ones. */
const SEED = 20_261_121;

test("no payment verifies whose meaning was changed, whatever the payer writes", async () => {
  const property = fc.asyncProperty(cases, (fuzzed) => checkCase(fuzzed));
  await fc.assert(property, { numRuns: 300, seed: SEED });
}, 120_000);

/** Adapters with one fault each, in what they read. */
const FAULTS: Readonly<Record<string, Fault>> = {
  "takes every payment for completed": (receipt) => ({ ...receipt, status: "completed" }),
  "does not read the amount": (receipt) => ({ ...receipt, amountMinor: PRICE }),
  "does not read the currency": (receipt) => ({ ...receipt, currency: "ETB" }),
  "does not read the date": (receipt) => ({
    ...receipt,
    paidAt: CREATED_AT + 60_000,
    dateOnly: false,
  }),
  "takes every receiver for the shop": (receipt, provider) => ({
    ...receipt,
    receiver: { ...receipt.receiver, account: ACCOUNTS[provider] },
  }),
  "takes every institution for its own": (receipt, provider) => ({
    ...receipt,
    receiver: { ...receipt.receiver, institution: provider },
  }),
};

test.each(Object.keys(FAULTS))(
  "finds an adapter that %s",
  async (name) => {
    const property = fc.asyncProperty(cases, (fuzzed) => checkCase(fuzzed, FAULTS[name]));
    const found = await fc.check(property, { numRuns: 300, seed: SEED, endOnFailure: true });
    expect(found.failed).toBe(true);
  },
  120_000,
);
