import type { ProviderId } from "../../domain/provider.ts";
import type { Lookup, LookupContext } from "../adapter.ts";
import type { ProviderFacts } from "../provider-facts.ts";
import { inTurn, linkReader, type Parts } from "./links.ts";
import { bareReference, type Recognition, smsReferences } from "./pasted-text.ts";

/**
 * Understands what a customer may paste, from the provider's facts: one of its links, a whole SMS, or a
 * typed reference.
 *
 * @param lookupOf makes the lookup; every part is spelled as it was found, and `link` is the whole link
 */
export function recognizer(
  facts: ProviderFacts,
  lookupOf: (parts: Parts, link?: string) => Lookup,
): (input: string) => readonly Recognition[] {
  const readLink = linkReader(facts);
  const { shape, typed = [] } = facts.reference;
  return (input) => {
    const linked = readLink(input);
    if (linked !== null)
      return [{ lookup: lookupOf(linked.parts, linked.link), certainty: "exact" }];
    const named = smsReferences(input, facts.mentions, shape);
    if (named.references.length > 0) {
      return named.references.map((reference) => ({
        lookup: lookupOf({ reference }),
        certainty: named.namesProvider ? "exact" : "shape",
      }));
    }
    for (const form of [...typed, shape]) {
      const text = bareReference(input, form);
      if (text === null) continue;
      const groups = form.exec(text)?.groups;
      return [
        { lookup: lookupOf(groups ? { ...groups } : { reference: text }), certainty: "shape" },
      ];
    }
    return [];
  };
}

const MOST_TRIES = 4;

/**
 * The last `length` digits of the merchant's own accounts at a bank that wants such digits beside its
 * reference: at most four, others on the next try.
 */
export function accountSuffixes(
  context: LookupContext,
  provider: ProviderId,
  length: number,
): readonly string[] {
  const own = context.accounts
    .filter((account) => account.provider === provider)
    .map((account) => account.accountNumber.replace(/[\s-]/g, ""))
    .filter((number) => /^[0-9]+$/.test(number) && number.length >= length)
    .map((number) => number.slice(-length));
  return inTurn([...new Set(own)], context.tries, MOST_TRIES);
}
