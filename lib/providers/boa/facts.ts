import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** Bank of Abyssinia: JSON under the reference and the last five digits of the payer's account. */
export const boaFacts: ProviderFacts<"boa"> = {
  id: "boa",
  kind: "bank",
  name: { en: "Bank of Abyssinia", am: "አቢሲንያ ባንክ" },
  shortName: "Abyssinia",
  monogram: { letters: "BA", color: "#8a5a00" },
  // Published alike by several independent projects, and named by reviews of the bank's app.
  ussd: "*815#",
  printedNames: [
    "Bank of Abyssinia",
    "Abyssinia Bank",
    "Bank of Abyssinia (BOA)",
    "BOA",
    "Abyssinia",
  ],
  mentions: /abyssinia|\bboa\b|አቢሲ[ኒን]ያ/i,
  senderIds: ["BOA"],
  reference: {
    shape: /^(?:FT|TT)[A-Z0-9]{10}$/,
    typed: [/^(?<reference>(?:FT|TT)[A-Z0-9]{10})(?<suffix>[0-9]{5})$/],
    day: { ordinalAt: 2 },
  },
  links: [
    "https://cs.bankofabyssinia.com/slip/?trx={reference}{suffix}",
    "https://cs.bankofabyssinia.com/slip?trx={reference}{suffix}",
    "https://cs.bankofabyssinia.com/slip/?trx={reference}",
    "https://cs.bankofabyssinia.com/slip?trx={reference}",
    "https://cs.bankofabyssinia.com/api/onlineSlip/getDetails/?id={reference}{suffix}",
    "https://cs.bankofabyssinia.com/api/onlineSlip/getDetails?id={reference}{suffix}",
  ],
  linkParts: { reference: "(?:FT|TT)[A-Za-z0-9]{10}", suffix: "[0-9]{5}" },
  account: {
    pattern: /^\d{8,9}$/,
    hint: "must be an account number of 8 or 9 digits",
    example: "2003 00401",
  },
  hosts: {
    slips: {
      baseUrl: "https://cs.bankofabyssinia.com",
      timeoutMs: 15_000,
      path: "/api/onlineSlip/getDetails/?id={reference}{suffix}",
      headers: { accept: "application/json, text/plain, */*" },
    },
  },
  reach: {},
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.receiptLinkOrReference,
      example: "FT26140AB1C2",
      placeholder: "FT26140AB1C2",
      pattern: "[A-Za-z]{2}[A-Za-z0-9]{10}",
    },
    {
      id: "payer_account_suffix",
      label: INPUT_LABELS.payerAccountEnd,
      example: "12345",
      placeholder: "12345",
      pattern: "[0-9]{5}",
    },
  ],
  statuses: null,
  // No recorded slip shows the type of a transfer between two accounts here. These name the bank on both
  // sides and can mean nothing else. Any other type goes to review until the operator lists it.
  internalTypes: ["within boa", "within boa transfer", "boa to boa", "boa to boa transfer"],
  interbankTypes: ["other bank transfer"],
  canary: { reference: "FT99999ZZZZZ", suffix: "00000" },
};
