import { describe, expect, it } from "vitest";
import {
  codeOfLinkId,
  linkId,
  normalizeShortCode,
  shortCode,
} from "../../lib/domain/payment-link.ts";

describe("the code of a link", () => {
  it("has 12 characters of the first 8 bytes", () => {
    expect(shortCode(new Uint8Array(8))).toBe("0".repeat(12));
    expect(shortCode(new Uint8Array(8).fill(255))).toBe("z".repeat(12));
    const longer = new Uint8Array(20).fill(255, 8);
    expect(shortCode(longer)).toBe("0".repeat(12));
    expect(() => shortCode(new Uint8Array(7))).toThrow("a short code needs 8 bytes");
  });

  it("is read as people type it", () => {
    for (const typed of ["abcd efgh 0112", "ABCD-EFGH-OIL2", " abcd\u2013efgh\u00a00112 "])
      expect([typed, normalizeShortCode(typed)]).toEqual([typed, "abcdefgh0112"]);
    expect(normalizeShortCode(`abcdefgh0112${" ".repeat(28)}`)).toBe("abcdefgh0112");
  });

  it.each([
    "",
    "abcdefgh011",
    "abcdefgh01122",
    "abcdefgh011u",
    "abcdefgh011!",
    `abcdefgh0112${" ".repeat(29)}`,
  ])("is not %j", (text) => {
    expect(normalizeShortCode(text)).toBeNull();
  });

  it("is in the link's id", () => {
    expect(linkId("abcdefgh0112")).toBe("lnk_abcdefgh0112");
    expect(codeOfLinkId("lnk_abcdefgh0112")).toBe("abcdefgh0112");
    expect(codeOfLinkId("abcdefgh0112")).toBeNull();
    expect(codeOfLinkId("lnkabcdefgh0112")).toBeNull();
  });
});
