import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** Amhara Bank: JSON under its FT reference. */
export const amharaFacts: ProviderFacts<"amhara"> = {
  id: "amhara",
  kind: "bank",
  name: { en: "Amhara Bank", am: "አማራ ባንክ" },
  shortName: "Amhara",
  monogram: { letters: "A", color: "#00695c" },
  printedNames: ["Amhara Bank", "Amhara"],
  mentions: /amhara bank|አማራ ባንክ/i,
  reference: {
    shape: /^FT[A-Z0-9]{10}$/,
    // Five digits are those of an account at Abyssinia, or an amount.
    typed: [/^(?<reference>FT[A-Z0-9]{10})[0-9]{5}$/],
    day: { ordinalAt: 2 },
  },
  links: [
    "https://receipt.amharabank.com.et/?trx={reference}",
    "https://transaction.amharabank.com.et/{reference}",
  ],
  linkParts: { reference: "FT[A-Za-z0-9]{10}" },
  account: {
    pattern: /^\d{8,16}$/,
    hint: "must be an account number of 8 to 16 digits",
    example: "9900 0030 0401 1",
  },
  hosts: {
    receipts: {
      baseUrl: "https://transaction.amharabank.com.et",
      timeoutMs: 15_000,
      path: "/{reference}",
      headers: { accept: "application/json, text/plain, */*" },
    },
  },
  reach: {},
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.receiptLinkOrFtNumber,
      example: "FT26140AB1C2",
      placeholder: "FT26140AB1C2",
      pattern: "[A-Za-z]{2}[A-Za-z0-9]{10}",
    },
  ],
  // `MAT` is the core banking system's word for a matured, that is booked, transaction.
  statuses: {
    mat: "completed",
    inau: "pending",
    pend: "pending",
    reve: "reversed",
    rev: "reversed",
    fail: "failed",
  },
  // Recorded. The type of a transfer within the bank is not: it goes to review until the operator lists it.
  internalTypes: ["ips incoming txn"],
  canary: { reference: "FT99999ZZZZZ" },
};
