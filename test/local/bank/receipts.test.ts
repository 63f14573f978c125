import { describe, expect, test } from "vitest";
import { layoutOf, variantsOf } from "../../../lib/local/bank/layout-table.ts";
import { BANK_PROVIDERS, type BankProvider } from "../../../lib/local/bank/transfer.ts";
import { transactionIdOf } from "../../../lib/providers/awash/adapter.ts";
import { receiptText } from "./receipt-text.ts";
import { CBE_HEADERS, lookupPath, openBank } from "./simulated-bank.ts";

/** Wallets know their people by phone, banks by account. */
function accountOf(provider: BankProvider, lastDigits: string): string {
  const wallet = provider === "telebirr" || provider === "cbe_birr" || provider === "mpesa";
  return wallet ? `25190000${lastDigits}` : `100090005${lastDigits}`;
}

async function receipt(provider: BankProvider, body: Readonly<Record<string, unknown>> = {}) {
  const simulator = openBank();
  const form = String(body.variant ?? "").startsWith("pdf") ? { link_form: "pdf" } : {};
  const made = await simulator.pay({
    provider,
    amount: 2047505,
    payer_name: "Tirunesh Abdela",
    payer_account: accountOf(provider, "0042"),
    receiver_name: "Selam & Sons",
    receiver_account: accountOf(provider, "0401"),
    ...form,
    ...body,
  });
  const reply = await simulator.call("GET", lookupPath(made), undefined, CBE_HEADERS);
  return { made, reply, text: await receiptText(reply) };
}

/** Their receipts show numbers whole, or none at all. */
const NEVER_MASKED: readonly BankProvider[] = ["mpesa", "wegagen", "amhara"];

/** The labels the facts page promises, for the usual variant of each. */
const LABELS: readonly (readonly [BankProvider, string, readonly string[]])[] = [
  [
    "telebirr",
    "classic",
    [
      "telebirr receipt",
      "የከፋይ ስም/Payer Name",
      "Payer telebirr no.",
      "Payer account type",
      "Credited Party name",
      "Credited party account no",
      "የክፍያው ሁኔታ/transaction status",
      "Completed",
      "Invoice No.",
      "የክፍያ ቀን/Payment date",
      "Settled Amount",
      "Stamp Duty",
      "Discount Amount",
      "Service fee VAT",
      "Total Paid Amount",
      "Payment Mode",
      "Payment Reason",
      "Payment channel",
      "20-11-2026 19:06:11",
      "20,475.05 Birr",
    ],
  ],
  [
    "cbe",
    "json",
    [
      '"id"',
      "debitAccountHolder",
      "debitAccountNo",
      "creditAccountHolder",
      "creditAccountNo",
      "amountDebited",
      '"amountCredited":"20475.05"',
      '"creditCurrency":"ETB"',
      "totalChargeAmount",
      "totalTaxAmount",
      '"dateTimes":["2026-11-20T16:06:11.000Z"]',
      '"status":"COMPLETED"',
      '"isOtherBank":false',
      "platformTransactionType",
      "debitCurrency",
      "encodedReceipt",
      "paymentDetails",
    ],
  ],
  [
    "cbe",
    "pdf",
    [
      "Payer",
      "Account",
      "Receiver",
      "Payment Date & Time",
      "Reference No. (VAT Invoice No)",
      "Reason / Type of service",
      "Transferred Amount",
      "20,475.05 ETB",
      "Commission or Service Charge",
      "15% VAT on Commission",
      "Total amount debited from customers account",
      "1****0401",
      "11/20/2026, 7:06:11 PM",
    ],
  ],
  [
    "boa",
    "usual",
    [
      "Source Account",
      "Source Account Name",
      "Payer's Name",
      "Receiver's Name",
      "Receiver's Account",
      '"Transferred Amount":"20,475.05 ETB"',
      "Total Amount including VAT",
      "Transaction Reference",
      '"20/11/2026 19:06:11"',
      "Transaction Type",
      "Narrative",
      "Service Charge",
      "VAT",
      '"status":"success"',
    ],
  ],
  [
    "dashen",
    "paragraphs",
    [
      "Sender Name:",
      "Sender Account Number:",
      "Transaction Channel:",
      "Service Type:",
      "Narrative:",
      "Receiver Name:",
      "Instituton Name:",
      "Receiver Account Number:",
      "Transaction Reference:",
      "Transfer Reference:",
      "Transaction Date:",
      "Transaction Amount",
      "Service Charge",
      "DRRF Fee",
      "VAT (15%):",
      "Total",
      "Within Dashen Transfer",
      "ETB 20,475.05",
      "Nov 20, 2026, 07:06:11 pm",
    ],
  ],
  [
    "awash",
    "account",
    [
      "Transaction Time",
      "Amount",
      "Charge",
      "VAT",
      "Sender Name",
      "Sender Account",
      "Beneficiary name",
      "Beneficiary Account",
      "Reason",
      "Transaction ID",
      "<td>:</td>",
      "2026-11-20 07:06:11 PM",
      "20,475.05 ETB",
    ],
  ],
  [
    "cbe_birr",
    "usual",
    [
      "Debit Account",
      "Credit Account",
      "Receiver Name",
      "Order ID",
      "Transaction Status",
      "Completed",
      "Reference",
      "Receipt Number",
      "Transaction Date",
      "2026-11-20 19:06",
      "Payment Reason",
      "Payment Channel",
    ],
  ],
  [
    "mpesa",
    "send-money",
    [
      "SENDER NAME",
      "SENDER PHONE NUMBER",
      "TRANSACTION ID",
      "TRANSACTION TYPE",
      "RECEIPT NO",
      "PAYMENT DATE",
      "SETTLED AMOUNT",
      "20,475.05 ETB",
      "RECEIVER NAME",
      "RECEIVER PHONE NUMBER",
      "SERVICE FEE",
      "+ 15% VAT",
      "TOTAL",
      "2026-11-20 19:06:11",
    ],
  ],
];

describe("a receipt", () => {
  test.each(LABELS)(
    "of %s (%s) has the labels and forms the provider prints",
    async (provider, variant, labels) => {
      const { text, made } = await receipt(provider, { variant });
      const own = provider === "awash" ? transactionIdOf(made.reference) : made.reference;
      for (const label of [...labels, own]) expect(text).toContain(label);
    },
  );

  test.each(BANK_PROVIDERS)("of %s differs in every variant", async (provider) => {
    const texts = await Promise.all(
      variantsOf(provider).map(
        async ({ name }) => (await receipt(provider, { variant: name })).text,
      ),
    );
    expect(texts.length).toBeGreaterThanOrEqual(3);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test.each(BANK_PROVIDERS)(
    "of %s names receiver and payer, masked or whole as asked",
    async (provider) => {
      const whole = await receipt(provider, { masked: false });
      expect(whole.text).toContain(accountOf(provider, "0401"));
      expect(whole.text).toMatch(/Selam (&|&amp;) Sons/);
      expect(whole.text).toContain("Tirunesh Abdela");
      if (NEVER_MASKED.includes(provider)) return;
      const masked = await receipt(provider, { masked: true });
      expect(masked.text).not.toContain(accountOf(provider, "0401"));
      expect(masked.text).toMatch(/[0-9]\*+0?[0-9]{0,3}1\b/);
    },
  );

  test.each(BANK_PROVIDERS)("of %s leaves out the chosen fields", async (provider) => {
    const { text } = await receipt(provider, { omit: ["receiver"] });
    expect(text).not.toContain("Selam");
    expect(text).toContain("Tirunesh Abdela");
  });

  test.each(BANK_PROVIDERS)("of %s can show the day without the time", async (provider) => {
    const { text } = await receipt(provider, { date_only: true });
    expect(text).not.toMatch(/0?7:06|19:06|16:06/);
    expect(text).toContain("20");
  });

  test.each(["pending", "failed", "reversed"])(
    "of a %s transfer never says completed",
    async (status) => {
      for (const provider of BANK_PROVIDERS) {
        const { text, made } = await receipt(provider, { status });
        expect(text).not.toContain("Completed");
        const { showsStatus } = layoutOf(provider);
        const isStated = typeof showsStatus === "function" ? showsStatus("json") : showsStatus;
        expect(text.includes(made.reference)).toBe(isStated);
      }
    },
  );
});

describe("telebirr", () => {
  test("is about as heavy as the real page", async () => {
    const { reply } = await receipt("telebirr");
    expect(reply.bytes.length).toBeGreaterThan(22_000);
    expect(reply.bytes.length).toBeLessThan(32_000);
  });

  test("puts the invoice values in the row below their headings", async () => {
    const { text, made } = await receipt("telebirr");
    const [head, values] = text.slice(text.indexOf('<tr class="head">')).split("</tr>");
    expect(head).toContain("Settled Amount");
    expect(head).not.toContain(made.reference);
    expect(values).toMatch(new RegExp(`${made.reference}.*20-11-2026 19:06:11.*20,475.05 Birr`));
  });

  test("escapes what people typed", async () => {
    const { text } = await receipt("telebirr", { reason: "<script>1</script>" });
    expect(text).toContain("&lt;script&gt;");
  });
});

describe("cbe's PDF", () => {
  test("can hold all labels before all values", async () => {
    const { text, made } = await receipt("cbe", { variant: "pdf-columns" });
    expect(text.indexOf("Total amount debited")).toBeLessThan(text.indexOf("Tirunesh"));
    expect(text).toContain("Nov 20, 2026, 7:06 PM");
    expect(text).toContain(made.reference);
  });
});

describe("cbe birr's PDF", () => {
  test("has four numbers before the labels they belong to", async () => {
    const { text } = await receipt("cbe_birr", { fee: 1000 });
    expect(text.replace(/\s+/g, " ")).toContain(
      "Amount 20,475.05 10.00 1.50 20,486.55 Paid amount Service Charge VAT Total Paid Amount",
    );
  });
});
