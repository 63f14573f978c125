import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/**
 * Commercial Bank of Ethiopia: one provider to the payer, two kinds of receipt. `links` answers JSON under
 * a case-sensitive token; `pdf` and `branch` answer a PDF under the FT reference and eight account digits.
 */
export const cbeFacts: ProviderFacts<"cbe"> = {
  id: "cbe",
  kind: "bank",
  name: { en: "Commercial Bank of Ethiopia (CBE)", am: "የኢትዮጵያ ንግድ ባንክ (CBE)" },
  shortName: "CBE",
  monogram: { letters: "CB", color: "#7a2182" },
  // Source: https://eyuel.org/how-to-use-mobile-banking-in-ethiopia.
  ussd: "*889#",
  printedNames: [
    "Commercial Bank of Ethiopia",
    "Commercial Bank of Ethiopia (CBE)",
    "Commercial Bank",
    "CBE",
  ],
  mentions: /commercial bank of ethiopia|\bcbe\b(?! ?birr)|ንግድ ባንክ/i,
  senderIds: ["CBE"],
  noticeReason: true,
  reference: {
    shape: /^FT[A-Z0-9]{10}$/,
    // Five digits are those of an account at Abyssinia, or an amount.
    typed: [
      /^(?<reference>FT[A-Z0-9]{10})(?<suffix>[0-9]{8})$/,
      /^(?<reference>FT[A-Z0-9]{10})-(?<digits>[0-9]{8})$/,
      /^(?<reference>FT[A-Z0-9]{10})[0-9]{5}$/,
    ],
    day: { ordinalAt: 2 },
  },
  links: [
    "https://mbreciept.cbe.com.et/{reference}-{digits}",
    "https://mbreciept.cbe.com.et/{token}",
    "https://apps.cbe.com.et:100/?id={reference}{suffix}",
    "https://apps.cbe.com.et/?id={reference}{suffix}",
    "https://apps.cbe.com.et:100/BranchReceipt/{branch}&{suffix}",
    "https://apps.cbe.com.et/BranchReceipt/{branch}&{suffix}",
  ],
  linkParts: {
    token: "[A-Za-z0-9_-]{6,200}",
    reference: "FT[A-Za-z0-9]{10}",
    branch: "FT[A-Za-z0-9]{10}",
    suffix: "[0-9]{8}",
    digits: "[0-9]{8}",
  },
  account: {
    pattern: /^1000\d{9}$/,
    hint: "must be an account number of 13 digits that begins with 1000",
    example: "1000 2003 00401",
  },
  hosts: {
    links: {
      baseUrl: "https://mb.cbe.com.et",
      timeoutMs: 10_000,
      path: "/api/v1/transactions/public/transaction-detail/{token}",
      headers: {
        origin: "https://mbreciept.cbe.com.et",
        referer: "https://mbreciept.cbe.com.et/",
        accept: "application/json, text/plain, */*",
      },
    },
    pdf: {
      baseUrl: "https://apps.cbe.com.et:100",
      timeoutMs: 30_000,
      path: "/?id={reference}{suffix}",
    },
    branch: {
      baseUrl: "https://apps.cbe.com.et:100",
      timeoutMs: 30_000,
      path: "/BranchReceipt/{reference}&{suffix}",
    },
  },
  reach: { needsApp: true, needsPins: true },
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.receiptLinkOrFtNumber,
      example: "FT26140AB1C2",
      placeholder: "FT26140AB1C2",
      pattern: "[A-Za-z]{2}[A-Za-z0-9]{10}",
    },
  ],
  statuses: {
    completed: "completed",
    success: "completed",
    pending: "pending",
    processing: "pending",
    initiated: "pending",
    reversed: "reversed",
    refunded: "reversed",
    failed: "failed",
    rejected: "failed",
    cancelled: "failed",
    canceled: "failed",
  },
  internalTypes: ["a2a", "bank_transfer"],
  canary: { token: "v2-0000000000000000" },
};
