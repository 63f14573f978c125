import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** Any payment that the merchant checks in their own account. */
export const manualFacts: ProviderFacts<"manual"> = {
  id: "manual",
  kind: "other",
  name: { en: "Manual review", am: "በእጅ የሚረጋገጥ" },
  shortName: "Manual",
  monogram: { letters: "·", color: "#51605a" },
  isGeneric: true,
  printedNames: [],
  mentions: null,
  reference: { shape: /^[A-Z0-9](?:[A-Z0-9-]{1,62})[A-Z0-9]$/ },
  links: [],
  linkParts: {},
  account: {
    pattern: /^[0-9A-Z]{4,34}$/,
    hint: "must be 4 to 34 letters and digits",
    example: "CASH-DESK-1",
  },
  hosts: {},
  reach: {},
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.paymentReference,
      example: "TRX-000123",
      placeholder: "TRX-000123",
      pattern: "[A-Za-z0-9][A-Za-z0-9 -]{2,63}",
    },
  ],
  statuses: null,
  canary: null,
  reviewOnly: true,
};
