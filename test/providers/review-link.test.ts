import { describe, expect, test } from "vitest";
import { claimKey } from "../../lib/domain/receipt.ts";
import { awash } from "../../lib/providers/awash/adapter.ts";
import { ebirr } from "../../lib/providers/ebirr/adapter.ts";
import { manual } from "../../lib/providers/manual/adapter.ts";
import { zemen } from "../../lib/providers/zemen/adapter.ts";
import { answerOf, CONTEXT, lookupIn } from "./fixtures/answers.ts";

const EBIRR = "https://receipt.ebirr.com/kaafi/";
const AHADU = "https://receipt.ahadubank.com/digitalreceipt?es=";

describe("a link that only a person can read", () => {
  test("is one reference however its host, tenant or reference are spelled", () => {
    const link = "https://share.zemenbank.com/rt/12340401103ABCD261400001/pdf";
    expect(zemen.recognize(link)).toEqual([
      {
        lookup: {
          provider: "zemen",
          reference: "103ABCD261400001",
          variant: "review-link",
          parts: { link },
          datedOn: null,
        },
        certainty: "exact",
      },
    ]);
    const lower = lookupIn(zemen, link.toLowerCase());
    expect(lower.reference).toBe("103ABCD261400001");
    expect(lookupIn(ebirr, "receipt.ebirr.com/KAAFI/AB12cd34").reference).toBe("kaafi-AB12cd34");
  });

  test("of a token keeps its case, beside whose it is", () => {
    expect(lookupIn(ebirr, `${EBIRR}AB12cd34`).reference).toBe("kaafi-AB12cd34");
    expect(lookupIn(ebirr, `${AHADU}AB12cd34`).reference).toBe("ahadu-AB12cd34");
  });

  test("has a digest for a reference where its key is long or has foreign letters", () => {
    const longest = "a".repeat(64 - "kaafi-".length);
    const referenceOf = (link: string) => lookupIn(ebirr, link).reference;
    expect(referenceOf(EBIRR + longest)).toBe(`kaafi-${longest}`);
    const digested = [`${EBIRR}${longest}aa`, `${EBIRR}${longest}bb`, `${AHADU}AB%E1%88%80cd34`];
    const references = digested.map(referenceOf);
    for (const reference of references) expect(reference).toMatch(/^[0-9A-F]{40}$/);
    expect(new Set(references).size).toBe(3);
  });

  test("whose folded key is as long as a reference may be has no digest", () => {
    const longest = "A".repeat(64 - "AHADU".length);
    const { reference } = lookupIn(ebirr, `${AHADU}${longest.slice(1)}%2BA`);
    expect(reference).toBe(`AHADU${longest}`);
  });

  test("is one reference however its characters are written", () => {
    const same = ["%41Bcd%2B34", "ABcd%2b34", "ABcd%2B34/", "ABcd%2B34%3D", "ABcd+34"];
    expect(new Set(same.map((key) => lookupIn(ebirr, AHADU + key).reference)).size).toBe(1);
    expect(lookupIn(ebirr, `${AHADU}%41B12cd34`).reference).toBe("ahadu-AB12cd34");
    expect(ebirr.recognize(`${AHADU}AB12%zz34`)).toEqual([]);
  });

  test("is one reference with or without padding at its end", () => {
    const [plain, ...padded] = ["AB12cd34", "AB12cd34=", "AB12cd34%3D", "AB12cd34/"].map(
      (key) => lookupIn(ebirr, AHADU + key).reference,
    );
    for (const reference of padded) {
      expect(claimKey("ebirr", reference)).toBe(claimKey("ebirr", String(plain)));
    }
  });

  test("asks no bank, reads no page, and goes to the merchant", async () => {
    const lookup = lookupIn(ebirr, `${EBIRR}AB12CD34`);
    expect(ebirr.requests(lookup, CONTEXT)).toEqual([]);
    expect(await ebirr.read(answerOf("<html></html>"), lookup)).toEqual({
      kind: "unreadable",
      why: "no reader for this provider",
    });
    expect(ebirr.answer?.(lookup, CONTEXT)).toEqual({ kind: "manual", link: lookup.parts.link });
    expect(ebirr.answer?.({ ...lookup, parts: {} }, CONTEXT)).toEqual({ kind: "manual" });
    expect(ebirr.recognize("https://evil.example/kaafi/AB12CD34")).toEqual([]);
  });

  test("of school fees goes to the merchant, and a receipt of the same bank to the bank", () => {
    const school = lookupIn(awash, "https://eschool.awashbank.com/-AB12-CD34EF");
    expect(awash.answer?.(school, CONTEXT)).toEqual({
      kind: "manual",
      link: "https://eschool.awashbank.com/-AB12-CD34EF",
    });
    expect(awash.answer?.(lookupIn(awash, "-2KCGUFU143-1G02H3"), CONTEXT)).toBeNull();
  });
});

describe("a reference that the merchant checks", () => {
  test("is kept with a dash between its words and has 3 to 62 letters and digits", () => {
    expect(manual.recognize("trx-000 123")).toEqual([
      {
        lookup: {
          provider: "manual",
          reference: "TRX-000-123",
          variant: "manual",
          parts: {},
          datedOn: null,
        },
        certainty: "shape",
      },
    ]);
    const [spaced] = manual.recognize("  trx \t-  000 ");
    expect(spaced?.lookup.reference).toBe("TRX-000");
    expect(manual.recognize("1".repeat(62))).toHaveLength(1);
    for (const wrong of ["1".repeat(63), "A-1", "-A12", "A12-", "A_12", "A12\u00e9"]) {
      expect(manual.recognize(wrong), wrong).toEqual([]);
    }
  });

  test("is never answered by a page", async () => {
    const [hit] = manual.recognize("TRX-000123");
    if (hit === undefined) throw new Error("not recognized");
    expect(manual.requests(hit.lookup, CONTEXT)).toEqual([]);
    expect(await manual.read(answerOf("{}"), hit.lookup)).toEqual({ kind: "manual" });
  });
});
