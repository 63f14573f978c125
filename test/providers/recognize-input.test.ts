import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROVIDERS, type ProviderId } from "../../lib/domain/provider.ts";
import { isReference } from "../../lib/domain/receipt.ts";
import { FACTS } from "../../lib/providers/facts.ts";
import { ADAPTERS, recognizeInput } from "../../lib/providers/registry.ts";

const LIVE: ProviderId[] = PROVIDERS.filter((id) => id !== "sandbox");
const provider = (input: string, enabled = LIVE) => {
  const found = recognizeInput(input, enabled);
  return found.kind === "lookup"
    ? `${found.lookup.provider} ${found.lookup.reference}`
    : found.kind;
};

describe("pasted text", () => {
  test.each([
    ["https://transactioninfo.ethiotelecom.et/receipt/dek1ab2cd3", "telebirr DEK1AB2CD3"],
    ["transactioninfo.ethiotelecom.et/receipt/DEK1AB2CD3", "telebirr DEK1AB2CD3"],
    ["https://mbreciept.cbe.com.et/v2-aB1_x-9z", "cbe v2-aB1_x-9z"],
    ["https://apps.cbe.com.et:100/?id=FT26140AB1C212345678.", "cbe FT26140AB1C2"],
    ["https://cs.bankofabyssinia.com/slip/?trx=FT26140AB1C212345", "boa FT26140AB1C2"],
    ["https://receipts.dashenbanksc.com/receipt/123ABCD261400001", "dashen 123ABCD261400001"],
    ["https://awashpay.awashbank.com:8225/-2ABC10D0EF-1G02H3", "awash -2ABC10D0EF-1G02H3"],
    ["https://cbepay1.cbe.com.et/aureceipt?TID=DEK1AB2CD3&PH=251911000100", "cbe_birr DEK1AB2CD3"],
    [
      "https://m-pesabusiness.safaricom.et/api/receipt/getReceipt?trxNo=DEK1AB2CD3",
      "mpesa DEK1AB2CD3",
    ],
    [
      "DEK1AB2CD3 Confirmed. ETB 500.00 sent to SELAM COFFEE on 20/5/26. M-PESA balance 1.00",
      "mpesa DEK1AB2CD3",
    ],
    ["Dear ALMAZ, you paid 500.00 Br. Txn ID DEK1AB2CD3. CBE Birr", "cbe_birr DEK1AB2CD3"],
    ["123abcd261400001", "dashen 123ABCD261400001"],
    ["-2abc10d0ef-1g02h3", "awash -2ABC10D0EF-1G02H3"],
    ["-DMRZINSHWU-JTKVFQ", "awash -DMRZINSHWU-JTKVFQ"],
    ["TT26140AB1C2 12345", "boa TT26140AB1C2"],
    ["FT26140AB1C212345678", "cbe FT26140AB1C2"],
  ])("%s is %s", (input, expected) => {
    expect(provider(input)).toBe(expected);
  });

  test.each([
    ["DEK1AB2CD3 Confirmed. ETB 5.00 sent to SELAM (2517****0142).", "mpesa DEK1AB2CD3"],
    [
      "Dear Almaz, Ref No -2ABC10D0EF-1G02H3. Thank you for using Awash Bank.",
      "awash -2ABC10D0EF-1G02H3",
    ],
    ["የግብይት ቁጥር፡ -DMRZINSHWU-JTKVFQ። አዋሽ ባንክን ስለተጠቀሙ እናመሰግናለን።", "awash -DMRZINSHWU-JTKVFQ"],
    ["የግብይት ቁጥር፡ TT26324BHIRT። አቢሲንያ ባንክ", "boa TT26324BHIRT"],
    ["የግብይት ቁጥር፡ TT26324BHIRT። አቢሲኒያ ባንክ", "boa TT26324BHIRT"],
    ["የግብይት ቁጥር፡ 500XDFH263247083። ዳሽን ባንክ", "dashen 500XDFH263247083"],
  ])("is understood without a link: %s", (sms, expected) => {
    expect(provider(sms)).toBe(expected);
  });

  test.each([undefined, ...LIVE])("is no test reference in live mode, with hint %s", (hint) => {
    const refused = { kind: "provider_not_enabled", provider: "sandbox" };
    expect(recognizeInput("TESTOK1234", LIVE, hint)).toEqual(refused);
  });

  test("finds a reference of letters alone only where the SMS announces it", () => {
    const from = (sms: string) => provider(sms, ["telebirr", "mpesa"]);
    expect(from("Your transaction number is DKKQTUVXYZ. Thank you for using telebirr")).toBe(
      "telebirr DKKQTUVXYZ",
    );
    expect(from("የግብይት ቁጥርዎ DKKQTUVXYZ ነው። ቴሌብር")).toBe("telebirr DKKQTUVXYZ");
    expect(from("DKKQTUVXYZ Confirmed. M-PESA balance is 5.00")).toBe("mpesa DKKQTUVXYZ");
    expect(from("You paid ABDULKADIR 5.00 Birr with telebirr")).toBe("unrecognized");
  });

  test("in an SMS that names a bank, the link wins", () => {
    const sms =
      "You have transferred ETB 500.00 from telebirr to Commercial Bank of Ethiopia account 1000111122223. Your bank transaction number is FT26140AB1C2 and telebirr number DEK1AB2CD3. https://transactioninfo.ethiotelecom.et/receipt/DEK1AB2CD3. Thank you";
    expect(provider(sms)).toBe("telebirr DEK1AB2CD3");
  });

  test("that several enabled providers could have issued asks which", () => {
    expect(recognizeInput("DEK1AB2CD3", LIVE)).toEqual({
      kind: "ambiguous",
      providers: ["telebirr", "cbe_birr", "mpesa"],
      isNamed: false,
    });
    expect(recognizeInput("FT26140AB1C2", ["cbe", "boa"])).toMatchObject({ kind: "ambiguous" });
  });

  test("is unambiguous where one provider is enabled or hinted", () => {
    expect(provider("DEK1AB2CD3", ["telebirr", "cbe"])).toBe("telebirr DEK1AB2CD3");
    expect(recognizeInput("DEK1AB2CD3", LIVE, "mpesa")).toMatchObject({
      kind: "lookup",
      lookup: { provider: "mpesa" },
    });
    expect(recognizeInput("FT26140AB1C2", LIVE, "telebirr").kind).toBe("unrecognized");
  });

  test("of a provider that is not enabled says so, and is not taken for another's", () => {
    expect(recognizeInput("TESTOK1234", LIVE)).toEqual({
      kind: "provider_not_enabled",
      provider: "sandbox",
    });
    expect(recognizeInput("DEK1AB2CD3 Confirmed. M-PESA", ["telebirr"])).toEqual({
      kind: "provider_not_enabled",
      provider: "mpesa",
    });
    expect(recognizeInput("X", ["telebirr"], "cbe")).toEqual({
      kind: "provider_not_enabled",
      provider: "cbe",
    });
  });

  test.each<[string, ProviderId[], object]>([
    ["123ABCD261400001", ["cbe"], { kind: "provider_not_enabled", provider: "dashen" }],
    // Several providers could have issued it, so none is named.
    ["DEK1AB2CD3", ["cbe"], { kind: "unrecognized" }],
    [
      "telebirr: ref DEK1AB2CD3, then ref DEK1AB2CD4",
      ["cbe"],
      { kind: "provider_not_enabled", provider: "telebirr" },
    ],
    [
      "telebirr: ref DEK1AB2CD3, then ref DEK1AB2CD4",
      ["telebirr"],
      { kind: "several_references", references: ["DEK1AB2CD3", "DEK1AB2CD4"] },
    ],
  ])("%s with %j is %j", (input, enabled, found) => {
    expect(recognizeInput(input, enabled)).toEqual(found);
  });

  test("that names no provider is only of a provider's form, however many could have issued it", () => {
    const certainties = (input: string) =>
      ADAPTERS.telebirr.recognize(input).map(({ certainty }) => certainty);
    expect(certainties("DEK1AB2CD3")).toEqual(["shape"]);
    expect(certainties("You paid, ref DEK1AB2CD3")).toEqual(["shape"]);
    expect(certainties("telebirr, ref DEK1AB2CD3")).toEqual(["exact"]);
  });

  test("goes to the merchant only when the payer chose the manual provider", () => {
    expect(recognizeInput("TRX-000123", LIVE).kind).toBe("unrecognized");
    expect(recognizeInput("trx-000 123", LIVE, "manual")).toMatchObject({
      lookup: { provider: "manual", reference: "TRX-000-123" },
    });
    expect(ADAPTERS.manual.answer?.({} as never, {} as never)).toEqual({ kind: "manual" });
  });

  test("keeps the case of a case-sensitive token", () => {
    expect(provider("v2-aB1_x-9z")).toBe("cbe v2-aB1_x-9z");
  });

  test("gives one reference whatever spaces and invisible marks came along", () => {
    for (const input of ["\ufeffDEK1AB2CD3\u200b", "DEK1 AB2\u00a0CD3", "\tdek1ab2cd3\r\n"]) {
      expect(provider(input, ["telebirr"])).toBe("telebirr DEK1AB2CD3");
    }
  });
});

describe("a reference with a few words around it", () => {
  const BANKS = LIVE.filter((id) => id !== "manual");

  test.each([
    "DEK1AB2CD3;",
    "DEK1AB2CD3!",
    "(DEK1AB2CD3)",
    "“DEK1AB2CD3”",
    "*DEK1AB2CD3*",
    "- DEK1AB2CD3",
    "dek1ab2cd3 🙏",
    "DEK1AB2CD3, DEK1AB2CD3",
    "Hello, I paid 1,500.00 birr from 0911000100. DEK1AB2CD3",
    "transaction number dek1ab2cd3",
    "ቁጥሩ DEK1AB2CD3 ነው፣ አመሰግናለሁ",
    "Ref:DEK1AB2CD3",
    "Txn.No.:dek1ab2cd3",
    // A hyphen does not make a token of Awash.
    "DEK1AB2CD3 - 1500 Birr",
    "DEK1AB2CD3 - Hanna",
  ])("is understood: %s", (input) => {
    expect(provider(input, ["telebirr"])).toBe("telebirr DEK1AB2CD3");
  });

  test("is asked about where there are several, or where several banks could have issued it", () => {
    expect(provider("DEK1AB2CD3 and DEK1AB2CD4!", ["telebirr"])).toBe("several_references");
    expect(provider("I paid, DEK1AB2CD3", BANKS)).toBe("ambiguous");
  });

  test("is not searched for in a long text, whose words may be account numbers", () => {
    expect(provider(`Your account 1000XXXX45 was debited. ${"x ".repeat(40)}`, ["telebirr"])).toBe(
      "unrecognized",
    );
  });

  test("is not searched for in several lines, of which one may be a header for the bank's server", () => {
    expect(provider("DEK1AB2CD3\r\nHost: evil", ["telebirr"])).toBe("unrecognized");
  });

  test("may be the merchant's own where a person looks references up", () => {
    const enabled: ProviderId[] = ["telebirr", "manual"];
    expect(provider("slip DEK1AB2CD3", enabled)).toBe("unrecognized");
    expect(recognizeInput("slip (DEK1AB2CD3)", enabled, "manual").kind).toBe("unrecognized");
    expect(provider("(DEK1AB2CD3)", enabled)).toBe("telebirr DEK1AB2CD3");
  });

  test.each([
    ["(123456)", "123456"],
    ["HB123456789.", "HB123456789"],
    ["INV/2026/001", "INV-2026-001"],
    ["Ref: HB123456789", "HB123456789"],
    ["PAYMENT REFERENCE RECEIVED, REF NO: HB123456789", "HB123456789"],
    [
      "Dear Almaz, your account 1****1234 was debited with ETB 1,500.00. Ref No: HB123456789 on 27/11/2026.",
      "HB123456789",
    ],
  ])("is the merchant's own where the payer chose the manual provider: %s", (input, reference) => {
    const lookup = { provider: "manual", reference };
    expect(recognizeInput(input, LIVE, "manual")).toMatchObject({ kind: "lookup", lookup });
  });

  test("is no test reference in live mode", () => {
    expect(provider("I paid: TESTOK1234", BANKS)).toBe("provider_not_enabled");
  });
});

const TAILS = [
  "/../admin",
  "../",
  "?x=1",
  "&PH=251911000100",
  "\r\nHost: inside",
  "\u0000",
  "😀",
  "%2e%2e",
  "#x",
  "\\x",
  ";",
  "ı",
  "ſ",
  "\ud800",
];
const GOOD = [
  "DEK1AB2CD3",
  "FT26140AB1C2",
  "FT26140AB1C212345678",
  "123ABCD261400001",
  "-2ABC10D0EF-1G02H3",
  "v2-aB1_x-9z",
  "TESTOK1",
  "https://transactioninfo.ethiotelecom.et/receipt/DEK1AB2CD3",
  "https://mbreciept.cbe.com.et/v2-aB1_x-9z",
  "https://apps.cbe.com.et:100/?id=FT26140AB1C212345678",
];

/** Whether a browser or a chat may add it to a link: nothing of it reaches the bank. */
const isLeftOut = (link: string, tail: string) =>
  tail === "#x" || (tail === "?x=1" && !link.includes("?"));

test("a link means the same receipt with what a chat or a browser adds to it", () => {
  const links = GOOD.filter((good) => good.startsWith("https:"));
  const added = links.flatMap((link) =>
    TAILS.filter((tail) => isLeftOut(link, tail)).map((tail) => [link, tail] as const),
  );
  expect(added).toHaveLength(5);
  for (const [link, tail] of added) {
    const own = recognizeInput(link, PROVIDERS);
    expect(own.kind).toBe("lookup");
    expect(recognizeInput(link + tail, PROVIDERS), link + tail).toEqual(own);
    expect(recognizeInput(`Paid: ${link}${tail} thanks`, PROVIDERS), link + tail).toEqual(own);
  }
});

describe("hostile text is refused before any call", () => {
  test.each(
    GOOD.flatMap((good) => {
      const isLink = good.startsWith("https:");
      // Around a link there may be words, lines and punctuation: only the link itself is taken.
      const isTextAround = (tail: string) => tail === ";" || (isLink && /^\r\n/.test(tail));
      return TAILS.filter((tail) => !isTextAround(tail) && !(isLink && isLeftOut(good, tail))).map(
        (tail) => [good, tail],
      );
    }),
  )("%j with %j", (good, tail) => {
    const middle = good.slice(0, -2) + tail + good.slice(-2);
    for (const input of [good + tail, tail + good, middle]) {
      expect(recognizeInput(input, PROVIDERS).kind, JSON.stringify(input)).not.toBe("lookup");
      for (const hint of PROVIDERS) {
        expect(recognizeInput(input, PROVIDERS, hint).kind).not.toBe("lookup");
      }
    }
  });

  test.each(GOOD)("punctuation in %s is no part of it", (good) => {
    const middle = `${good.slice(0, -2)};${good.slice(-2)}`;
    const kinds = [undefined, ...PROVIDERS].map((hint) => recognizeInput(middle, LIVE, hint).kind);
    expect(kinds).not.toContain("lookup");
  });

  test.each([
    "https://evil.example/receipt/DEK1AB2CD3",
    "https://transactioninfo.ethiotelecom.et.evil.example/receipt/DEK1AB2CD3",
    "https://transactioninfo.ethiotelecom.et@evil.example/receipt/DEK1AB2CD3",
    "https://evil.example/?https://transactioninfo.ethiotelecom.et/receipt/DEK1AB2CD3",
    "https://transactioninfo.ethiotelecom.et:8443/receipt/DEK1AB2CD3",
    "https://transactioninfo.ethiotelecom.et/receipt/../receipt/DEK1AB2CD3",
    "file:///receipt/DEK1AB2CD3",
    "javascript:alert(1)",
    "",
    "   ",
    "hello there, I have paid",
    "successful",
  ])("%j", (input) => {
    const found = recognizeInput(input, ["telebirr", "cbe", "boa", "dashen", "awash"]);
    expect(found.kind === "lookup" && input !== "successful").toBe(false);
  });

  test("64 KB of anything costs next to nothing", () => {
    for (const unit of [
      "A",
      " ",
      "-",
      "telebirr ",
      "FT",
      "https://a.b/",
      "v2-",
      "\u200b",
      "(",
      "ቴሌብር ",
    ]) {
      const long = unit.repeat(Math.ceil(65_536 / unit.length));
      expect(recognizeInput(long, PROVIDERS).kind).toBe("unrecognized");
      recognizeInput(long.slice(0, 2_000), PROVIDERS);
    }
  });

  test("even a good SMS, with a NUL or 64 KB of padding", () => {
    const sms = "telebirr: your transaction number is DEK1AB2CD3.";
    expect(provider(sms)).toBe("telebirr DEK1AB2CD3");
    expect(provider(`${sms} \u0000`)).toBe("unrecognized");
    expect(provider(`${sms} ${"x ".repeat(32_768)}`)).toBe("unrecognized");
  });

  test.each(["-".repeat(6), "a".repeat(129)])(
    "a link whose token could not be compared with others is none: %s",
    (token) => {
      const link = `https://mbreciept.cbe.com.et/${token}`;
      expect(recognizeInput(link, PROVIDERS, "cbe").kind).toBe("unrecognized");
    },
  );

  test("any text gives an answer, and any lookup a path of plain characters", () => {
    const context = { accounts: [], payerPhone: null, tries: 0 } as never;
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.stringMatching(/^[A-Za-z0-9 /?&=.:-]{0,60}$/),
    );
    void fc.assert(
      fc.property(
        text,
        fc.option(fc.constantFrom(...PROVIDERS), { nil: undefined }),
        (input, hint) => {
          const found = recognizeInput(input, PROVIDERS, hint);
          if (found.kind !== "lookup") return;
          expect(found.lookup.reference).toMatch(/^[A-Za-z0-9_-]+$/);
          expect(isReference(found.lookup.reference)).toBe(true);
          const { requests } = ADAPTERS[found.lookup.provider];
          for (const { path } of requests(found.lookup, context)) {
            expect(path).toMatch(/^\/[A-Za-z0-9/_?=&-]*$/);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("what a customer is asked to type", () => {
  test.each(PROVIDERS.filter((id) => id !== "http"))(
    "at %s has an example that is understood",
    (id) => {
      const [first] = FACTS[id].inputs;
      expect(first?.example).toMatch(new RegExp(`^(?:${first?.pattern ?? ".*"})$`));
      expect(recognizeInput(first?.example ?? "", [id], id).kind).toBe("lookup");
    },
  );

  test("has an input for every provider, in both languages", () => {
    for (const input of PROVIDERS.flatMap((id) => FACTS[id].inputs)) {
      expect(input.label.en).toMatch(/^[\x20-\x7e]+$/);
      expect(input.label.am).toMatch(/[\u1200-\u137f]/);
    }
  });
});
