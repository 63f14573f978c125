import type { Checkout } from "../../domain/checkout-terms.ts";
import type { ProviderId } from "../../domain/provider.ts";
import type { RecognisedInput } from "../../providers/recognise-input.ts";
import { recogniseInput } from "../../providers/registry.ts";
import { providersOf } from "./accepted-providers.ts";
import { providerAdapters } from "./adapters.ts";

/**
 * Which bank's receipt was given for a checkout, without a call. Several banks write references alike: it
 * is no guess where the shop has an account at only one of them, and where a question is left, only those
 * that the shop has accounts at are in question. Where it has none there, all are.
 *
 * @param named the bank that the payer, or the shop's own page for him, has told
 */
export async function recogniseFor(
  checkout: Checkout,
  input: string,
  named: ProviderId | undefined,
): Promise<RecognisedInput> {
  const accepted = providersOf(checkout);
  const adapters = await providerAdapters();
  const found = recogniseInput(input, accepted, named, adapters);
  if (found.kind !== "ambiguous") return found;
  const held = found.providers.filter((id) => checkout.methods.some((m) => m.provider === id));
  const [only, ...others] = held;
  if (only === undefined) return found;
  if (others.length > 0) return { kind: "ambiguous", providers: held };
  return recogniseInput(input, accepted, only, adapters);
}
