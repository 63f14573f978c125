import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isProven,
  isRecent,
  judgeToken,
  replacedAfter,
  type TokenFamily,
} from "../../lib/domain/user.ts";

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

  it("lets each of several replaced tokens be late", () => {
    const replaced = ["late", "later"].map((hash) => ({ hash, until: NOW }));
    const verdicts = ["late", "later"].map((hash) =>
      judgeToken({ ...FAMILY, replaced }, token(hash), NOW),
    );
    expect(verdicts).toEqual(["late", "late"]);
  });

  it("treats any other token of the family as stolen", () => {
    expect(judgeToken(FAMILY, token("older"), NOW)).toBe("reuse");
    const family = { ...FAMILY, replaced: [{ hash: "late", until: NOW + 1 }] };
    expect(judgeToken(family, token("older"), NOW)).toBe("reuse");
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

describe("replacedAfter", () => {
  it("remembers the previous token for 30 seconds, and nothing before the first rotation", () => {
    expect(replacedAfter(FAMILY, NOW)).toEqual([{ hash: "parent", until: NOW + 30_000 }]);
    expect(replacedAfter({ ...FAMILY, parentHash: null }, NOW)).toEqual([]);
  });

  it("keeps those whose time has not passed, to the millisecond", () => {
    const replaced = [
      { hash: "past", until: NOW - 1 },
      { hash: "now", until: NOW },
    ];
    expect(replacedAfter({ ...FAMILY, replaced, parentHash: null }, NOW)).toEqual([replaced[1]]);
  });

  it("remembers the last twenty", () => {
    const replaced = Array.from({ length: 20 }, (_, at) => ({ hash: `${at}`, until: NOW }));
    const kept = replacedAfter({ ...FAMILY, replaced }, NOW).map(({ hash }) => hash);
    expect(kept).toEqual([...replaced.slice(1).map(({ hash }) => hash), "parent"]);
  });
});

describe("a second factor", () => {
  it("counts for ten minutes, to the millisecond", () => {
    expect(isProven({ provenAt: NOW }, NOW)).toBe(true);
    expect(isProven({ provenAt: NOW }, NOW + 599_999)).toBe(true);
    expect(isProven({ provenAt: NOW }, NOW + 600_000)).toBe(false);
  });

  it("counts for nothing where its time is in the future, or there was none", () => {
    expect(isProven({ provenAt: NOW + 1 }, NOW)).toBe(false);
    expect(isProven({}, NOW)).toBe(false);
  });
});

describe("isRecent", () => {
  const LONG_AGO = NOW - 86_400_000;
  it.each([
    ["a sign-in of less than ten minutes ago", { createdAt: NOW - 599_999 }],
    ["an old one with a second factor just now", { createdAt: LONG_AGO, provenAt: NOW }],
    ["a new one with an old second factor", { createdAt: NOW, provenAt: LONG_AGO }],
  ])("accepts %s", (_, session) => {
    expect(isRecent(session, NOW)).toBe(true);
  });

  it.each([
    ["a sign-in of ten minutes ago", { createdAt: NOW - 600_000 }],
    ["one in the future", { createdAt: NOW + 1 }],
    ["an old one with an old second factor", { createdAt: LONG_AGO, provenAt: LONG_AGO }],
  ])("does not accept %s", (_, session) => {
    expect(isRecent(session, NOW)).toBe(false);
  });
});
