import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** Zemen Bank: the link is known, the layout of its PDF is not, so a person checks it. */
export const zemenFacts: ProviderFacts<"zemen"> = {
  id: "zemen",
  kind: "bank",
  name: { en: "Zemen Bank", am: "ዘመን ባንክ" },
  shortName: "Zemen",
  monogram: { letters: "Z", color: "#a3142e" },
  printedNames: ["Zemen Bank", "Zemen"],
  mentions: null,
  reference: { shape: /^[0-9]{8}[A-Z0-9]{16}$/ },
  links: [
    "https://share.zemenbank.com/rt/{reference}/pdf",
    "https://share.zemenbank.com/ft/{reference}/pdf",
  ],
  linkParts: { reference: "[0-9]{8}[A-Za-z0-9]{16}" },
  account: {
    pattern: /^\d{16}$/,
    hint: "must be an account number of 16 digits",
    example: "1032 0030 0401 0012",
  },
  hosts: {},
  reach: {},
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.receiptLink,
      example: "https://share.zemenbank.com/rt/123443211032ABCD26140001/pdf",
      placeholder: "https://share.zemenbank.com/…",
      pattern: null,
    },
  ],
  statuses: null,
  canary: null,
  reviewOnly: true,
};
