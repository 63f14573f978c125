import { describe, expect, test } from "vitest";
import { ethiopianPhoneDigits } from "../../lib/domain/account-number.ts";
import type { LookupContext } from "../../lib/providers/adapter.ts";
import {
  fillTemplate,
  inTurn,
  linkReader,
  lookupOf,
  requestTo,
} from "../../lib/providers/input/links.ts";
import {
  bareReference,
  cleanInput,
  linksOf,
  referenceDay,
  referenceWords,
  smsReferences,
  wordsOf,
} from "../../lib/providers/input/pasted-text.ts";
import { accountSuffixes } from "../../lib/providers/input/recognizer.ts";
import { CONTEXT } from "./fixtures/answers.ts";

describe("a pasted text", () => {
  test.each([
    ["a".repeat(2_000), "a".repeat(2_000)],
    ["\u200b DEK1\u00a0AB2\u202fCD3\n", "DEK1 AB2 CD3"],
    ["a".repeat(2_001), null],
    ["", null],
    [" \u200b\u00a0", null],
    ["DEK1AB2CD3\ud800", null],
    ["DEK1\u0000AB2CD3", null],
  ])("%j is looked at as %j", (input, text) => {
    expect(cleanInput(input)).toBe(text);
  });

  test("has words without punctuation, none of them endless", () => {
    const longest = "x".repeat(400);
    expect(wordsOf(`Ref: (AB12). ${longest} ${longest}x end`)).toEqual([
      "Ref",
      "AB12",
      longest,
      "end",
    ]);
  });

  test.each([
    ["pay https://bank.example/x, now", ["https://bank.example/x"]],
    ["http://bank.example/x", ["http://bank.example/x"]],
    ["bank.example:8443/x", ["bank.example:8443/x"]],
    ["QR:https://bank.example/x", ["https://bank.example/x"]],
    ["ሊንክ:http://bank.example/x", ["http://bank.example/x"]],
    // Nothing is cut out of the middle of a link.
    [
      "https://bank.example/?u=QR:https://shop.example/x",
      ["https://bank.example/?u=QR:https://shop.example/x"],
    ],
    ["12:https://bank.example/x", []],
    ["X:https://bank.example/x", []],
    ["ftp://bank.example/x user@bank.example/x //bank.example/x", []],
    ["bank.example/ example/x 20/05/2026", []],
  ])("%j has the links %j", (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });

  test.each([
    ["dek1 ab2\tcd3", "DEK1AB2CD3"],
    ["DEK1AB2CD3X", null],
    ["ſEK1AB2CD3", null],
    ["paid byme ok", null],
    [`${" ".repeat(90)}DEK1AB2CD3`, "DEK1AB2CD3"],
    [`${" ".repeat(91)}DEK1AB2CD3`, null],
  ])("%j is the bare reference %j", (text, reference) => {
    expect(bareReference(text, /^[A-Z0-9]{10}$/)).toBe(reference);
  });
});

describe("words of a short line that may be a reference", () => {
  test.each([
    ["paid with DEK1AB23, thanks", ["DEK1AB23"]],
    ["paid with DEK1AB2", []],
    ["251911000000 DEKABCDE 1500.00", []],
    [`DEK1AB23 ${"x".repeat(91)}`, ["DEK1AB23"]],
    [`DEK1AB23 ${"x".repeat(92)}`, []],
    ["DEK1AB23\nthanks", []],
  ])("of %j are %j", (text, words) => {
    expect(referenceWords(text)).toEqual(words);
  });
});

describe("an SMS", () => {
  const SHAPE = /^[A-Z0-9]{10}$/;
  const found = (text: string, mentions: RegExp | null = /telebirr/i) =>
    smsReferences(text, mentions, SHAPE).references;

  test.each([
    ["telebirr number is DKKQTUVXYZ", ["DKKQTUVXYZ"]],
    ["telebirr number:DKKQTUVXYZ", ["DKKQTUVXYZ"]],
    ["telebirr (Txn ID=DEK1AB2CD3)", ["DEK1AB2CD3"]],
    ["DKKQTUVXYZ Confirmed. telebirr", ["DKKQTUVXYZ"]],
    ["telebirr ref DEK1AB2CD3, ref DEK1AB2CD3", ["DEK1AB2CD3"]],
    ["telebirr ref DEK1AB2CD3, ref DEK1AB2CD4", ["DEK1AB2CD3", "DEK1AB2CD4"]],
    // Announced ones outrank others; without any, a letter and a digit are enough.
    ["telebirr DEK1AB2CD4 ref DEK1AB2CD3", ["DEK1AB2CD3"]],
    ["telebirr DEK1AB2CD3 from 0911000142", ["DEK1AB2CD3"]],
  ])("%j carries %j", (text, references) => {
    expect(found(text)).toEqual(references);
  });

  test.each([
    ["a name", "telebirr to ABDULKADIR"],
    ["a phone", "telebirr from 0911000142"],
    ["a phone behind a label", "telebirr number 0911000142"],
    ["a word that another one separates from its label", "telebirr ref 20/05/2026 DKKQTUVXYZ"],
    ["a part of a link", "telebirr https://bank.example/?ref=DEK1AB2CD3"],
    ["a word before another one than `Confirmed`", "telebirr DKKQTUVXYZ unconfirmed"],
    ["a word before a longer one than `Confirmed`", "telebirr DKKQTUVXYZ confirmedly"],
    ["a word behind a longer one than a label", "telebirr grid DKKQTUVXYZ"],
  ])("does not take %s for a reference", (_what, text) => {
    expect(found(text)).toEqual([]);
  });

  test("that names no provider needs a label, and one word alone is no SMS", () => {
    expect(found("You paid DEK1AB2CD3 today")).toEqual([]);
    expect(found("You paid, ref DEK1AB2CD3")).toEqual(["DEK1AB2CD3"]);
    expect(smsReferences("telebirr:DEK1AB2CD3", /telebirr/i, SHAPE)).toEqual({
      namesProvider: false,
      references: [],
    });
    expect(found("ref DEK1AB2CD3", null)).toEqual([]);
  });
});

describe("a phone", () => {
  test.each(["0911000142", "911000142", "+251 91 100 0142", "(251) 911-000-142"])(
    "%s goes to a bank as twelve digits",
    (text) => {
      expect(ethiopianPhoneDigits(text)).toBe("251911000142");
    },
  );

  test.each(["99911000142", "9110001421", "00911000142", "0811000142", "0911000142&x", "911", ""])(
    "%j is none",
    (text) => {
      expect(ethiopianPhoneDigits(text)).toBeNull();
    },
  );
});

describe("the digits of the merchant's own accounts", () => {
  const suffixes = (...numbers: string[]) => {
    const accounts: LookupContext["accounts"] = numbers.map((accountNumber) => ({
      provider: "cbe",
      accountName: "Selam Coffee Shop",
      accountNumber,
    }));
    return accountSuffixes({ ...CONTEXT, accounts: [...CONTEXT.accounts, ...accounts] }, "cbe", 8);
  };

  test("are the last eight, each once", () => {
    expect(suffixes("1000 2003 00401", "1000-2003-00401", "87654321")).toEqual([
      "00300401",
      "87654321",
    ]);
  });

  test("come from numbers that have as many digits and nothing else", () => {
    expect(suffixes("7654321", "X000200300401", "100020030040X", "1000x200300401")).toEqual([]);
  });

  test("are all tried at once where they are few", () => {
    expect(inTurn([1, 2, 3, 4], 1, 4)).toEqual([1, 2, 3, 4]);
    expect(inTurn([1, 2], 1, 4)).toEqual([1, 2]);
    expect([0, 1, 2].map((tries) => inTurn([1, 2, 3], tries, 2))).toEqual([
      [1, 2],
      [3, 1],
      [2, 3],
    ]);
  });
});

describe("a request", () => {
  const facts = {
    hosts: { api: { baseUrl: "https://bank.example", timeoutMs: 1, path: "/r/{reference}" } },
  };

  test("carries its parts percent-encoded", () => {
    expect(requestTo(facts, "api", { reference: "../A&B" })).toEqual({
      host: "api",
      path: "/r/..%2FA%26B",
    });
  });

  test("is never made without one of its parts, nor to a host without a path", () => {
    expect(() => fillTemplate("/r/{reference}", {})).toThrow(new RangeError("no part reference"));
    expect(() => requestTo(facts, "other", { reference: "A" })).toThrow(
      new RangeError("no host other"),
    );
  });

  test.each([
    ["bank.example/r/A1", "https://bank.example/r/A1"],
    ["http://bank.example/r/A1", "https://bank.example/r/A1"],
    ["HTTPS://BANK.example/R/a1/", "https://BANK.example/R/a1/"],
    ["bank.example/r/A1?utm_source=sms&fbclid=x.Y-1", "https://bank.example/r/A1"],
    ["bank.example/r/A1/?gclid=", "https://bank.example/r/A1/"],
    ["bank.example/r/A1?fbclid=x&id=B2", "https://bank.example/r/A1"],
    ["bank.example/r/A1?fbclid=x#top", "https://bank.example/r/A1"],
    ["bank.example/r/A1/?x", "https://bank.example/r/A1/"],
    ["bank.example/r/A1#:~:text=Paid", "https://bank.example/r/A1"],
    ["bank.example/r/A1 ?x", undefined],
    ["bank.example/r/A?x1", undefined],
    ["bank.example/r/?A1", undefined],
    ["bank.example/r/fbclid=x", undefined],
    ["x bank.example/r/A1", undefined],
    ["bank.example/r/A1 x", undefined],
    ["bank.example/r/", undefined],
  ])("of the link %s opens %s", (text, link) => {
    const links = ["https://bank.example/r/{id}"];
    expect(linkReader({ links, linkParts: { id: "[A-Za-z0-9]{2}" } })(text)?.link).toBe(link);
  });

  test("of a link keeps a query where another link of that host has one", () => {
    const links = ["https://bank.example/r/{id}", "https://bank.example/r/get?no={id}"];
    const read = linkReader({ links, linkParts: { id: "[A-Za-z0-9]{2,4}" } });
    expect(read("https://bank.example/r/get?no=A1")?.parts).toEqual({ id: "A1" });
    expect(read("https://bank.example/r/get?no=A1/../x")).toBe(null);
    expect(read("https://bank.example/r/A1#x")?.parts).toEqual({ id: "A1" });
  });

  test.each([
    "utm_medium=chat&id=A1",
    "id=A1&utm_medium=chat",
    "id=A1&igshid=1&utm_id=",
    "id=A1#top",
  ])("of the query %s opens the receipt that its own parameter names", (query) => {
    const read = linkReader({
      links: ["https://bank.example/?id={id}"],
      linkParts: { id: "[A-Z0-9]{2}" },
    });
    expect(read(`https://bank.example/?${query}`)).toEqual({
      parts: { id: "A1" },
      link: "https://bank.example/?id=A1",
    });
  });

  test("of a link whose part has no alphabet is a mistake in the facts", () => {
    expect(() => linkReader({ links: ["https://bank.example/{id}"], linkParts: {} })).toThrow(
      "the link https://bank.example/{id} has a part without an alphabet",
    );
  });
});

describe("a reference", () => {
  test("is upper-cased, and stays empty where none was given", () => {
    const facts = { id: "cbe", reference: { shape: /^FT/, day: { ordinalAt: 2 } } } as const;
    const datedOn = Date.parse("2026-05-20T00:00:00+03:00");
    const rest = { provider: "cbe", variant: "receipt" };
    expect(lookupOf(facts, { reference: "ft26140ab1c2", suffix: "1a" })).toEqual({
      ...rest,
      reference: "FT26140AB1C2",
      parts: { suffix: "1a" },
      datedOn,
    });
    expect(lookupOf(facts, {})).toEqual({ ...rest, reference: "", parts: {}, datedOn: null });
  });

  test("carries a day only where its characters make one", () => {
    const day = { yearOfA: 2023 };
    expect(referenceDay("DEK1AB2CD3", day)).toBe(Date.parse("2026-05-20T00:00:00+03:00"));
    expect(referenceDay("MEK1AB2CD3", day)).toBe(Date.parse("2035-05-20T00:00:00+03:00"));
    expect(referenceDay("OEK1", { yearOfA: 2006 })).toBe(Date.parse("2020-05-20T00:00:00+03:00"));
    expect(referenceDay("NEK1", { yearOfA: 2006 })).toBeNull();
    for (const none of ["NEK1", "DE", "D", "", "DMK1", "DBV1", "DE01", "dek1", "ZEK1"]) {
      expect(referenceDay(none, day), none).toBeNull();
    }
  });
});
