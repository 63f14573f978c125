import { describe, expect, test } from "vitest";
import { shapeOf } from "../../lib/store/shape.ts";

interface Row {
  readonly id: string;
  readonly amount: number;
  readonly livemode: boolean;
  readonly note: string | null;
  readonly methods: readonly string[];
  readonly brand?: { readonly color: string };
}

const read = shapeOf<Row>("row", {
  id: "text",
  amount: "number",
  livemode: "flag",
  note: "text or null",
  methods: "list",
  brand: "map, if any",
});
const row = { id: "row_1", amount: 1, livemode: false, note: null, methods: [] };

describe("a stored item", () => {
  test("is read without keys and unknown attributes", () => {
    const keys = { pk: "ROW#1", sk: "ROW", entity: "row", gsi1pk: "X", ttl: 1, other: true };
    expect(read({ ...row, ...keys })).toEqual(row);
    expect(read({ ...row, brand: { color: "#000000" } })).toEqual({
      ...row,
      brand: { color: "#000000" },
    });
  });

  test.each([
    ["amount", { amount: "1" }],
    ["amount", { amount: undefined }],
    ["livemode", { livemode: null }],
    ["note", { note: undefined }],
    ["methods", { methods: {} }],
    ["brand", { brand: [] }],
  ])("is rejected if %s is wrong or missing: %j", (name, change) => {
    expect(() => read({ ...row, ...change })).toThrow(`Stored row row_1: ${name} is not`);
  });

  test("of an older shape is upgraded step by step; a newer or unknown shape is rejected", () => {
    const third = shapeOf<{ readonly cents: number }>("price", { cents: "number" }, 3, {
      1: ({ price, ...rest }) => ({ ...rest, units: price }),
      2: ({ units, ...rest }) => ({ ...rest, cents: Number(units) * 100 }),
    });
    expect(third({ price: 5 })).toEqual({ cents: 500 });
    expect(third({ v: 2, units: 5 })).toEqual({ cents: 500 });
    expect(third({ v: 3, cents: 500 })).toEqual({ cents: 500 });
    expect(() => third({ v: 4, cents: 500 })).toThrow(
      "Stored price has shape 4; this release reads 3",
    );
    expect(() => read({ ...row, v: 2 })).toThrow(
      "Stored row row_1 has shape 2; this release reads 1",
    );
  });
});
