import type { Checkout } from "../../domain/checkout.ts";
import type { ProviderId } from "../../domain/provider.ts";
import type { RecognizedInput } from "../../providers/input/recognize-input.ts";
import { MOST_WITHIN, referencesWithin } from "../../providers/references-within.ts";
import { recognizeInput } from "../../providers/registry.ts";
import { providersOf } from "./accepted-providers.ts";
import { providerAdapters } from "./adapters.ts";

/**
 * Recognizes an input without asking a bank. If several banks issue references of this form, the bank at which the
 * shop has an account is meant. If the shop has accounts at several of them, the result lists these; if at none,
 * it lists all of them. Nothing is guessed where the text itself names several banks: its receipt may be at either.
 *
 * @param named the provider that the payer or the shop's page chose
 */
export async function recognizeFor(
  checkout: Checkout,
  input: string,
  named: ProviderId | undefined,
): Promise<RecognizedInput> {
  const accepted = providersOf(checkout);
  const adapters = await providerAdapters();
  const found = recognizeInput(input, accepted, named, adapters);
  if (found.kind === "lookup" && found.lookup.provider === "manual") return slipOf(found);
  if (found.kind !== "ambiguous" || found.isNamed) return found;
  const held = found.providers.filter((id) => checkout.methods.some((m) => m.provider === id));
  const [only, ...others] = held;
  if (only === undefined) return found;
  if (others.length > 0) return { ...found, providers: held };
  return recognizeInput(input, accepted, only, adapters);
}

/** A slip is one payment: a text that holds many references is none. */
function slipOf(found: RecognizedInput & { readonly kind: "lookup" }): RecognizedInput {
  const references = referencesWithin(found.lookup.reference).map(({ reference }) => reference);
  if (references.length <= MOST_WITHIN) return found;
  return { kind: "several_references", references: [...new Set(references)] };
}
