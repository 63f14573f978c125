import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** telebirr, the wallet of Ethio telecom: an HTML receipt under its transaction number. */
export const telebirrFacts: ProviderFacts<"telebirr"> = {
  id: "telebirr",
  kind: "wallet",
  name: { en: "telebirr", am: "ቴሌብር" },
  shortName: "telebirr",
  monogram: { letters: "tb", color: "#0067a5" },
  // Source: Ethio telecom, https://www.ethiotelecom.et/telebirr/buy-airtime/.
  ussd: "*127#",
  printedNames: ["telebirr", "Ethio telecom telebirr", "Ethio telecom", "telebirr Wallet"],
  mentions: /tele ?birr|ethio ?telecom|e-?money account|ቴሌ ?ብር|ኢትዮ ?ቴሌኮም/i,
  senderIds: ["127", "telebirr"],
  noticeReason: true,
  reference: { shape: /^[A-Z0-9]{10}$/, day: { yearOfA: 2023 } },
  links: ["https://transactioninfo.ethiotelecom.et/receipt/{reference}"],
  linkParts: { reference: "[A-Za-z0-9]{10}" },
  account: {
    pattern: /^(?:2519\d{8}|\d{6,8})$/,
    hint: "must be an Ethio telecom mobile number (09…) or a merchant short code of 6 to 8 digits",
    example: "0911 000 000",
  },
  hosts: {
    receipts: {
      baseUrl: "https://transactioninfo.ethiotelecom.et",
      timeoutMs: 8_000,
      // About half of the handshakes fail.
      race: { parallel: 2, rounds: 4, eachMs: 900 },
      path: "/receipt/{reference}",
    },
  },
  reach: { needsRelay: true },
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.transactionNumber,
      example: "DEK1AB2CD3",
      placeholder: "DEK1AB2CD3",
      pattern: "[A-Za-z0-9]{10}",
    },
  ],
  statuses: {
    completed: "completed",
    pending: "pending",
    processing: "pending",
    reversed: "reversed",
    refunded: "reversed",
    failed: "failed",
    cancelled: "failed",
    expired: "failed",
  },
  canary: { reference: "0Z00000000" },
};
