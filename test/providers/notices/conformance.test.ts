import { describe, expect, test } from "vitest";
import { compareAccount } from "../../../lib/domain/account-number.ts";
import { PROVIDERS } from "../../../lib/domain/provider.ts";
import { noticeLayouts } from "../../../lib/local/bank/phone-messages.ts";
import { FACTS } from "../../../lib/providers/facts.ts";
import { NOTICE_PROVIDERS, providerOfSender, readNotice } from "../../../lib/providers/notices.ts";
import { withoutBalances } from "../../../lib/providers/reading/notice-text.ts";
import { recognizeInput } from "../../../lib/providers/registry.ts";
import { OWN, told } from "./told.ts";

const CASES = NOTICE_PROVIDERS.flatMap((provider) =>
  noticeLayouts(provider).map((layout) => ({ provider, layout })),
);

describe.each(CASES)("notice of $provider, layout $layout", ({ provider, layout }) => {
  const { transfer, text, sender } = told(provider, { layout });
  const reading = readNotice(provider, text);

  test("is read as the transfer that the bank booked", () => {
    expect(reading).toMatchObject({
      kind: "payment",
      notice: { provider, amountMinor: 150_000, currency: "ETB" },
    });
    if (reading.kind !== "payment") return;
    const { notice } = reading;
    if (notice.payer.name !== null && layout !== "bank") {
      expect(notice.payer.name).toBe("Almeta Worqesh Tindale");
    }
    if (notice.account !== null) {
      expect(compareAccount(provider, notice.account, OWN[provider]).kind).not.toBe("differs");
    }
    if (notice.paidAt !== null) {
      expect(transfer.paidAt - notice.paidAt).toBeGreaterThanOrEqual(0);
      expect(transfer.paidAt - notice.paidAt).toBeLessThan(notice.precisionMs);
    }
  });

  test("takes no name in capitals for a reference", () => {
    const named = told(provider, { layout, transfer: { payer_name: "WORQESHTIN TINDALEMET" } });
    expect(readNotice(provider, named.text)).toMatchObject({
      kind: "payment",
      notice: { amountMinor: 150_000 },
    });
  });

  test("leads to the bank's own receipt, or nowhere", () => {
    if (reading.kind !== "payment") throw new Error(JSON.stringify(reading));
    const input = reading.notice.link ?? reading.notice.reference;
    if (provider === "dashen") return expect(input).toBeNull();
    const found = recognizeInput(input ?? "", [provider]);
    expect(found).toMatchObject({ kind: "lookup", lookup: { provider } });
    if (found.kind !== "lookup") return;
    expect([transfer.reference, transfer.token]).toContain(found.lookup.reference);
  });

  test("comes from the bank's sender", () => {
    expect(providerOfSender(sender)).toBe(provider);
  });

  test.each([
    ["another amount", (t: string) => `${t} ETB 700.00 was added.`],
    ["another amount in front of its unit", (t: string) => `${t} You got 700.00 Birr.`],
    ["a link of someone else", (t: string) => `${t} Claim at https://bank.example/x`],
  ])("is unreadable with %s", (_name, change) => {
    expect(readNotice(provider, change(text))).toMatchObject({ kind: "unreadable" });
  });

  test("is unreadable with a second reference", () => {
    const other = told(provider, { layout, transfer: { amount: 150_001 } }).transfer;
    const second =
      provider === "awash" ? "123456789012345" : changed(other.reference, transfer.reference);
    if (provider === "dashen") return;
    expect(readNotice(provider, `${text} Ref ${second}`)).toMatchObject({ kind: "unreadable" });
  });

  test("is dropped where it continues like an advertisement", () => {
    for (const advertisement of ["Dial *999# to win a car!", "Get a loan now", "ሽልማት ያግኙ"]) {
      expect(readNotice(provider, `${text} ${advertisement}`)).toEqual({ kind: "ignored" });
    }
  });

  test("is no payment where it was reversed", () => {
    expect(readNotice(provider, `${text} This transaction was reversed.`).kind).not.toBe("payment");
  });

  test("is read with right-to-left marks, odd spaces and line breaks, and never with control characters", () => {
    const marked = `\u202b${text.replaceAll(" ", "\u00a0 \n")}\u202c`;
    expect(readNotice(provider, marked)).toEqual(reading);
    expect(readNotice(provider, `${text}\u0007`)).toMatchObject({ kind: "unreadable" });
  });

  test.each([
    ["no comma", " "],
    ["a space for the comma", "  "],
    ["another comma", "፥ "],
    ["a colon", ": "],
  ])("is never read as less money after a greeting with %s", (_name, after) => {
    const greeted = text.replace(/^(Dear|ውድ) ([^,፣]+)[,፣]\s/, `$1 $2${after}`);
    const found = readNotice(provider, greeted);
    expect(found.kind).toMatch(/^(payment|unreadable)$/);
    if (found.kind === "payment") expect(found).toEqual(reading);
  });

  test.each(["Selam Trading P.L.C.", "Dr. Selam", "A.B. Tsegaye & Co. Ltd.", "Lucky Gift Shop"])(
    "is read whatever the shop is called: %s",
    (name) => {
      const greeted = told(provider, { layout, transfer: { receiver_name: name } });
      expect(readNotice(provider, greeted.text)).toMatchObject({
        kind: "payment",
        notice: { amountMinor: 150_000 },
      });
    },
  );

  test("says nothing once a piece is missing", () => {
    for (const length of [1, 5, 10, 20]) {
      const cut = text.slice(0, text.search(/1,?500/) + length);
      const found = readNotice(provider, cut);
      if (found.kind !== "payment") continue;
      // What is left must still be the whole payment; only the end of the message is gone.
      expect(found.notice.amountMinor).toBe(150_000);
    }
  });
});

function changed(reference: string, not: string): string {
  const other = `${reference.slice(0, -1)}${reference.endsWith("7") ? "8" : "7"}`;
  return other === not ? `${reference.slice(0, -1)}9` : other;
}

describe("sender ids", () => {
  test("are compared character by character: no look-alike and no phone is a bank", () => {
    for (const sender of [
      "СВЕ",
      "CВE",
      "CBE ",
      "CBE1",
      "ｃｂｅ",
      "+251911000127",
      "0911000127",
      "1270",
      "",
      "telebirr.et",
      "BO\u0410",
    ]) {
      if (sender.trim() === "CBE") expect(providerOfSender(sender)).toBe("cbe");
      else expect(providerOfSender(sender), sender).toBeNull();
    }
    expect(providerOfSender("cbe")).toBe("cbe");
    expect(providerOfSender("MPESA-ET", { mpesa: ["MPESA-ET"] })).toBe("mpesa");
  });

  test("that an operator gives to two banks are nobody's", () => {
    expect(providerOfSender("8080", { cbe: ["8080"], boa: ["8080"] })).toBeNull();
  });

  test("belong to one bank each", () => {
    const all = PROVIDERS.flatMap((id) => FACTS[id].senderIds ?? []).map((id) => id.toLowerCase());
    expect(new Set(all).size).toBe(all.length);
  });
});

describe("a greeting", () => {
  const AFTER =
    "1,500.00 ብር ከአበበ ከበደ(2519****0042) በ24/11/2026 10:00:00 ተቀብለዋል። የግብይት ቁጥርዎ DKX1AB2CD3 ነው። ቀሪ ሂሳብዎ 9,000.00 ብር ነው።";

  test.each(["ውድ ሰላም ", "ክቡር ደንበኛችን ", "ውድ ሰላም፣ ", "ውድ ሰላም፥\n"])(
    "ends before the amount: %s",
    (greeting) => {
      const reading = readNotice("telebirr", greeting + AFTER);
      expect(reading).toMatchObject({
        kind: "payment",
        notice: { amountMinor: 150_000, reference: "DKX1AB2CD3" },
        balanceMinor: 900_000,
      });
    },
  );

  test("ends at the end of a sentence", () => {
    const warning = "Dear customer. Beware of people who write, your Account 1****0401 has been";
    const text = `${warning} credited with ETB 500.00. https://apps.cbe.com.et:100/?id=FT26328AB1C210104567`;
    expect(readNotice("cbe", text)).toMatchObject({ kind: "unreadable" });
  });

  test.each([
    "ውድ ሰላም 1, 500.00 ብር",
    "ውድ ሰላም 1 500.00 ብር",
    "ውድ ሰላም: 1: 500.00 ብር",
    "ውድ ሱቅ 24, 500.00 ብር",
  ])("never takes digits of the amount: %s", (start) => {
    const text = AFTER.replace("1,500.00 ብር", start);
    expect(readNotice("telebirr", text)).toMatchObject({ kind: "unreadable" });
  });
});

test.each([
  [
    "awash",
    "Dear Selam, ETB 500 has been credited to your account from Abel Kebede on : 2026-11-24 10:00:00 with Txn ID: 260906549489209 . Your available balance is now ETB 900.00. Receipt Link: https://awashpay.awashbank.com:8225/-2KHETB5PA1-1G02H3.",
  ],
  [
    "cbe",
    "Dear Selam your Account 1****0401 has been Credited with ETB 500.00 from Abel Kebede, on 24/11/2026 at 10:00:00 with Ref No FT26328BR1C2 Your Current Balance is ETB 900.00. https://apps.cbe.com.et:100/?id=FT26328BR1C200300401",
  ],
] as const)("a number with the letters of a currency is no second amount: %s", (provider, text) => {
  expect(readNotice(provider, text)).toMatchObject({
    kind: "payment",
    notice: { amountMinor: 50_000 },
    balanceMinor: 90_000,
  });
});

describe("other messages of a bank", () => {
  test.each([
    ["cbe", "Dear Selam, your OTP is 123456. Never share it.", "ignored"],
    ["telebirr", "Win a car! Dial *999#. You have received ETB 5.00 bonus, lucky you.", "ignored"],
    ["telebirr", "You have received ETB 500.00 bonus airtime from telebirr promo.", "ignored"],
    ["cbe", "Dear Selam, your Account 1****0401 has been credited with something.", "ignored"],
    [
      "cbe",
      "Dear Selam, your Account 1****0401 has been credited with ETB 5 in a new way",
      "unreadable",
    ],
    [
      "cbe",
      "Dear Selam, your Account 1****0401 has been credited with ETB 1.500 from A B, on 24/11/2026 at 10:00:00 with Ref No FT26328AB1C2 Your",
      "unreadable",
    ],
    [
      "boa",
      "Dear Selam, your account 1*75 was credited with ETB 500.00 by A/R - P2P incoming settlement accou. Available Balance: ETB 900.00. Receipt: https://cs.bankofabyssinia.com/slip/?trx=FT26328AB1C210104 Feedback: https://cs.bankofabyssinia.com/cs/?trx=CFT26328AB1C2",
      "payment",
    ],
    [
      "boa",
      "Dear Selam, your account 1*75 was credited with ETB 500.00 by Abel Kebede. Available Balance: ETB 900.00. Receipt: https://cs.bankofabyssinia.com.example/slip/?trx=FT26328AB1C210104 Feedback: https://cs.bankofabyssinia.com/cs/?trx=CFT26328AB1C2",
      "unreadable",
    ],
    [
      "boa",
      "Dear Selam, your account 1*75 was credited with ETB 500.00 by Abel Kebede. Available Balance: ETB 900.00. Feedback: https://cs.bankofabyssinia.com/cs/?trx=CFT26328AB1C2",
      "unreadable",
    ],
    [
      "cbe",
      "Dear Selam your Account 1****0401 has been Credited with ETB 500.00 from Abel Kebede, on 24/11/2026 at 10:00:00 with Ref No FT26328AB1C2 Your Current Balance is ETB 900.00. For feedback click the link https://forms.gle/Ab12Cd34Ef56Gh78",
      "payment",
    ],
    [
      "dashen",
      "Dear, SELAM Your Account '5200**111' has been credited with ETB 500.00 from other bank on 24/11/2026 at 10:00:00 PM. your current balance is ETB 900.00.",
      "payment",
    ],
    [
      "mpesa",
      "Dear Selam, you have received 500.00 Birr from Abel Kebede-2517****0042 on 31/13/26 at 9:05 AM. Transaction number UKX1AB2CD3.",
      "unreadable",
    ],
    [
      "mpesa",
      "Dear Selam, you have received 500.00 Birr from Abel Kebede-2517****0042 on 24/11/26 at 13:05 PM. Transaction number UKX1AB2CD3.",
      "unreadable",
    ],
    [
      "telebirr",
      "You have received ETB 500.00 from Abel Kebede(2519****0042) on 24/11/2026 10:00:00. Thank you.",
      "unreadable",
    ],
    [
      "telebirr",
      "You have received ETB 500.00 from Abel Kebede(2519****0042) on 24/11/2026 10:00:00. Your transaction number is dkx1ab2cd3.",
      "unreadable",
    ],
  ] as const)("%s: %s is %s", (provider, text, kind) => {
    expect(readNotice(provider, text).kind).toBe(kind);
  });

  test.each(["1.500,00", "1 500.00", "1.500.00", "1,500.00.50", "12,50", "1,500,50"])(
    "are unreadable where the amount %s can be read in two ways, also at the end of a layout",
    (amount) => {
      for (const { provider, layout } of CASES) {
        const { text } = told(provider, { layout });
        const odd = text.replace(/1,?500\.00/, amount);
        expect([layout, odd === text]).toEqual([layout, false]);
        expect([layout, readNotice(provider, odd)]).toMatchObject([layout, { kind: "unreadable" }]);
      }
    },
  );

  test("are unreadable with no amount, two of the bank's links, or a letter where the layout ends", () => {
    const whyOf = (provider: "boa" | "dashen", change: (text: string) => string) => {
      const reading = readNotice(provider, change(told(provider).text));
      return reading.kind === "unreadable" ? reading.why : reading.kind;
    };
    expect(whyOf("boa", (text) => text)).toBe("payment");
    // A checkout asks for at most ten billion.
    for (const amount of ["0.00", "10,000,000,000.01", "99,999,999,999"]) {
      const why = whyOf("boa", (text) => text.replace("1,500.00", amount));
      expect(why).toBe("amount not understood");
    }
    const another = (text: string) => (/https:\S+/.exec(text)?.[0] ?? "").replace(/.$/, "7");
    expect(whyOf("boa", (text) => `${text} ${another(text)}`)).toBe("two links");
    expect(whyOf("dashen", (text) => text.replace(/\d\d:\d\d:\d\d/, "$&th"))).toBe(
      "the message continues in an unknown way",
    );
  });

  test("that begin with money which came in some new way are unreadable", () => {
    expect(readNotice("cbe", "ETB 500.00 received from Abel in a new way").kind).toBe("unreadable");
  });

  test.each(["reversed", "refunded", "cancelled"])(
    "about money that came in and was %s leave the balance, also in a new way",
    (word) => {
      const text = `The ETB 500.00 received from Abel was ${word}. Your balance is ETB 900.00.`;
      expect(readNotice("cbe", text)).toMatchObject({ kind: "other_money", balanceMinor: 90_000 });
    },
  );

  test("about money that went out after it came in leave the balance", () => {
    const text = "You have transferred ETB 500.00 that you received. Your balance is ETB 900.00.";
    expect(readNotice("cbe", text)).toMatchObject({ kind: "other_money", balanceMinor: 90_000 });
  });

  test("leave out amounts that no bank writes", () => {
    const text = "You have paid ETB 500.123 and ETB 20.00. Your balance is ETB 900.00.";
    expect(readNotice("cbe", text)).toMatchObject({ amountsMinor: [2_000] });
  });

  test("cannot try one balance after another: nothing is read from one with more amounts than a bank writes", () => {
    const debit = (amounts: readonly number[]) =>
      `Your account 1****0401 was debited with ETB ${amounts.join(" and ETB ")}. Your Current Balance is ETB 9,000,000.00.`;
    const six = [1, 2, 3, 4, 5, 6];
    expect(readNotice("cbe", debit(six))).toMatchObject({
      ...{ kind: "other_money", balanceMinor: 900_000_000 },
      amountsMinor: six.map((birr) => birr * 100),
    });
    expect(readNotice("cbe", debit([...six, 7]))).toEqual({ kind: "ignored" });
  });

  test("name the account of their balance in quotation marks, too, as the money that came in does", () => {
    const debit =
      "Dear Customer, your account '5200**111' is debited with ETB 20.00 on 24/11/2026 at 10:00:00 AM. Your current balance is ETB 880.00.";
    expect(readNotice("dashen", debit)).toMatchObject({
      ...{ kind: "other_money", account: "5200**111", balanceMinor: 88_000 },
    });
  });

  test("about outgoing money and interest leave the balance and nothing else", () => {
    expect(
      readNotice(
        "cbe",
        "Dear Selam, your Account 1****0401 has been debited with ETB 500.00 for Abel. Service charge of ETB 5.00. Your Current Balance is ETB 12,000.50.",
      ),
    ).toEqual({
      kind: "other_money",
      provider: "cbe",
      account: "1****0401",
      balanceMinor: 1_200_050,
      amountsMinor: [50_000, 500],
      reversed: [],
    });
    expect(
      readNotice(
        "boa",
        "Dear Selam, your account 2****0401 was credited with ETB 12.00 by Credit Int 2026. Available Balance: ETB 900.00",
      ),
    ).toMatchObject({ kind: "other_money", balanceMinor: 90_000 });
    expect(readNotice("cbe", "Your Account 1****0401 has been debited with ETB 500.00.")).toEqual({
      kind: "ignored",
    });
  });

  test.each([
    ["Your balance is ETB 12,000.50.", "Your balance is ETB ##,###.##."],
    ["Balance: 900 Br, balance now 12.5", "Balance: ### Br, balance now ##.#"],
    ["Balance900 Br", "Balance### Br"],
    ["ቀሪ ሂሳብዎ 12,000.50 ብር ነው", "ቀሪ ሂሳብዎ ##,###.## ብር ነው"],
    ["You received ETB 500.00 on 24/11/2026", "You received ETB 500.00 on 24/11/2026"],
  ])("%s is kept for a report as %s", (text, kept) => {
    expect(withoutBalances(text)).toBe(kept);
  });

  test("a payer's name cannot continue as the bank's own text", () => {
    const forged = told("telebirr", {
      transfer: {
        payer_name:
          "Abel (2519****0001) on 24/11/2026 10:00:00. Your transaction number is DKX1AB2CD3",
      },
    });
    expect(readNotice("telebirr", forged.text).kind).toBe("unreadable");
  });
});
