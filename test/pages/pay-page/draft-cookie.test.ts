import { describe, expect, it } from "vitest";
import { draftCookie, noDraftCookie, readDraft } from "../../../lib/pages/pay-page/cookies.ts";

const PATH = "/api/public/gateway/pay/abc/";
const pairOf = (cookie: string) => cookie.split(";")[0] ?? "";

describe("the draft of a form", () => {
  it("is kept over the redirect, for this page only and hidden from scripts", () => {
    const typed = { input: "ክፍያ 1,500 ለ…\n\"'<>", method: "pm_1", payer_phone: "0911", until: 7 };
    const cookie = draftCookie(PATH, { ...typed, confirmed: "DKK3A7B9XZ" });
    expect(cookie).toContain(`Path=${PATH}; Max-Age=900; Secure; HttpOnly; SameSite=Strict`);
    expect(readDraft(`other=1; ${pairOf(cookie)}; last=2`)).toEqual(typed);
  });

  it("drops only the input when it is too long for a cookie", () => {
    const input = Array.from({ length: 3000 }, (_, index) => (index * 7919) % 9973).join("");
    const cookie = draftCookie(PATH, { input, method: "pm_1" });
    expect(cookie.length).toBeLessThan(4096);
    expect(readDraft(pairOf(cookie))).toEqual({ input: "", method: "pm_1" });
  });

  it("keeps only when the payer may try again where its other fields are too long as well", () => {
    const payer_phone = Array.from({ length: 9000 }, (_, index) => (index * 7919) % 9973).join("");
    const cookie = draftCookie(PATH, { input: "DKK3A7B9XZ", payer_phone, until: 7, late: true });
    expect(cookie.length).toBeLessThan(4096);
    expect(readDraft(pairOf(cookie))).toEqual({ input: "", until: 7, late: true });
  });

  it.each([undefined, "", "pay_draft=", "pay_draft=%%%", "pay_draft=AAAA", "pay_draft=q1ZKBAA"])(
    "is null when the cookie is %s",
    (header) => expect(readDraft(header)).toBeNull(),
  );

  it("is removed once the reference was accepted", () => {
    expect(noDraftCookie(PATH)).toContain("Max-Age=0");
  });
});
