import * as fc from "fast-check";
import { matchReceipt } from "../../../lib/domain/matching.ts";
import { isWallet } from "../../../lib/domain/provider.ts";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import type { LookupResult } from "../../../lib/providers/adapter.ts";
import { type Booked, NOW, SimulatedBank } from "../fixtures/simulated-bank.ts";
import { READ_PROVIDERS, type ReadProvider, SPECIMENS, type Specimen } from "./specimens.ts";

/** The shop that every fuzzed payment is for, with an account at every provider. */
export const SHOP = "Selam Coffee Shop";
export const PRICE = 150_000;
export const CREATED_AT = NOW - 4 * 3_600_000;
export const ACCOUNTS: Readonly<Record<ReadProvider, string>> = {
  telebirr: "251911000142",
  cbe: "1000200300401",
  boa: "200300401",
  dashen: "5200300400111",
  awash: "01320030040100",
  cbe_birr: "251911000143",
  mpesa: "251711000142",
  wegagen: "0500300400101",
  amhara: "9900003004011",
};

type Fields = Readonly<Record<string, unknown>>;

interface FuzzCase {
  readonly provider: ReadProvider;
  readonly specimen: Specimen;
  /** Changes what the payment means: it must not verify. */
  readonly meaning: Fields | null;
  /** What the payer writes: it must not change what is read. */
  readonly text: Fields;
}

const LABELS = [
  ...[
    "Settled Amount",
    "Transferred Amount",
    "Transaction Amount",
    "Amount",
    "TOTAL",
    "Paid amount",
  ],
  ...["transaction status", "Status", "Credited Party name", "Receiver", "Receiver Name"],
  ...["Receiver Account Number", "Beneficiary Account", "Beneficiary Bank", "Bank account number"],
  ...["Institution Name", "Service Type", "Transaction Type", "Account", "BANK NAME"],
  ...["RECEIVER PHONE NUMBER", "TRANSACTION ID", "Transaction ID", "Payment date", "Phone Number"],
];
const VALUES = ["9,999.00 Birr", "Completed", "1,500.00 ETB", "Within Dashen Transfer", "telebirr"];

const label = fc.constantFrom(...LABELS);
const value = fc.constantFrom(...VALUES, SHOP, ...Object.values(ACCOUNTS));
/** Labels, markup and structure inside a name, reason or narrative. */
const hostile = fc.oneof(
  label,
  fc.tuple(label, value).map(([name, text]) => `${name}: ${text}`),
  fc.tuple(label, value).map(([name, text]) => `${name} ${text}`),
  fc
    .tuple(label, value)
    .map(([name, text]) => `</td></tr><tr><td>${name}</td><td>${text}</td></tr>`),
  fc.tuple(label, value).map(([name, text]) => `<p><strong>${name}:</strong> ${text}</p>`),
  fc.tuple(label, value).map(([name, text]) => `","${name}":"${text}`),
  fc.tuple(label, value).map(([name, text]) => `/ ${name} / ${text}`),
  fc.constantFrom(
    "</html>",
    "<!--",
    "&lt;b&gt;",
    "።",
    "\u202e1.00",
    "%PDF-1.4",
    "Receipt not found",
  ),
  fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== ""),
);
const payerText = fc.record({ reason: hostile, payer_name: hostile }, { requiredKeys: [] });

function meaningOf(provider: ReadProvider): fc.Arbitrary<Fields> {
  const own = ACCOUNTS[provider];
  // Abyssinia shows as few as two digits at the end. A hidden digit cannot change the decision.
  const digit = fc.integer({ min: own.length - 2, max: own.length - 1 });
  return fc.oneof(
    fc.integer({ min: 1, max: PRICE - 1 }).map((amount) => ({ amount })),
    fc.constantFrom("pending", "reversed", "failed").map((status) => ({ status })),
    digit.map((at) => ({ receiver_account: withOtherDigit(own, at), masked: false })),
    digit.map((at) => ({ receiver_account: withOtherDigit(own, at) })),
    fc
      .constantFrom("zemen", "Abay Bank", "Cooperative Bank")
      .map((bank) => ({ receiver_bank: bank })),
    fc.constantFrom("USD", "EUR", "KES").map((currency) => ({ currency })),
    fc.integer({ min: 1, max: 400 }).map((days) => ({
      paid_at: new Date(CREATED_AT - days * 86_400_000).toISOString(),
    })),
    fc
      .constantFrom("receiver", "amount", "date", "reference", "type")
      .map((part) => ({ omit: [part] })),
  );
}

function withOtherDigit(number: string, at: number): string {
  return number.slice(0, at) + String((Number(number[at]) + 1) % 10) + number.slice(at + 1);
}

/** Providers whose page shows no service type, or no other institution. */
const UNCHANGED: Readonly<Partial<Record<ReadProvider, readonly string[]>>> = {
  telebirr: ["type"],
  cbe_birr: ["type", "receiver_bank"],
  dashen: ["type"],
};

/** Whether the mutation shows on this provider's page at all. */
function shows({ provider, specimen, meaning }: FuzzCase): boolean {
  const hidden = UNCHANGED[provider] ?? [];
  const [omitted] = (meaning?.omit as readonly string[] | undefined) ?? [];
  // CBE's PDF prints no bank and no type; a name or number given by the specimen stays as it is.
  const isPdf = String(specimen.transfer.link_form ?? "json") !== "json";
  if (isPdf && (meaning?.receiver_bank !== undefined || omitted === "type")) return false;
  if (specimen.transfer.variant !== undefined && meaning?.receiver_bank !== undefined) return false;
  if (meaning?.receiver_bank !== undefined) return !hidden.includes("receiver_bank");
  return omitted === undefined || !hidden.includes(omitted);
}

export const cases: fc.Arbitrary<FuzzCase> = fc
  .constantFrom(...READ_PROVIDERS)
  .chain((provider) => {
    const { completed } = SPECIMENS[provider];
    const specimens = "impossible" in completed ? [] : completed;
    return fc.record({
      provider: fc.constant(provider),
      specimen: fc.constantFrom(...specimens),
      meaning: fc.option(meaningOf(provider), { nil: null, freq: 3 }),
      text: payerText,
    });
  })
  .filter(shows);

export async function bookAndRead(fuzzed: FuzzCase): Promise<LookupResult> {
  const { provider, specimen, meaning, text } = fuzzed;
  const simulator = new SimulatedBank();
  const booked: Booked = await simulator.book({
    provider,
    amount: PRICE,
    receiver_account: ACCOUNTS[provider],
    receiver_name: SHOP,
    payer_account: isWallet(provider) ? "251911000100" : "1320999888777",
    paid_at: new Date(NOW - 3_600_000).toISOString(),
    ...specimen.transfer,
    ...text,
    ...meaning,
  });
  const found = simulator.recognize(booked.link ?? "", READ_PROVIDERS);
  if (found.kind !== "lookup") throw new Error(`${booked.link} is ${found.kind}`);
  return simulator.read(found.lookup, {
    accounts: [{ provider, accountName: SHOP, accountNumber: ACCOUNTS[provider] }],
    payerPhone: null,
    tries: 0,
    expected: {
      amountMinor: PRICE,
      dueMinor: PRICE,
      currency: "ETB",
      createdAt: CREATED_AT,
      expiresAt: NOW + 3_600_000,
    },
    now: NOW,
  });
}

export function isVerified(provider: ReadProvider, receipt: Receipt): boolean {
  const { decision } = matchReceipt(receipt, {
    amountMinor: PRICE,
    currency: "ETB",
    createdAt: CREATED_AT,
    expiresAt: NOW + 3_600_000,
    submittedAt: NOW,
    graceMs: 86_400_000,
    latePolicy: "accept",
    usedBefore: false,
    accounts: [{ id: "pm_1", provider, accountName: SHOP, accountNumber: ACCOUNTS[provider] }],
  });
  // Less than the price counts toward it, and verifies nothing by itself.
  return decision === "count" && receipt.amountMinor >= PRICE;
}

/** What an adapter reads, with a fault of its own. */
export type Fault = (receipt: Receipt, provider: ReadProvider) => Receipt;

/** Throws where a payment verifies that must not, or where the payer's text changed what is read. */
export async function checkCase(
  fuzzed: FuzzCase,
  fault: Fault = (receipt) => receipt,
): Promise<void> {
  const result = await bookAndRead(fuzzed);
  if (result.kind !== "receipt") return;
  const receipt = fault(result.receipt, fuzzed.provider);
  if (!isVerified(fuzzed.provider, receipt)) return;
  if (fuzzed.meaning !== null) throw new Error(`verified: ${JSON.stringify(receipt)}`);
  const { amountMinor, currency, status, receiver } = receipt;
  const isAsBooked =
    amountMinor === PRICE &&
    currency === "ETB" &&
    status === "completed" &&
    receiver.institution === fuzzed.provider;
  if (!isAsBooked) throw new Error(`text changed the receipt: ${JSON.stringify(receipt)}`);
}
