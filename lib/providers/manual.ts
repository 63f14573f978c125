import type { Adapter } from "./adapter.ts";
import { bareReference, type Recognition } from "./pasted-text.ts";

const SHAPE = /^[A-Z0-9](?:[A-Z0-9-]{1,62})[A-Z0-9]$/;

/** No bank to ask: any plausible reference goes to the merchant, who looks into the account. */
export const manual: Adapter = {
  id: "manual",
  parserVersion: "manual/1",
  hosts: {},
  recognise,
  requests: () => [],
  read: async () => ({ kind: "manual" }),
  answer: () => ({ kind: "manual" }),
  canary: null,
};

/** Asked only when the payer chose `manual`: almost everything has this shape. */
function recognise(input: string): Recognition {
  const plain = bareReference(input.replaceAll("-", ""), /^[A-Z0-9]{3,62}$/);
  const reference = input.replace(/[ \t]/g, "").toUpperCase();
  if (plain === null || !SHAPE.test(reference)) return null;
  const lookup = {
    provider: "manual",
    reference,
    variant: "manual",
    parts: {},
    datedOn: null,
  } as const;
  return { lookup, certainty: "shape" };
}
