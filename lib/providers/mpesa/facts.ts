import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** M-Pesa Ethiopia: JSON that wraps a PDF, under a reference of ten characters. */
export const mpesaFacts: ProviderFacts<"mpesa"> = {
  id: "mpesa",
  kind: "wallet",
  name: { en: "M-Pesa", am: "ኤም-ፔሳ (M-Pesa)" },
  shortName: "M-Pesa",
  monogram: { letters: "M", color: "#2c7a1f" },
  // Source: https://digitaleconomymag.com/?p=18140, on the launch.
  ussd: "*733#",
  printedNames: [
    "M-Pesa",
    "M-Pesa Ethiopia",
    "Safaricom M-Pesa",
    "Safaricom M-Pesa Ethiopia",
    "M-Pesa Wallet",
    "Safaricom Ethiopia",
  ],
  mentions: /^[A-Z0-9]{10} confirmed\b|m-?pesa|safaricom|ኤም-? ?ፔሳ|ሳፋሪኮም/i,
  senderIds: ["MPESA"],
  noticeReason: true,
  // A recorded SMS of 24 July 2026 carries `UGO…`: the year letters start with A = 2006.
  reference: { shape: /^[A-Z0-9]{10}$/, day: { yearOfA: 2006 } },
  links: [
    "https://m-pesabusiness.safaricom.et/receipt/{reference}",
    "https://m-pesabusiness.safaricom.et/api/receipt/getReceipt?trxNo={reference}",
    "https://m-pesabusiness.safaricom.et/receipt/getReceipt?trxNo={reference}",
  ],
  linkParts: { reference: "[A-Za-z0-9]{10}" },
  account: {
    pattern: /^(?:2517\d{8}|\d{5,8})$/,
    hint: "must be a Safaricom mobile number (07…) or a merchant short code of 5 to 8 digits",
    example: "0711 000 000",
  },
  hosts: {
    receipts: {
      baseUrl: "https://m-pesabusiness.safaricom.et",
      timeoutMs: 20_000,
      path: "/api/receipt/getReceipt?trxNo={reference}",
      headers: { accept: "application/json, text/plain, */*" },
    },
  },
  reach: { needsRelay: true },
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.transactionId,
      example: "UEK1AB2CD3",
      placeholder: "UEK1AB2CD3",
      pattern: "[A-Za-z0-9]{10}",
    },
  ],
  statuses: null,
  // Recorded. The types of payments to merchants are not: they go to review until the operator lists them.
  internalTypes: ["send money"],
  interbankTypes: ["interoperable bank transfer"],
  canary: { reference: "0Z00000000" },
};
