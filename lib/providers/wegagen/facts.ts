import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** Wegagen Bank: JSON under a token, which is the reference, account digits and letters. */
export const wegagenFacts: ProviderFacts<"wegagen"> = {
  id: "wegagen",
  kind: "bank",
  name: { en: "Wegagen Bank", am: "ወጋገን ባንክ" },
  shortName: "Wegagen",
  monogram: { letters: "W", color: "#b04a00" },
  printedNames: ["Wegagen Bank", "Wegagen"],
  mentions: /wegagen|ወጋገን/i,
  reference: { shape: /^[0-9]{3}[A-Z0-9]{4}[0-9]{5}[A-Z0-9]{8,16}$/, day: { ordinalAt: 7 } },
  links: [
    "https://transinfo.wegagenbanksc.com.et:8183/?id={reference}",
    "https://transinfo.wegagenbanksc.com.et:8011/sms_wega/txn/{reference}",
  ],
  linkParts: { reference: "[A-Za-z0-9]{20,28}" },
  account: {
    pattern: /^\d{13}$/,
    hint: "must be an account number of 13 digits",
    example: "0500 3004 00101",
  },
  hosts: {
    receipts: {
      baseUrl: "https://transinfo.wegagenbanksc.com.et:8011",
      timeoutMs: 15_000,
      path: "/sms_wega/txn/{reference}",
      headers: { accept: "application/json, text/plain, */*" },
    },
  },
  reach: {},
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.receiptLink,
      example: "150TBAW2614000011113DABC",
      placeholder: "https://transinfo.wegagenbanksc.com.et:8183/?id=…",
      pattern: "[A-Za-z0-9]{20,28}",
    },
  ],
  statuses: {
    success: "completed",
    successful: "completed",
    completed: "completed",
    pending: "pending",
    reversed: "reversed",
    failed: "failed",
  },
  // `module` is recorded without its words. These name the bank on both sides and can mean nothing else. Any
  // other word goes to review until the operator lists it.
  internalTypes: [
    "within wegagen",
    "within wegagen transfer",
    "wegagen to wegagen",
    "wegagen to wegagen transfer",
  ],
  canary: { reference: "000ZZZZ9999900000000ZZZZ" },
};
