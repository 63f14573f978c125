import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Statement } from "../../../lib/local/assembly/functions.ts";
import { decide, matchesWildcard } from "../../../lib/local/aws/policy.ts";

const TABLE = "arn:aws:dynamodb:eu-central-1:000000000000:table/t";
const statement = (more: Partial<Statement> = {}): Statement => ({
  effect: "Allow",
  actions: ["dynamodb:PutItem"],
  resources: [TABLE],
  exceptResources: false,
  conditions: {},
  ...more,
});
const put = (...keys: string[]) => ({
  action: "dynamodb:PutItem",
  resource: TABLE,
  context: { "dynamodb:LeadingKeys": keys },
});
const keys = (operator: string, ...patterns: string[]) =>
  statement({ conditions: { [operator]: { "dynamodb:LeadingKeys": patterns } } });

describe("a role's policy", () => {
  it("allows only what a statement names, action and resource both", () => {
    expect(decide([statement()], put())).toBe("allowed");
    expect(decide([statement()], { ...put(), action: "dynamodb:GetItem" })).toBe("not_granted");
    expect(decide([statement()], { ...put(), resource: `${TABLE}2` })).toBe("not_granted");
    expect(decide([statement()], { ...put(), resource: `${TABLE}/index/i` })).toBe("not_granted");
    expect(decide([], put())).toBe("not_granted");
  });

  it("lets an explicit deny win over any allow", () => {
    expect(
      decide([statement(), statement({ effect: "Deny", actions: ["dynamodb:*"] })], put()),
    ).toBe("denied");
  });

  it("needs every leading key to fit", () => {
    const like = [keys("ForAllValues:StringLike", "A#*", "B")];
    expect(decide(like, put("A#1", "B"))).toBe("allowed");
    expect(decide(like, put("A#1", "C#1"))).toBe("not_granted");
    expect(decide([keys("ForAllValues:StringEquals", "A#*")], put("A#1"))).toBe("not_granted");
    expect(decide([keys("ForAllValues:StringEquals", "A#1")], put("A#1"))).toBe("allowed");
  });

  it("never allows by an operator that it does not know, and denies by one", () => {
    expect(decide([keys("DateLessThan", "A")], put("A"))).toBe("not_granted");
    expect(decide([statement(), { ...keys("DateLessThan", "A"), effect: "Deny" }], put("A"))).toBe(
      "denied",
    );
  });

  it("takes out what NotResource names", () => {
    const sms = [
      statement({
        actions: ["sns:Publish"],
        resources: ["arn:aws:sns:*:*:*"],
        exceptResources: true,
      }),
    ];
    expect(decide(sms, { action: "sns:Publish", resource: "*" })).toBe("allowed");
    expect(decide(sms, { action: "sns:Publish", resource: "arn:aws:sns:a:b:c" })).toBe(
      "not_granted",
    );
  });
});

describe("wildcards", () => {
  it("stand for any text, and nothing else has a meaning", () => {
    void fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, middle, after) => {
        const plain = (text: string) => text.replace(/[*?]/g, "");
        const [a, b] = [plain(before), plain(after)];
        expect(matchesWildcard(`${a}*${b}`, a + middle + b)).toBe(true);
        expect(matchesWildcard(a, a)).toBe(true);
        expect(matchesWildcard(a, `${a}x`)).toBe(false);
      }),
    );
  });
});
