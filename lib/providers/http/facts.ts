import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** Any bank or gateway that answers JSON; its hosts and references come from configuration. */
export const httpFacts: ProviderFacts<"http"> = {
  id: "http",
  kind: "other",
  name: { en: "Another bank", am: "ሌላ ባንክ" },
  shortName: "Another bank",
  monogram: { letters: "·", color: "#51605a" },
  isGeneric: true,
  printedNames: [],
  mentions: null,
  reference: { shape: /^[A-Za-z0-9_-]{3,84}$/ },
  links: [],
  linkParts: {},
  account: {
    pattern: /^[0-9A-Z]{4,34}$/,
    hint: "must be 4 to 34 letters and digits",
    example: "7002 0030 04",
  },
  hosts: {},
  reach: {},
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.transactionReference,
      example: "ABC123",
      placeholder: "ABC123",
      pattern: null,
    },
  ],
  statuses: null,
  canary: null,
};
