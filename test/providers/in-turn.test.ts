import { describe, expect, test } from "vitest";
import type { Adapter, Lookup } from "../../lib/providers/adapter.ts";
import { createCbe } from "../../lib/providers/cbe/adapter.ts";
import { cbeBirr } from "../../lib/providers/cbe-birr/adapter.ts";
import { CONTEXT, lookupIn } from "./fixtures/answers.ts";

/** All that the bank is asked for at the three tries that a missing receipt gets. */
function askedFor(adapter: Adapter, lookup: Lookup, accountNumbers: readonly string[]) {
  const accounts = accountNumbers.map((accountNumber, index) => ({
    id: `pm_${index}`,
    provider: adapter.id,
    accountName: "Selam Coffee Shop",
    accountNumber,
  }));
  const tries = [0, 1, 2].map((count) =>
    adapter.requests(lookup, { ...CONTEXT, accounts, tries: count }),
  );
  for (const requests of tries) expect(requests.length).toBeLessThanOrEqual(4);
  return tries.flat().map(({ path }) => path);
}

describe("the accounts of a shop that has more at a bank than one try asks for", () => {
  test("are tried one after the other at CBE before the receipt counts as missing", () => {
    const numbers = Array.from({ length: 11 }, (_, index) => `10001234${1000 + index}`);
    const cbe = createCbe(null);
    const asked = askedFor(cbe, lookupIn(cbe, "FT26140AB1C2"), numbers).join(" ");
    for (const number of numbers) expect(asked).toContain(number.slice(-8));
  });

  test("are tried at CBE Birr after the payer's own phone", () => {
    const numbers = Array.from({ length: 9 }, (_, index) => `25191100010${index}`);
    const lookup = { ...lookupIn(cbeBirr, "DEK1AB2CD3"), parts: { phone: "251922000000" } };
    const asked = askedFor(cbeBirr, lookup, numbers);
    for (const number of numbers) expect(asked.join(" ")).toContain(number);
    expect(asked.filter((path) => path.includes("251922000000"))).toHaveLength(3);
  });
});
