import { INPUT_LABELS } from "../input-labels.ts";
import type { ProviderFacts } from "../provider-facts.ts";

/** Test mode: magic references, answered without a network. */
export const sandboxFacts: ProviderFacts<"sandbox"> = {
  id: "sandbox",
  kind: "other",
  name: { en: "Sandbox", am: "ሳንድቦክስ (ሙከራ)" },
  shortName: "Sandbox",
  monogram: { letters: "S", color: "#51605a" },
  printedNames: [],
  mentions: null,
  reference: {
    // The first group says how the bank answers.
    shape:
      /^TEST(OK|PART|UNDER|OVER|WRONG|OLD|LATE|REVIEW|DUP|CREDITS|DOWN|SLOW|NONE)[A-Z0-9]{0,40}$/,
  },
  links: [],
  linkParts: {},
  account: null,
  hosts: {},
  reach: {},
  inputs: [
    {
      id: "input",
      label: INPUT_LABELS.testReference,
      example: "TESTOK1",
      placeholder: "TESTOK1",
      pattern: "[Tt][Ee][Ss][Tt][A-Za-z0-9]{2,47}",
    },
  ],
  statuses: null,
  canary: null,
};
