import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** Awash Bank: an HTML receipt under a token; the first half of the token is the Transaction ID in base 36. */
export const awashFacts: ProviderFacts<"awash"> = {
  id: "awash",
  kind: "bank",
  name: { en: "Awash Bank", am: "አዋሽ ባንክ" },
  shortName: "Awash",
  monogram: { letters: "AB", color: "#a8480f" },
  // Published alike by several independent projects.
  ussd: "*901#",
  printedNames: ["Awash Bank", "Awash International Bank", "Awash"],
  mentions: /awash|አዋሽ/i,
  senderIds: ["Awash Bank", "AwashBank"],
  noticeReason: true,
  reference: {
    // Without its dash, only as a number of 15 digits begins: `DEK1AB2CD3 - 500 Birr` has another bank's number.
    shape: /^(?:-[A-Z0-9]{6,16}|[1-9][A-Z0-9]{9})-[A-Z0-9]{4,10}$/,
  },
  links: [
    "https://awashpay.awashbank.com:8225/{reference}",
    "https://eschool.awashbank.com/{school}",
  ],
  linkParts: {
    reference: "-?[A-Za-z0-9]{6,16}-[A-Za-z0-9]{4,10}",
    school: "-[A-Za-z0-9][A-Za-z0-9-]{5,79}",
  },
  account: {
    pattern: /^(?:\d{13,15}|\d{4,8})$/,
    hint: "must be an account number of 13 to 15 digits or a till number of 4 to 8 digits",
    example: "0132 0030 0401 00",
  },
  hosts: {
    receipts: {
      baseUrl: "https://awashpay.awashbank.com:8225",
      timeoutMs: 15_000,
      path: "/{reference}",
    },
  },
  reach: { needsPins: true },
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.receiptLink,
      example: "-2KCGUFU143-1G02H3",
      placeholder: "-2KCGUFU143-1G02H3",
      pattern: "-?[A-Za-z0-9-]{8,40}",
    },
  ],
  statuses: null,
  // The first is recorded. The others name the bank on both sides and can mean nothing else. Any other type
  // goes to review until the operator lists it.
  internalTypes: [
    "merchant payment",
    "within awash",
    "within awash bank",
    "within awash transfer",
    "awash to awash",
    "awash to awash transfer",
  ],
  // The first is recorded, the other one described.
  interbankTypes: ["ips bank transfer", "other bank transfer"],
  walletTypes: {
    "telebirr transfer": "telebirr",
    "m-pesa transfer": "mpesa",
    "mpesa transfer": "mpesa",
  },
  canary: { reference: "-0000000000-000000" },
};
