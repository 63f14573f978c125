import { expect, test } from "vitest";
import { recognizeInput } from "../../lib/providers/registry.ts";

test.each(["DEK1AB2CD3።", "DEK1AB2CD3.", "DEK1AB2CD3፡፡", "DEK1AB2CD3,", "FT26140AB1C2።"])(
  "a reference that ends a copied sentence is recognized: %s",
  (input) => {
    const provider = input.startsWith("FT") ? "cbe" : "telebirr";
    expect(recognizeInput(input, [provider], provider)).toMatchObject({
      kind: "lookup",
      lookup: { reference: input.replace(/[^A-Z0-9]+$/, "") },
    });
  },
);
