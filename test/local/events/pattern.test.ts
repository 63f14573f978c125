import { describe, expect, it } from "vitest";
import { matchesPattern } from "../../../lib/local/events/bus.ts";

const event = {
  source: "s",
  "detail-type": "checkout.verified",
  detail: { n: 5, tags: ["a", "b"], deep: { x: null } },
};

describe("an event pattern", () => {
  it.each<[string, object, boolean]>([
    ["exact", { source: ["s", "t"] }, true],
    ["exact, other", { source: ["t"] }, false],
    ["all fields must fit", { source: ["s"], "detail-type": ["x"] }, false],
    ["a missing field", { nothing: ["x"] }, false],
    ["exists", { detail: { n: [{ exists: true }] } }, true],
    ["exists not", { detail: { m: [{ exists: false }] } }, true],
    ["exists not, but it does", { detail: { n: [{ exists: false }] } }, false],
    ["below a missing object", { other: { m: [{ exists: false }] } }, true],
    ["prefix", { "detail-type": [{ prefix: "checkout." }] }, true],
    ["suffix", { "detail-type": [{ suffix: ".expired" }] }, false],
    ["wildcard", { "detail-type": [{ wildcard: "check*.ver*" }] }, true],
    ["anything-but", { source: [{ "anything-but": ["s"] }] }, false],
    ["anything-but a prefix", { source: [{ "anything-but": { prefix: "x" } }] }, true],
    ["numeric range", { detail: { n: [{ numeric: [">", 1, "<=", 5] }] } }, true],
    ["numeric, outside", { detail: { n: [{ numeric: [">", 5] }] } }, false],
    ["any of a list", { detail: { tags: ["b"] } }, true],
    ["null", { detail: { deep: { x: [null] } } }, true],
    ["$or", { $or: [{ source: ["t"] }, { detail: { n: [5] } }] }, true],
  ])("%s", (_name, pattern, expected) => {
    expect(matchesPattern(pattern, event)).toBe(expected);
  });

  it("fails loudly on an operator that it does not know", () => {
    expect(() => matchesPattern({ source: [{ cidr: "10.0.0.0/8" }] }, event)).toThrow("cidr");
  });
});
