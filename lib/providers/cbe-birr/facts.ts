import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** CBE Birr, the wallet of CBE: a PDF under the transaction id and a phone. */
export const cbeBirrFacts: ProviderFacts<"cbe_birr"> = {
  id: "cbe_birr",
  kind: "wallet",
  name: { en: "CBE Birr", am: "ሲቢኢ ብር (CBE Birr)" },
  shortName: "CBE Birr",
  monogram: { letters: "cb", color: "#5b3291" },
  // Published alike by several independent projects.
  ussd: "*847#",
  printedNames: ["CBE Birr", "CBE Birr Wallet"],
  mentions: /cbe ?birr|ሲቢኢ ?ብር/i,
  senderIds: ["CBEBirr"],
  noticeReason: true,
  reference: { shape: /^[A-Z0-9]{10,11}$/, day: { yearOfA: 2023 } },
  links: [
    "https://cbepay1.cbe.com.et/aureceipt?TID={reference}&PH={phone}",
    "https://cbepay1.cbe.com.et/aureceipt?TID={reference}",
  ],
  linkParts: { reference: "[A-Za-z0-9]{10,11}", phone: "(?:\\+?251|0)[79][0-9]{8}" },
  account: {
    pattern: /^(?:251[79]\d{8}|\d{6,8})$/,
    hint: "must be a mobile number (09… or 07…) or a merchant short code of 6 to 8 digits",
    example: "0911 000 000",
  },
  hosts: {
    receipts: {
      baseUrl: "https://cbepay1.cbe.com.et",
      timeoutMs: 20_000,
      path: "/aureceipt?TID={reference}&PH={phone}",
    },
  },
  reach: {},
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.transactionId,
      example: "DEK1AB2CD3",
      placeholder: "DEK1AB2CD3",
      pattern: "[A-Za-z0-9]{10,11}",
    },
    {
      id: "payer_phone",
      label: INPUT_LABELS.payerPhone,
      example: "0911000000",
      placeholder: "09…",
      pattern: "(\\+?251|0)?[79][0-9]{8}",
    },
  ],
  statuses: {
    completed: "completed",
    success: "completed",
    successful: "completed",
    pending: "pending",
    processing: "pending",
    authorized: "pending",
    reversed: "reversed",
    refunded: "reversed",
    failed: "failed",
    declined: "failed",
    cancelled: "failed",
    expired: "failed",
  },
  canary: { reference: "0Z00000000", phone: "251900000000" },
};
