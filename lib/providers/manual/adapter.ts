import type { Adapter } from "../adapter.ts";
import {
  bareReference,
  type Recognition,
  smsReferences,
  withoutEdges,
} from "../input/pasted-text.ts";
import { manualFacts } from "./facts.ts";

/** No lookup: any plausible reference goes to the merchant, who checks their own account. */
export const manual: Adapter = {
  id: "manual",
  parserVersion: "manual/1",
  hosts: {},
  recognize,
  requests: () => [],
  read: async () => ({ kind: "manual" }),
  answer: () => ({ kind: "manual" }),
  canary: null,
};

/** No text names this provider, so that its references need a label. */
const NO_NAME = /(?!)/;
const ANNOUNCED = /^(?=[A-Z]*[0-9])[A-Z0-9]{6,62}$/;

/**
 * Asked only when the payer chose `manual`: almost everything has this shape. Of an SMS, only the references that it
 * announces count.
 */
function recognize(input: string): readonly Recognition[] {
  const announced = smsReferences(input, NO_NAME, ANNOUNCED).references;
  if (announced.length > 0) return announced.map(recognition);
  const text = withoutEdges(input).replaceAll(/(?<=[A-Z0-9])\/(?=[A-Z0-9])/gi, "-");
  const plain = bareReference(text.replaceAll("-", ""), /^[A-Z0-9]{3,62}$/);
  // Words stay apart: one of them may be a bank's reference.
  const reference = text
    .trim()
    .replace(/[ \t-]+/g, "-")
    .toUpperCase();
  return plain === null || !manualFacts.reference.shape.test(reference)
    ? []
    : [recognition(reference)];
}

function recognition(reference: string): Recognition {
  const lookup = {
    provider: "manual",
    reference,
    variant: "manual",
    parts: {},
    datedOn: null,
  } as const;
  return { lookup, certainty: "shape" };
}
