import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeToken, replacedAfter, type TokenFamily } from "../../lib/domain/user.ts";

const NOW = 1_795_000_000_000;
const FAMILY: TokenFamily = {
  familyHash: "family",
  tokenHash: "newest",
  parentHash: "parent",
  rotatedAt: NOW,
  expiresAt: NOW + 1000_000,
  revokedAt: null,
};
const token = (tokenHash: string, familyHash = "family") => ({ familyHash, tokenHash });

describe("judgeToken", () => {
  it("rotates the newest token until the session ends, to the millisecond", () => {
    expect(judgeToken(FAMILY, token("newest"), FAMILY.expiresAt - 1)).toBe("rotate");
    expect(judgeToken(FAMILY, token("newest"), FAMILY.expiresAt)).toBe("refuse");
  });

  it("repeats the newest for the previous token for 30 seconds, then replaces the newest, which nobody presented", () => {
    expect(judgeToken(FAMILY, token("parent"), NOW + 30_000)).toBe("repeat");
    expect(judgeToken(FAMILY, token("parent"), NOW + 30_001)).toBe("replace");
  });

  it("lets a token be late for 30 seconds after its replacement was presented", () => {
    const after = { ...FAMILY, replaced: replacedAfter(FAMILY, NOW), parentHash: "newest" };
    const family = { ...after, tokenHash: "next" };
    expect(judgeToken(family, token("parent"), NOW + 30_000)).toBe("late");
    expect(judgeToken(family, token("parent"), NOW + 30_001)).toBe("reuse");
    expect(replacedAfter(family, NOW + 30_001).map(({ hash }) => hash)).toEqual(["newest"]);
  });

  it("treats any other token of the family as stolen", () => {
    expect(judgeToken(FAMILY, token("older"), NOW)).toBe("reuse");
    expect(judgeToken({ ...FAMILY, parentHash: null }, token("older"), NOW)).toBe("reuse");
  });

  it("refuses tokens without the family's secret, and all tokens once revoked", () => {
    fc.assert(
      fc.property(fc.constantFrom("newest", "parent", "older"), fc.nat(60_000), (hash, wait) => {
        expect(judgeToken(FAMILY, token(hash, "invented"), NOW + wait)).toBe("refuse");
        expect(judgeToken({ ...FAMILY, revokedAt: NOW }, token(hash), NOW + wait)).toBe("refuse");
      }),
    );
  });
});
