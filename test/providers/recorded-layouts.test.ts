import { describe, expect, test } from "vitest";
import type { ProviderId } from "../../lib/domain/provider.ts";
import { awashToken } from "../../lib/providers/awash/adapter.ts";
import { FACTS } from "../../lib/providers/facts.ts";
import { isInternalType } from "../../lib/providers/institutions.ts";
import { ADAPTERS, createAdapters, recognizeInput } from "../../lib/providers/registry.ts";
import { answerOf, CONTEXT, lookupIn } from "./fixtures/answers.ts";
import { decision } from "./fixtures/decision.ts";
import { type Drawn, inlineRows, labelsThenValues, pdfOf, twoColumns } from "./fixtures/pdf.ts";
import { type TelebirrPage, telebirrPage } from "./fixtures/telebirr-page.ts";

// One test for each fact that recorded receipts taught us. Names and numbers are invented.

const SHOP = "Selam Coffee Shop";
const JSON_TYPE = "application/json";
const LIVE = Object.keys(FACTS) as ProviderId[];
const json = (body: object, status = 200) => answerOf(JSON.stringify(body), JSON_TYPE, status);

describe("CBE link", () => {
  const { cbe } = createAdapters({ cbe: { appId: "app", appVersion: "1" } });
  const lookup = lookupIn(cbe, "https://mbreciept.cbe.com.et/v2-aBcD_1234-xyz");
  const BODY = {
    id: "FT26140AB1C2",
    status: "COMPLETED",
    isOtherBank: false,
    platformTransactionType: "A2A",
    debitAccountHolder: "ALMAZ GIRMA",
    debitAccountNo: "1********3321",
    creditAccountHolder: "SELAM COFFEE SHOP",
    creditAccountNo: "1********0401",
    amountDebited: "1511.50",
    amountCredited: "1500.00",
    debitCurrency: "ETB",
    creditCurrency: "ETB",
    dateTimes: ["2026-05-20T16:29:00.000Z"],
    paymentDetails: ["coffee"],
    encodedReceipt: "https://mbreciept.cbe.com.et/v2-aBcD_1234-xyz",
  };
  const decided = async (change: object = {}) =>
    decision(await cbe.read(json({ ...BODY, ...change }), lookup), "cbe", "1000200300401");

  test.each(["COMPLETED", "SUCCESS"])("with status %s verifies", async (status) => {
    expect(await decided({ status })).toBe("count");
  });

  test.each(["REVERSED", "FAILED", "PENDING", "ON_HOLD", "COMPLETED_REVERSED"])(
    "with status %s is not completed",
    async (status) => {
      expect(await decided({ status })).toBe("not_completed");
    },
  );

  test("without a status is unreadable", async () => {
    expect(await decided({ status: undefined })).toBe("unreadable");
  });

  test("of an interbank payment never verifies, whatever its account shows", async () => {
    const interbank = {
      isOtherBank: true,
      creditAccountNo: "E********0000",
      creditAccountHolder: "INTERBANK SETTLEMENT",
      paymentDetails: ["1000200300401", "coffee"],
    };
    expect(await decided(interbank)).toBe("doubt");
    expect(await decided({ ...interbank, paymentDetails: ["1000200300999"] })).toBe(
      "receiver_mismatch",
    );
    expect(await decided({ isOtherBank: true })).toBe("doubt");
    expect(await decided({ creditAccountNo: "E********0000" })).not.toBe("count");
  });

  test.each([
    ["no isOtherBank", { isOtherBank: undefined }, "doubt"],
    ["isOtherBank as text", { isOtherBank: "false" }, "unreadable"],
    ["no type", { platformTransactionType: undefined }, "doubt"],
    ["an unknown type", { platformTransactionType: "WALLET" }, "doubt"],
  ])("with %s never verifies", async (_what, change, expected) => {
    expect(await decided(change)).toBe(expected);
  });

  test("is asked with the page's app id, version, origin and referer", () => {
    expect(cbe.requests(lookup, CONTEXT)[0]?.headers).toMatchObject({
      "x-app-id": "app",
      "x-app-version": "1",
      origin: "https://mbreciept.cbe.com.et",
      referer: "https://mbreciept.cbe.com.et/",
    });
  });
});

describe("CBE PDF", () => {
  const { cbe } = ADAPTERS;
  const ROWS = [
    ["Payer", "ALMAZ GIRMA"],
    ["Account", "1****3321"],
    ["Receiver", "SELAM COFFEE SHOP"],
    ["Account", "1****0401"],
    ["Payment Date & Time", "5/20/2026, 7:29:00 PM"],
    ["Reference No. (VAT Invoice No)", "FT26140AB1C2"],
    ["Reason / Type of service", "coffee"],
    ["Transferred Amount", "1,500.00 ETB"],
    ["Total amount debited from customers account", "1,511.50 ETB"],
  ] as const;

  test.each([
    ["in two columns", twoColumns],
    ["as `label: value` lines", inlineRows],
    ["as all labels, then all values", labelsThenValues],
  ])("%s verifies", async (_what, layout) => {
    const page = answerOf(await pdfOf(layout(ROWS)), "application/pdf");
    const result = await cbe.read(page, lookupIn(cbe, "FT26140AB1C2"));
    expect(decision(result, "cbe", "1000200300401")).toBe("count");
  });

  test.each([
    ["https://apps.cbe.com.et:100/?id=FT26140AB1C200300401", ["pdf", "branch"]],
    ["https://apps.cbe.com.et/?id=FT26140AB1C200300401", ["pdf", "branch"]],
    ["https://apps.cbe.com.et:100/BranchReceipt/FT26140AB1C2&00300401", ["branch", "pdf"]],
  ])("asks the address that was given, then the other: %s", (link, hosts) => {
    expect(cbe.requests(lookupIn(cbe, link), CONTEXT).map(({ host }) => host)).toEqual(hosts);
  });
});

describe("Dashen", () => {
  const { dashen } = ADAPTERS;
  const page = (reference: string, fields: Readonly<Record<string, string>>) => {
    const rows = {
      "Sender Name": "Almaz Girma",
      "Sender Account Number": "2912******911",
      Narrative: "",
      "Receiver Name": SHOP,
      "Transaction Reference": reference,
      "Transaction Date": "May 20, 2026, 07:29:00 pm",
      ...fields,
    };
    const lines = Object.entries(rows).map(
      ([label, value]) => `<p><strong>${label}:</strong> ${value}</p>`,
    );
    return answerOf(
      `<html><body>${lines.join("\n")}<table><tr><td>Transaction Amount</td><td>ETB 1,500.00</td></tr></table></body></html>`,
    );
  };
  const decided = async (reference: string, fields: Readonly<Record<string, string>>) =>
    decision(
      await dashen.read(page(reference, fields), lookupIn(dashen, reference)),
      "dashen",
      "2900300400111",
    );
  const WITHIN = { "Service Type": "Within Dashen Transfer" };
  const MASKED = { "Receiver Account Number": "2900******111" };

  test.each(["Institution Name", "Instituton Name"])(
    "within the bank, by %s, verifies",
    async (label) => {
      const fields = { ...WITHIN, ...MASKED, [label]: "Dashen Bank Sc" };
      expect(await decided("123WDTS261400001", fields)).toBe("count");
    },
  );

  test("shows three digits, which confirm only with the whole name", async () => {
    const fields = { ...WITHIN, ...MASKED };
    expect(await decided("123WDTI261400001", fields)).toBe("count");
    for (const name of ["Selam Coffee", "Selam Coffee Sh…", "S. Coffee Shop"]) {
      expect(await decided("123WDTI261400001", { ...fields, "Receiver Name": name })).toBe("doubt");
    }
  });

  test("to another bank with the same number never verifies", async () => {
    const other = {
      "Service Type": "Other Bank Transfer",
      "Receiver Account Number": "2900300400111",
    };
    const named = { ...other, "Beneficiary Bank Name": "Zemen Bank" };
    expect(await decided("123OBTI261400001", named)).toBe("receiver_mismatch");
    expect(await decided("123OBTI261400001", other)).toBe("doubt");
    for (const type of ["Other Bank Transfer Reversal", "Zemen Bank Transfer"]) {
      expect(await decided("123OBTI261400001", { ...named, "Service Type": type })).toBe("doubt");
    }
    // No institution and no type; and letters that contradict the type.
    expect(await decided("123ABCD261400001", { ...MASKED })).toBe("doubt");
    expect(await decided("123OBTI261400001", { ...WITHIN, ...MASKED })).toBe("doubt");
  });

  test("to telebirr is a payment at telebirr", async () => {
    const fields = { "Service Type": "Telebirr Transfer", "Phone No": "251911000142" };
    const result = await dashen.read(
      page("123LTWS261400001", fields),
      lookupIn(dashen, "123LTWS261400001"),
    );
    expect(decision(result, "telebirr", "0911000142")).toBe("count");
  });

  test.each([
    ["WDTS", "count"],
    ["WDTI", "count"],
    ["OBTI", "doubt"],
    ["LTWS", "doubt"],
  ])(
    "with the letters %s in its reference and a transfer within the bank: %s",
    async (letters, expected) => {
      const reference = `123${letters}261400001`;
      expect(await decided(reference, { ...WITHIN, ...MASKED })).toBe(expected);
    },
  );

  test("is recognized by its old link too", () => {
    const link = "https://receipt.dashensuperapp.com/receipt/123WDTS261400001";
    expect(lookupIn(dashen, link).reference).toBe("123WDTS261400001");
  });
});

describe("Awash", () => {
  const { awash } = ADAPTERS;
  const ID = "260520192900001";
  const TOKEN = awashToken(ID, "1G02H3");
  const page = (fields: Readonly<Record<string, string>>) => {
    const rows = {
      "Transaction Time": "2026-05-20 07:29:00 PM",
      Amount: "1500 ETB",
      EDRRF: "1.35 ETB",
      "Sender Name": "Almaz Girma",
      "Sender Account": "01347******100",
      "Transaction ID": ID,
      ...fields,
    };
    const lines = Object.entries(rows)
      .filter(([, value]) => value !== "")
      .map(([label, value]) => `<tr><td>${label}</td><td>:</td><td>${value}</td></tr>`);
    return answerOf(`<html><body><table>${lines.join("")}</table></body></html>`);
  };
  const decided = async (
    fields: Readonly<Record<string, string>>,
    provider: ProviderId = "awash",
    account = "013000300400001",
  ) =>
    decision(
      await awash.read(page(fields), lookupIn(awash, TOKEN), ["account transfer"]),
      provider,
      account,
    );

  test("to an account verifies by its mask and name", async () => {
    const fields = {
      "Transaction Type": "Account Transfer",
      "Beneficiary name": SHOP,
      "Beneficiary Account": "01300******0001",
    };
    expect(await decided(fields)).toBe("count");
    expect(await decided({ ...fields, "Transaction Type": "Some New Transfer" })).toBe("doubt");
    expect(await decided({ ...fields, "Transaction Type": "" })).toBe("unreadable");
  });

  test("of an interbank transfer by IPS is at the named bank", async () => {
    const fields = {
      "Transaction Type": "IPS Bank Transfer",
      "Beneficiary name": SHOP,
      "Beneficiary Account": "1000200300401",
      "Beneficiary Bank": "Commercial Bank of Ethiopia",
    };
    expect(await decided(fields, "cbe", "1000200300401")).toBe("count");
    expect(await decided(fields, "awash", "1000200300401")).toBe("receiver_mismatch");
    for (const change of [
      { "Beneficiary Bank": "" },
      { "Transaction Type": "IPS Bank Transfer Reversal" },
    ]) {
      expect(await decided({ ...fields, ...change }, "cbe", "1000200300401")).toBe("doubt");
    }
  });

  test("a merchant payment is to a till", async () => {
    const fields = {
      "Transaction Type": "Merchant Payment",
      Merchant: SHOP,
      "Till Number": "445566",
    };
    expect(await decided(fields, "awash", "445566")).toBe("count");
  });

  test("of sent money shows a phone at an unnamed wallet, which means review", async () => {
    const fields = { "Transaction Type": "Send Money", Recipient: "251911000142/WALLET" };
    expect(await decided(fields, "telebirr", "0911000142")).toBe("doubt");
    expect(await decided(fields, "telebirr", "0911000143")).toBe("receiver_mismatch");
  });

  test("a telebirr transfer is to the phone, on a day without a time", async () => {
    const fields = {
      "Transaction Type": "Telebirr Transfer",
      "Transaction Time": "2026-05-20",
      "Phone Number": "251911000142",
      "Receiver Name": SHOP,
    };
    const result = await awash.read(page(fields), lookupIn(awash, TOKEN));
    expect(result).toMatchObject({
      kind: "receipt",
      receipt: { dateOnly: true, receiver: { institution: "telebirr", account: "251911000142" } },
    });
  });

  test("an M-Pesa transfer is to the phone at M-Pesa", async () => {
    const fields = { "Transaction Type": "M-Pesa Transfer", "Phone Number": "251711000142" };
    expect(await decided(fields, "mpesa", "0711000142")).toBe("count");
  });

  test("whose Transaction ID does not fit the token is unreadable", async () => {
    const fields = { "Transaction Type": "Account Transfer", "Transaction ID": "260520192900002" };
    expect(await awash.read(page(fields), lookupIn(awash, TOKEN))).toEqual({
      kind: "unreadable",
      why: "transaction id: does not fit the token",
    });
  });

  test("adds the leading dash that people leave out", () => {
    expect(lookupIn(awash, TOKEN.slice(1)).reference).toBe(TOKEN);
    expect(lookupIn(awash, `https://awashpay.awashbank.com:8225/${TOKEN.slice(1)}`).reference).toBe(
      TOKEN,
    );
  });
});

describe("Bank of Abyssinia", () => {
  const { boa } = ADAPTERS;
  const slip = (change: object = {}) =>
    json({
      header: { status: "success" },
      body: [
        {
          "Source Account": "1******12",
          "Payer's Name": "ALMAZ GIRMA",
          "Receiver's Name": "SELAM COFFEE SHOP",
          "Receiver's Account": "2******01",
          "Transferred Amount": "1,500.00 ETB",
          "Transaction Reference": "FT26140AB1C2",
          "Transaction Date": "20/05/26 19:29",
          "Transaction Type": "Account to Account Transfer",
          ...change,
        },
      ],
    });
  const decided = async (change: object) =>
    decision(
      await boa.read(slip(change), lookupIn(boa, "FT26140AB1C2"), ["account to account transfer"]),
      "boa",
      "200300401",
    );

  test.each([
    ["2******01", "count"],
    ["2*****401", "count"],
    ["2****0401", "count"],
    ["2*01", "doubt"],
    ["2******02", "receiver_mismatch"],
  ])("with the account as %s: %s", async (shown, expected) => {
    expect(await decided({ "Receiver's Account": shown })).toBe(expected);
  });

  test("accepts the amount as a number", async () => {
    expect(await decided({ "Transferred Amount": 1500 })).toBe("count");
    expect(await decided({ "Transferred Amount": 0 })).toBe("not_completed");
  });

  test("without receiver keys or a known type goes to review", async () => {
    const none = { "Receiver's Name": undefined, "Receiver's Account": undefined };
    expect(await decided(none)).toBe("doubt");
    expect(await decided({ "Transaction Type": undefined })).toBe("doubt");
  });

  test("at another bank verifies only by a type of transfers to it", async () => {
    const at = async (type?: string) => {
      const other = { "Receiver's Bank": "CBE", "Receiver's Account": "1000200300401" };
      const answer = slip({ ...other, "Transaction Type": type });
      const result = await boa.read(answer, lookupIn(boa, "FT26140AB1C2"));
      return decision(result, "cbe", "1000200300401");
    };
    expect(await at("Other Bank Transfer")).toBe("count");
    for (const type of ["Reversal", "Other Bank Transfer Reversal", undefined]) {
      expect(await at(type)).toBe("doubt");
    }
  });

  test("asks a bare reference with the payer's digits only", () => {
    const account = { provider: "boa", accountName: SHOP, accountNumber: "200300401" } as const;
    const context = { ...CONTEXT, accounts: [account] };
    expect(boa.requests(lookupIn(boa, "FT26140AB1C2"), context)).toEqual([]);
    expect(boa.requests(lookupIn(boa, "TT26140AB1C2 12345"), context)).toHaveLength(1);
    expect(FACTS.boa.inputs.map(({ id }) => id)).toContain("payer_account_suffix");
  });

  test("does not take other numbers in its links for transfers", () => {
    const link = "https://cs.bankofabyssinia.com/slip/?trx=300123456789-20260101";
    expect(recognizeInput(link, LIVE).kind).toBe("unrecognized");
  });
});

test("CBE Birr: a link with the phone as 09… asks with 2519…", () => {
  const link = "https://cbepay1.cbe.com.et/aureceipt?TID=DEK1AB2CD3&PH=0911000100";
  const { cbe_birr: cbeBirr } = ADAPTERS;
  expect(cbeBirr.requests(lookupIn(cbeBirr, link), CONTEXT)[0]?.path).toBe(
    "/aureceipt?TID=DEK1AB2CD3&PH=251911000100",
  );
});

describe("M-Pesa", () => {
  const { mpesa } = ADAPTERS;
  const FACT_ROWS: Readonly<Record<string, string>> = {
    "SENDER NAME": "ALMAZ GIRMA",
    "SENDER PHONE NUMBER": "251711000100",
    "RECEIVER NAME": "SELAM COFFEE SHOP",
    "RECEIVER PHONE NUMBER": "251711000142",
    "TRANSACTION ID": "UEK1AB2CD3",
    "TRANSACTION TYPE": "Send Money",
  };
  const page = async () => {
    const drawn: Drawn[] = [
      ...Object.entries(FACT_ROWS).flatMap(([label, value], at): Drawn[] => [
        [`/ ${label}`, 40, 60 + 20 * at],
        [value, 320, 60 + 20 * at],
      ]),
      ["/ RECEIPT NO", 40, 300],
      ["/ PAYMENT DATE", 220, 300],
      ["/ SETTLED AMOUNT", 420, 300],
      ["UEKR1AB2CD3X", 40, 320],
      ["2026-05-20 19:29:00", 220, 320],
      ["1,500.00 ETB", 420, 320],
      ["/ SERVICE FEE", 40, 360],
      ["5.00 ETB", 320, 360],
      ["/ TOTAL", 40, 380],
      ["1,505.75 ETB", 320, 380],
    ];
    const base64Data = Buffer.from(await pdfOf(drawn)).toString("base64");
    return json({ responseCode: "0", responseDescription: "ok", base64Data });
  };

  test("verifies by the settled amount, and claims the receipt number", async () => {
    const link = "https://m-pesabusiness.safaricom.et/receipt/UEK1AB2CD3";
    const result = await mpesa.read(await page(), lookupIn(mpesa, link));
    expect(decision(result, "mpesa", "0711000142")).toBe("count");
    expect(result).toMatchObject({
      receipt: { aliases: [{ provider: "mpesa", reference: "UEKR1AB2CD3X" }] },
    });
  });

  test("carries its day with A for 2006", () => {
    expect(lookupIn(mpesa, "UEK1AB2CD3").datedOn).toBe(Date.parse("2026-05-20T00:00:00+03:00"));
  });
});

describe("telebirr", () => {
  const { telebirr } = ADAPTERS;
  const decided = async (page: TelebirrPage, account: string) =>
    decision(
      await telebirr.read(answerOf(telebirrPage(page)), lookupIn(telebirr, "DEK1AB2CD3")),
      "telebirr",
      account,
    );

  test("pays a merchant under a short code and a person under a masked phone", async () => {
    expect(await decided({ receiverAccount: "500000" }, "500000")).toBe("count");
    expect(await decided({ receiverAccount: "500001" }, "500000")).toBe("receiver_mismatch");
    expect(await decided({ receiverAccount: "2519****0142" }, "0911000142")).toBe("count");
  });

  test.each([
    "You have sent ETB 100.00 to Selam on 20/05/2026 19:29:00. Your transaction number is DEK1AB2CD3. Your E-Money Account balance is ETB 5.00.",
    "Your transaction number is DKKQTUVXYZ. Your E-Money Account balance is ETB 5.00.",
    "ውድ ደንበኛ፣ የግብይት ቁጥርዎ DEK1AB2CD3፡፡ የኢ-መኒ ሂሳብዎ 5.00 ብር ነው። ኢትዮ ቴሌኮም",
  ])("is recognized by an SMS without its name: %s", (sms) => {
    expect(recognizeInput(sms, LIVE)).toMatchObject({
      kind: "lookup",
      lookup: { provider: "telebirr" },
    });
  });
});

describe("Wegagen", () => {
  const { wegagen } = ADAPTERS;
  const TOKEN = "150TBAW2614000011113DABC";
  const BODY = {
    trnRefNo: "150TBAW261400001",
    txnAmount: 1500,
    currency: "ETB",
    sender_name: "ALMAZ GIRMA",
    sender_account: "0500000000042",
    receiver_name: "SELAM COFFEE SHOP",
    receiver_account: "0500300400101",
    drCr: "D",
    module: "Internal Transfer",
    narrative: "coffee",
    txnTimestamp: "2026-05-20T16:29:00.000Z",
    messageStatus: "SUCCESS",
  };
  const decided = async (change: object = {}) =>
    decision(
      await wegagen.read(json({ ...BODY, ...change }), lookupIn(wegagen, TOKEN), [
        "internal transfer",
      ]),
      "wegagen",
      "0500300400101",
    );

  test("verifies a whole receiver of an internal transfer, and goes to review otherwise", async () => {
    expect(await decided()).toBe("count");
    expect(await decided({ receiver_name: "---", receiver_account: "---" })).toBe("doubt");
    expect(await decided({ module: undefined, narrative: "Internal Transfer" })).toBe("doubt");
    expect(await decided({ drCr: undefined })).toBe("doubt");
    expect(await decided({ messageStatus: "REVERSED" })).toBe("not_completed");
    expect(await decided({ messageStatus: undefined })).toBe("unreadable");
    expect(await decided({ trnRefNo: "999TBAW261400001" })).toBe("unreadable");
  });
});

describe("Amhara", () => {
  const { amhara } = ADAPTERS;
  const DATA = {
    transactionReference: "FT26140AB1C2",
    amount: "1500.00",
    currencyId: "ETB",
    sendorName: "ALMAZ GIRMA",
    sendorAccount: "1000000000042",
    creditorName: "SELAM COFFEE SHOP",
    creditAccountId: "9900003004011",
    transactionDesc: "IPS Incoming Txn",
    dateTime: "2605201929",
    bookingDate: "20260520",
    status: "MAT",
  };
  const decided = async (
    change: object = {},
    provider: ProviderId = "amhara",
    account = "9900003004011",
  ) =>
    decision(
      await amhara.read(
        json({ status: true, data: { ...DATA, ...change } }),
        lookupIn(amhara, "FT26140AB1C2"),
      ),
      provider,
      account,
    );

  test("verifies an incoming payment with status MAT only", async () => {
    expect(await decided()).toBe("count");
    expect(await decided({ status: "REVE" })).toBe("not_completed");
    expect(await decided({ status: "XYZ" })).toBe("not_completed");
    expect(await decided({ status: undefined })).toBe("unreadable");
    expect(await decided({ transactionDesc: undefined })).toBe("doubt");
  });

  test("an outgoing payment is at the other bank", async () => {
    const outgoing = {
      transactionDesc: "IPS Outgoing Txn",
      receiverName: SHOP,
      reveiverAccount: "1000200300401",
      otherBankName: "Commercial Bank of Ethiopia",
      creditorName: undefined,
      creditAccountId: undefined,
    };
    expect(await decided(outgoing, "cbe", "1000200300401")).toBe("count");
    expect(await decided(outgoing, "amhara", "1000200300401")).toBe("receiver_mismatch");
    expect(await decided({ ...outgoing, otherBankName: undefined }, "cbe", "1000200300401")).toBe(
      "doubt",
    );
  });
});

test("Zemen, eBirr, Ahadu and Awash school fees go to a person with their link", () => {
  for (const link of [
    "https://share.zemenbank.com/rt/12340401103ABCD261400001/pdf",
    "https://receipt.ebirr.com/nib/AB12CD34EF",
    "https://receipt.ahadubank.com/digitalreceipt?es=AB12cd34",
    "https://eschool.awashbank.com/-AB12-CD34EF",
  ]) {
    const found = recognizeInput(link, LIVE);
    if (found.kind !== "lookup") throw new Error(link);
    const { lookup } = found;
    expect(ADAPTERS[lookup.provider].answer?.(lookup, CONTEXT)).toEqual({ kind: "manual", link });
  }
});

describe("not found, as recorded", () => {
  const CASES: readonly (readonly [ProviderId, string, ReturnType<typeof answerOf>])[] = [
    ["telebirr", "DEK1AB2CD3", answerOf("This request is not correct")],
    [
      "cbe",
      "FT26140AB1C2",
      answerOf(
        "<h3>You Are Not Allowed to See This Data, Please Check your Link</h3>",
        "text/html",
        404,
      ),
    ],
    [
      "cbe",
      "v2-aBcD_1234-xyz",
      json({ status: 500, detail: "Security Alert: Invalid or tampered legacy token!" }, 500),
    ],
    ["boa", "FT26140AB1C2", json({ body: [{ "Payer's Name": "Invalid reference number" }] })],
    [
      "boa",
      "FT26140AB1C2",
      json({
        header: { status: "success" },
        body: [{ "Payer's Name": "Invalid reference number" }],
      }),
    ],
    [
      "dashen",
      "123WDTS261400001",
      json({ statusCode: 400, message: "Transaction not found" }, 400),
    ],
    ["awash", "-2KCGUFU143-1G02H3", answerOf("Receipt not found")],
    ["cbe_birr", "DEK1AB2CD3", answerOf("<html><title>Auto Receipt</title><body></body></html>")],
    ["mpesa", "UEK1AB2CD3", json({ responseCode: "1", responseDescription: "x" })],
    ["wegagen", "150TBAW2614000011113DABC", json({ master_id: "---" })],
    ["amhara", "FT26140AB1C2", json({ status: false })],
    ["amhara", "FT26140AB1C2", json({ status: true, data: {} })],
  ];

  test.each(CASES)("%s %s", async (provider, input, answer) => {
    const adapter = ADAPTERS[provider];
    expect(await adapter.read(answer, lookupIn(adapter, input))).toEqual({ kind: "not_found" });
  });
});

describe("SMS", () => {
  test("with two different references asks for one of them", () => {
    const sms =
      "telebirr: transaction number is DEK1AB2CD3, earlier transaction number DEK1AB2CD4.";
    expect(recognizeInput(sms, LIVE)).toEqual({
      kind: "several_references",
      references: ["DEK1AB2CD3", "DEK1AB2CD4"],
    });
  });

  test("with the same reference twice has one", () => {
    const sms = "telebirr: transaction number is DEK1AB2CD3. Ref DEK1AB2CD3";
    expect(recognizeInput(sms, LIVE)).toMatchObject({ lookup: { reference: "DEK1AB2CD3" } });
  });

  test.each(["።", "፡", "፦", "፣", "፡፡"])("ends a reference at %s", (mark) => {
    for (const text of [
      `ቴሌብር የግብይት ቁጥርዎ DEK1AB2CD3${mark}እናመሰግናለን`,
      `ደረሰኝ${mark}https://transactioninfo.ethiotelecom.et/receipt/DEK1AB2CD3${mark}እናመሰግናለን`,
    ]) {
      expect(recognizeInput(text, LIVE)).toMatchObject({ lookup: { reference: "DEK1AB2CD3" } });
    }
  });

  test("of M-Pesa as it is sent today", () => {
    const sms =
      "Dear Almaz, you have sent 100.00 Birr to Selam Coffee 251711***142 on 20/5/26 at 7:29 PM. Transaction number UEK1AB2CD3. Transaction fee 0.00 Birr. Your current  M-PESA balance is 5.00 Birr.";
    expect(recognizeInput(sms, LIVE)).toMatchObject({
      lookup: { provider: "mpesa", reference: "UEK1AB2CD3" },
    });
  });

  test("that names no bank is any that issues such references", () => {
    const sms = "You paid 100.00 Birr. Transaction ID: DEK1AB2CD3.";
    expect(recognizeInput(sms, LIVE)).toMatchObject({
      kind: "ambiguous",
      providers: ["telebirr", "cbe_birr", "mpesa"],
    });
  });
});

describe("a service type that no recorded receipt shows", () => {
  const GUESSES = [
    "Account Transfer",
    "Account to Account Transfer",
    "Internal Transfer",
    "Own Account Transfer",
    "Fund Transfer",
    "Within Bank Transfer",
    "Buy Goods",
    "Pay Bill",
    "AC",
    "FT",
  ];
  const READ_WITH_TYPES = ["boa", "awash", "mpesa", "wegagen", "amhara", "dashen"] as const;

  test.each(READ_WITH_TYPES)(
    "of %s leaves the institution open, which means review",
    (provider) => {
      for (const guess of [...GUESSES, "", null]) {
        expect(isInternalType(provider, guess), String(guess)).toBe(false);
      }
      expect(isInternalType(provider, " Internal  TRANSFER ", ["internal transfer"])).toBe(true);
    },
  );

  test.each([
    ["awash", "Within Awash Transfer"],
    ["boa", "Within BOA Transfer"],
    ["wegagen", "Wegagen to Wegagen Transfer"],
  ] as const)("of %s that names the bank on both sides is internal", (provider, type) => {
    expect(isInternalType(provider, type)).toBe(true);
    for (const other of READ_WITH_TYPES.filter((id) => id !== provider)) {
      expect(isInternalType(other, type), other).toBe(false);
    }
  });

  test("verifies only once the operator has listed it", async () => {
    const { boa } = ADAPTERS;
    const slip = json({
      header: { status: "success" },
      body: [
        {
          "Receiver's Name": SHOP,
          "Receiver's Account": "200300401",
          "Transferred Amount": "1,500.00 ETB",
          "Transaction Reference": "FT26140AB1C2",
          "Transaction Date": "20/05/26 19:29",
          "Transaction Type": "Fund Transfer",
        },
      ],
    });
    const decided = async (ownTypes?: readonly string[]) =>
      decision(await boa.read(slip, lookupIn(boa, "FT26140AB1C2"), ownTypes), "boa", "200300401");
    expect(await decided()).toBe("doubt");
    expect(await decided(["another type"])).toBe("doubt");
    expect(await decided(["fund transfer"])).toBe("count");
  });
});
