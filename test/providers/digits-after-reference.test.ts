import { expect, test } from "vitest";
import { PROVIDERS } from "../../lib/domain/provider.ts";
import { recognizeInput } from "../../lib/providers/registry.ts";

const CORE_BANKS = ["cbe", "boa", "amhara"] as const;

test.each(["FT26140AB1C2 1500", "FT26140AB1C2 0401", "DEK1AB2CD3 150000"])(
  "a reference and an amount are not another bank's reference: %s",
  (input) => {
    expect(recognizeInput(input, PROVIDERS)).toEqual({ kind: "unrecognized" });
  },
);

test.each(["FT26140AB1C2 15000", "FT26140AB1C212345"])(
  "five digits after a reference are an account's at Abyssinia, or nothing: %s",
  (input) => {
    expect(recognizeInput(input, PROVIDERS)).toEqual({
      kind: "ambiguous",
      providers: CORE_BANKS,
      isNamed: false,
    });
    for (const provider of CORE_BANKS) {
      const parts = provider === "boa" ? { suffix: input.slice(-5) } : {};
      expect(recognizeInput(input, PROVIDERS, provider)).toMatchObject({
        lookup: { provider, reference: "FT26140AB1C2", parts },
      });
    }
  },
);

test("a link to Dashen has a reference of its form", () => {
  const kindOf = (reference: string) =>
    recognizeInput(`https://receipts.dashenbanksc.com/receipt/${reference}`, PROVIDERS).kind;
  expect(kindOf("123WDTS261400001")).toBe("lookup");
  expect(kindOf("FT26140AB1C21500")).toBe("unrecognized");
});
