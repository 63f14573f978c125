import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../lib/pipeline/idempotent.ts";

test("objects with the same fields have one text, at every depth", () => {
  const one = { amount: 1, metadata: { b: "2", a: "1" }, list: [{ y: 0, x: null }] };
  const other = { list: [{ x: null, y: 0 }], metadata: { a: "1", b: "2" }, amount: 1 };
  expect(canonicalJson(one)).toBe(canonicalJson(other));
});

test.each([
  ["another value", { a: "1", b: "2" }, { a: "2", b: "1" }],
  ["another order of an array", { a: [1, 2] }, { a: [2, 1] }],
  ["an array in place of an object", { a: ["1"] }, { a: { 0: "1" } }],
  ["a missing field", { a: null }, {}],
  ["no body in place of an empty one", undefined, {}],
])("%s makes another text", (_, one, other) => {
  expect(canonicalJson(one)).not.toBe(canonicalJson(other));
});

test("no value is lost or changed, not even below a key such as __proto__", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  const parsed = JSON.parse('{"__proto__":{"b":1,"a":2}}');
  expect(canonicalJson(parsed)).toBe('{"__proto__":{"a":2,"b":1}}');
});
