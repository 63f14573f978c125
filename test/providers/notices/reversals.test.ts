import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PUBLIC_LINK_BASES } from "../../../lib/local/bank/draft-transfer.ts";
import { noticeLayouts, reversalSms } from "../../../lib/local/bank/phone-messages.ts";
import {
  NOTICE_PROVIDERS,
  type NoticeProvider,
  readNotice,
} from "../../../lib/providers/notices.ts";
import { told } from "./told.ts";

/** The references of payments that a message says were reversed. */
function reversed(provider: NoticeProvider, text: string): readonly string[] {
  const reading = readNotice(provider, text);
  return reading.kind === "other_money" ? reading.reversed : [];
}

const LANGUAGES = ["english", "amharic"] as const;

describe.each(NOTICE_PROVIDERS)("a reversal told by %s", (provider) => {
  test.each(LANGUAGES)("is read with its reference, amount and balance, in %s", (language) => {
    const { transfer } = told(provider);
    const { text } = reversalSms(transfer, PUBLIC_LINK_BASES, 1_084_567, language);
    const reading = readNotice(provider, text);
    expect(reading).toMatchObject({
      ...{ kind: "other_money", provider, balanceMinor: 1_084_567 },
      amountsMinor: [150_000],
      reversed: [expect.stringMatching(/^[0-9A-Z-]{10,}$/)],
    });
  });

  test("behind the message about the payment names that payment", () => {
    for (const layout of noticeLayouts(provider)) {
      const { text } = told(provider, { layout });
      const reading = readNotice(provider, text);
      if (reading.kind !== "payment") throw new Error(text);
      const { reference, link } = reading.notice;
      const named = reversed(provider, `${text} This transaction was reversed.`);
      if (reference !== null) expect(named).toContain(reference);
      else expect(named).toHaveLength(link === null ? 0 : 1);
      expect(reversed(provider, text)).toEqual([]);
    }
  });
});

test.each([
  ["telebirr", "Your current E-Money Account balance is ETB 1,500.00."],
  ["telebirr", "Your balance: 1500.00 Birr."],
  ["cbe", "ቀሪ ሂሳብዎ 1,500.00 ብር ነው።"],
] as const)(
  "a reversal of as much as is left is read with its amount: %s, %s",
  (provider, left) => {
    const number = provider === "cbe" ? FT : "DKR1234567";
    const text = `The payment ${number} of ETB 1,500.00 was reversed. Fee ETB 5.00. ${left}`;
    expect(readNotice(provider, text)).toMatchObject({
      ...{ amountsMinor: [150_000, 500], balanceMinor: 150_000, reversed: [number] },
    });
  },
);

test("a reversed number with the letters of a currency is no amount", () => {
  for (const text of ["The payment FT26328BR1C2 was reversed.", "የFT26328BR1C2 ክፍያ ተመላሽ ተደርጓል።"]) {
    expect(readNotice("cbe", text)).toMatchObject({ amountsMinor: [], reversed: ["FT26328BR1C2"] });
  }
});

test("a transaction number without a digit is read, but no word that is not in capitals", () => {
  const text =
    "Dear customer, the transaction DKSGGBWQKT of ETB 500.00 was reversed by somebodyes.";
  expect(reversed("telebirr", text)).toEqual(["DKSGGBWQKT"]);
});

const FT = "FT26328AB1C2";
const OF = `of ETB 500.00 with Ref No ${FT}`;

describe("a message that a payment was reversed", () => {
  test.each([
    ["cbe", `Dear Selam, the transaction ${OF} has been reversed.`],
    [
      "cbe",
      `Dear Selam, your Account 1****0401 has been debited with ETB 500.00. Reason: Reversal of ${FT}. Your Current Balance is ETB 900.00.`,
    ],
    ["cbe", `The ETB 500.00 received from Almeta (${FT}) was refunded due to a complaint.`],
    ["cbe", `The payment ${OF} was cancelled by the sender's bank.`],
    [
      "cbe",
      `Transaction ${FT} was successfully reversed to the sender. If you need help, call 951.`,
    ],
    ["cbe", `Reversal of ETB 500.00 credited to your account by ${FT}. You can call 951.`],
    ["cbe", `ውድ ሰላም፣ በ${FT} የገባው 500.00 ብር ተመላሽ ተደርጓል።`],
    ["cbe", `የ${FT} ክፍያ ተሰርዟል። ለበለጠ መረጃ 951 ይደውሉ።`],
    ["cbe", `በ${FT} የገባው 500.00 ብር ለላኪው ተመላሽ ተደርጓል።`],
  ] as const)("names its reference: %s: %s", (provider, text) => {
    expect(reversed(provider, text)).toEqual([FT]);
  });

  test("names its own reference beside the one of the payment", () => {
    const text =
      "UKX1AB2CD9 Confirmed. Reversal of transaction UKX1AB2CD3 has been successfully reversed on 24/11/26 at 9:05 AM and 500.00 Birr is debited from your M-PESA account.";
    expect(reversed("mpesa", text)).toEqual(["UKX1AB2CD9", "UKX1AB2CD3"]);
  });

  test("names the transaction of its link", () => {
    const text = `The payment of ETB 500.00 was reversed: https://cs.bankofabyssinia.com/slip/?trx=${FT}10104`;
    expect(reversed("boa", text)).toEqual([FT]);
    const foreign = `${text.replace(".com/", ".com.example/")} Your balance is ETB 900.00.`;
    expect(readNotice("boa", foreign)).toMatchObject({ kind: "other_money", reversed: [] });
  });

  test("names up to four references, and no phone number of the sender", () => {
    const four = [1, 2, 3, 4].map((n) => `FT26328AB1C${n}`);
    expect(reversed("cbe", `Reversed: ${four.join(", ")}.`)).toEqual(four);
    for (const phone of ["0911000000", "0711000000"]) {
      const text = `The transaction DKS1AB2CD3 of ETB 500.00 from ${phone} was reversed.`;
      expect(reversed("telebirr", text)).toEqual(["DKS1AB2CD3"]);
    }
  });

  test("names references of ten digits that are no mobile numbers", () => {
    const text = "The transactions 0511000000 and 091100000A of ETB 500.00 were reversed.";
    expect(reversed("telebirr", text)).toEqual(["0511000000", "091100000A"]);
  });
});

describe("no payment is accused by a message", () => {
  test.each([
    ["about a refund that the shop made", `You have refunded ETB 500.00 to Almeta. Ref ${FT}.`],
    ["about a refund to somebody", `ETB 500.00 of ${FT} was refunded to Almeta Tindale.`],
    ["about a transfer of the shop that was reversed", `Your transfer ${OF} was reversed.`],
    ["about money that came back", `The transaction ${OF} was reversed to your account.`],
    [
      "about money that was credited again",
      `Reversal of ${FT}: ETB 500.00 has been credited to your account.`,
    ],
    ["about a transfer that failed", `The transfer ${OF} failed and was reversed.`],
    ["about money that you sent", `You have sent ETB 500.00. It was cancelled. Ref ${FT}.`],
    ["that a reversal was refused", `The reversal of ${FT} was declined.`],
    ["that a reversal was called off", `The reversal of ${FT} has been cancelled.`],
    ["that asks for a reversal", `A reversal of ${FT} was requested by the sender.`],
    ["that may come true", `The transaction ${FT} will be reversed within 3 days.`],
    ["that it did not happen", `The transaction ${FT} was not reversed.`],
    ["with a general warning", `Transactions cannot be reversed. Ref ${FT} ETB 500.00 debited.`],
    ["that also warns", `The payment ${OF} was reversed. Payments may be refunded.`],
    ["that advertises", `Payment ${FT} was reversed! Dial *999# to win a car.`],
    ["without a reference", "ETB 500.00 from Almeta was reversed."],
    ["that lists many", `Reversed: ${[1, 2, 3, 4, 5].map((n) => `FT26328AB1C${n}`).join(", ")}.`],
    ["about a refund that the shop made, in Amharic", `ለአልሜታ 500.00 ብር ተመላሽ አድርገዋል። ${FT}`],
    ["about a refund to somebody, in Amharic", `ለአልሜታ 500.00 ብር ተመላሽ ተደርጓል። ${FT}`],
    ["about money that came back, in Amharic", `የ${FT} 500.00 ብር ወደ ሂሳብዎ ተመላሽ ተደርጓል።`],
    ["that may come true, in Amharic", `የ${FT} ክፍያ ተመላሽ ይደረጋል።`],
    ["that it did not happen, in Amharic", `የ${FT} ክፍያ አልተሰረዘም።`],
    ["about a request, in Amharic", `የ${FT} ጥያቄ ተሰርዟል።`],
    ["about a transfer of the shop, in Amharic", `500.00 ብር ልከዋል። ${FT} ተሰርዟል።`],
  ])("%s", (_name, text) => {
    expect(reversed("cbe", text)).toEqual([]);
  });

  test("about outgoing money", () => {
    const debit = `Your Account 1****0401 has been debited with ETB 500.00 for Abel. Ref No ${FT}. Your Current Balance is ETB 900.00.`;
    expect(readNotice("cbe", debit)).toMatchObject({ kind: "other_money", reversed: [] });
  });

  test("whatever stands around the words of a refusal", async () => {
    const around = fc
      .array(fc.constantFrom("ETB 500.00", "Almeta", "ተመላሽ", "the", FT, "balance", "951"), {
        maxLength: 6,
      })
      .map((words) => words.join(" "));
    await fc.assert(
      fc.property(around, around, (before, after) => {
        expect(reversed("cbe", `${before} ${FT} could not be reversed ${after}`)).toEqual([]);
      }),
    );
  });
});
