import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** Dashen Bank: an HTML receipt under a reference of sixteen characters. */
export const dashenFacts: ProviderFacts<"dashen"> = {
  id: "dashen",
  kind: "bank",
  name: { en: "Dashen Bank", am: "ዳሸን ባንክ" },
  shortName: "Dashen",
  monogram: { letters: "DB", color: "#12306b" },
  // Source: https://eyuel.org/how-to-use-mobile-banking-in-ethiopia.
  ussd: "*996#",
  printedNames: ["Dashen Bank", "Dashen", "Dashen Bank Super App"],
  mentions: /dashen|ዳ[ሸሽ]ን/i,
  senderIds: ["DashenBank"],
  // Three characters, the letters of the service, the day, four characters. Sixteen of any kind would fit another bank's
  // reference with an amount behind it.
  reference: { shape: /^[A-Z0-9]{3}[A-Z]{4}[0-9]{5}[A-Z0-9]{4}$/, day: { ordinalAt: 7 } },
  links: [
    "https://receipts.dashenbanksc.com/receipt/{reference}",
    "https://receipt.dashensuperapp.com/receipt/{reference}",
  ],
  linkParts: { reference: "[A-Za-z0-9]{3}[A-Za-z]{4}[0-9]{5}[A-Za-z0-9]{4}" },
  account: {
    pattern: /^\d{13}$/,
    hint: "must be an account number of 13 digits",
    example: "5200 3004 00111",
  },
  hosts: {
    receipts: {
      baseUrl: "https://receipts.dashenbanksc.com",
      timeoutMs: 15_000,
      path: "/receipt/{reference}",
    },
  },
  reach: {},
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.transactionReference,
      example: "123WDTS261400001",
      placeholder: "123WDTS261400001",
      pattern: "[A-Za-z0-9]{16}",
    },
  ],
  statuses: null,
  internalTypes: ["within dashen transfer"],
  interbankTypes: ["other bank transfer"],
  walletTypes: { "telebirr transfer": "telebirr" },
  canary: { reference: "000ZZZZ999990000" },
};
