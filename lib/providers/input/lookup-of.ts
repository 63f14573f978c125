import type { Lookup } from "../../domain/lookup.ts";
import type { ProviderFacts } from "../provider-facts.ts";
import type { Parts } from "./links.ts";
import { referenceDay } from "./reference-date.ts";

/** A lookup by reference; the reference is upper-cased and every other part is kept as it was found. */
export function lookupOf(
  facts: Pick<ProviderFacts, "id" | "reference">,
  parts: Parts,
  variant = "receipt",
): Lookup {
  const { reference: shown = "", ...others } = parts;
  const reference = shown.toUpperCase();
  const datedOn = referenceDay(reference, facts.reference.day);
  return { provider: facts.id, reference, variant, parts: others, datedOn };
}
