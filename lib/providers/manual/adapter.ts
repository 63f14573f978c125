import type { Adapter } from "../adapter.ts";
import { bareReference, type Recognition } from "../input/pasted-text.ts";
import { manualFacts } from "./facts.ts";

/** No bank to ask: any plausible reference goes to the merchant, who checks their own account. */
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

/** Asked only when the payer chose `manual`: almost everything has this shape. */
function recognize(input: string): readonly Recognition[] {
  const plain = bareReference(input.replaceAll("-", ""), /^[A-Z0-9]{3,62}$/);
  // Words stay apart: one of them may be a bank's reference.
  const reference = input
    .trim()
    .replace(/[ \t-]+/g, "-")
    .toUpperCase();
  if (plain === null || !manualFacts.reference.shape.test(reference)) return [];
  const lookup = {
    provider: "manual",
    reference,
    variant: "manual",
    parts: {},
    datedOn: null,
  } as const;
  return [{ lookup, certainty: "shape" }];
}
