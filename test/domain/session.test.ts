import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeToken, type TokenFamily } from "../../lib/domain/user.ts";

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

  it("accepts the previous token for ten seconds, then treats it as stolen", () => {
    expect(judgeToken(FAMILY, token("parent"), NOW + 10_000)).toBe("repeat");
    expect(judgeToken(FAMILY, token("parent"), NOW + 10_001)).toBe("reuse");
  });

  it("treats any other token of the family as stolen", () => {
    expect(judgeToken(FAMILY, token("older"), NOW)).toBe("reuse");
    expect(judgeToken({ ...FAMILY, parentHash: null }, token("older"), NOW)).toBe("reuse");
  });

  it("refuses tokens without the family's secret, and all tokens once revoked", () => {
    fc.assert(
      fc.property(fc.constantFrom("newest", "parent", "older"), fc.nat(20_000), (hash, wait) => {
        expect(judgeToken(FAMILY, token(hash, "invented"), NOW + wait)).toBe("refuse");
        expect(judgeToken({ ...FAMILY, revokedAt: NOW }, token(hash), NOW + wait)).toBe("refuse");
      }),
    );
  });
});
