import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** eBirr wallets (Kaafi, Nib, Wegagen, Ahadu) and Ahadu Bank: links are known, layouts are not. */
export const ebirrFacts: ProviderFacts<"ebirr"> = {
  id: "ebirr",
  kind: "wallet",
  name: { en: "eBirr", am: "ኢብር (eBirr)" },
  shortName: "eBirr",
  monogram: { letters: "eB", color: "#1b6b3a" },
  printedNames: ["eBirr", "Kaafi eBirr", "Nib eBirr", "Wegagen eBirr", "Ahadu eBirr"],
  mentions: null,
  reference: { shape: /^[A-Z0-9]{6,64}$/ },
  links: [
    "https://receipt.ebirr.com/{tenant}/{token}",
    "https://receipt.ahadubank.com/digitalreceipt?es={ahadu}",
    "https://receipt.ahadubank.com/digitalreceipt/?es={ahadu}",
  ],
  linkParts: {
    tenant: "[A-Za-z0-9-]{2,30}",
    token: "[A-Za-z0-9_-]{6,120}",
    ahadu: "[A-Za-z0-9_%+/=-]{6,240}",
  },
  account: {
    pattern: /^251[79]\d{8}$/,
    hint: "must be a mobile number (09… or 07…)",
    example: "0911 000 000",
  },
  hosts: {},
  reach: {},
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.receiptLink,
      example: "https://receipt.ebirr.com/kaafi/AB12CD34EF",
      placeholder: "https://receipt.ebirr.com/…",
      pattern: null,
    },
  ],
  statuses: null,
  canary: null,
  reviewOnly: true,
};
