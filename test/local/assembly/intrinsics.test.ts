import { describe, expect, it } from "vitest";
import {
  type Json,
  resolveIntrinsics,
  type Scope,
} from "../../../lib/local/assembly/intrinsics.ts";

const scope: Scope = {
  ref: (name) => ({ Bucket: "the-bucket", "AWS::Region": "eu-central-1" })[name],
  attribute: (id, attribute) => (id === "Queue" ? `queue.${attribute}` : undefined),
  exported: (name) => (name === "Shared" ? "shared-value" : undefined),
  condition: (name) => ({ Yes: true, No: false })[name],
  mapping: (map, first, second) => `${map}.${first}.${second}`,
};
const resolve = (value: Json) => resolveIntrinsics(value, scope, "Stack.Thing");

describe("intrinsics", () => {
  it.each<[string, Json, Json]>([
    ["Ref", { Ref: "Bucket" }, "the-bucket"],
    ["GetAtt as a list", { "Fn::GetAtt": ["Queue", "Arn"] }, "queue.Arn"],
    ["GetAtt as text", { "Fn::GetAtt": "Queue.Sub.Arn" }, "queue.Sub.Arn"],
    ["Join", { "Fn::Join": ["-", ["a", { Ref: "Bucket" }, 3]] }, "a-the-bucket-3"],
    [
      "Sub",
      { "Fn::Sub": "x:$" + "{Bucket}:$" + "{Queue.Arn}:$" + "{!Kept}" },
      "x:the-bucket:queue.Arn:$" + "{Kept}",
    ],
    [
      "Sub with variables",
      { "Fn::Sub": ["$" + "{Own}", { Own: { Ref: "Bucket" } }] },
      "the-bucket",
    ],
    ["ImportValue", { "Fn::ImportValue": "Shared" }, "shared-value"],
    ["Select of Split", { "Fn::Select": [1, { "Fn::Split": ["/", "a/b/c"] }] }, "b"],
    ["If", { "Fn::If": ["No", "a", { Ref: "Bucket" }] }, "the-bucket"],
    ["FindInMap", { "Fn::FindInMap": ["M", { Ref: "Bucket" }, "k"] }, "M.the-bucket.k"],
    [
      "NoValue in an object",
      { a: 1, b: { "Fn::If": ["Yes", { Ref: "AWS::NoValue" }, 2] } },
      { a: 1 },
    ],
    ["NoValue in a list", [1, { Ref: "AWS::NoValue" }, 2], [1, 2]],
  ])("resolves %s", (_name, value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });

  it.each<[string, Json]>([
    ["an unknown function", { "Fn::Transform": {} }],
    ["an unknown reference", { Ref: "Nobody" }],
    ["an export that does not exist", { "Fn::ImportValue": "Nobody" }],
    ["an attribute of nothing", { "Fn::GetAtt": ["Nobody", "Arn"] }],
  ])("names the place of %s", (_name, value) => {
    expect(() => resolve({ deep: [value] })).toThrow("Stack.Thing.deep[0]");
  });
});
