import type { ProviderId } from "../domain/provider.ts";
import type { Adapter, Lookup } from "./adapter.ts";
import { cleanInput, linksOf, type Recognition } from "./pasted-text.ts";

/** What pasted text turned out to be; only `lookup` may lead to a call. */
export type RecognisedInput =
  | { readonly kind: "lookup"; readonly lookup: Lookup }
  /** Several enabled providers could have issued it: ask which. */
  | { readonly kind: "ambiguous"; readonly providers: readonly ProviderId[] }
  | { readonly kind: "provider_not_enabled"; readonly provider: ProviderId }
  | { readonly kind: "unrecognised" };

type Hit = NonNullable<Recognition>;
type Adapters = Readonly<Record<ProviderId, Adapter>>;

/**
 * Understands a bare reference, a receipt's link or a whole SMS, in linear time and without a call.
 *
 * A link outranks the words around it; a text that names its bank outranks a mere shape, even where
 * that bank is not enabled. `manual` takes part only when it is hinted.
 *
 * @param hint the provider that the payer chose: then only that adapter is asked.
 */
export function recogniseWith(
  adapters: Adapters,
  input: string,
  enabled: readonly ProviderId[],
  hint?: ProviderId,
): RecognisedInput {
  if (hint !== undefined && !enabled.includes(hint)) {
    return { kind: "provider_not_enabled", provider: hint };
  }
  const text = cleanInput(input);
  if (text === null) return { kind: "unrecognised" };
  const asked = Object.values(adapters).filter((adapter) =>
    hint === undefined ? adapter.id !== "manual" : adapter.id === hint,
  );
  const linked = hitsIn(asked, linksOf(text)).filter((hit) => hit.certainty === "exact");
  const hits = linked.length > 0 ? linked : hitsIn(asked, [text]);
  const exact = hits.filter((hit) => hit.certainty === "exact");
  return exact.length > 0 ? choose(exact, enabled, true) : choose(hits, enabled, false);
}

function hitsIn(adapters: readonly Adapter[], texts: readonly string[]): readonly Hit[] {
  const hits = new Map<string, Hit>();
  for (const text of texts) {
    for (const adapter of adapters) {
      const hit = adapter.recognise(text);
      if (hit !== null) hits.set(`${hit.lookup.provider} ${hit.lookup.reference}`, hit);
    }
  }
  return [...hits.values()];
}

function choose(
  hits: readonly Hit[],
  enabled: readonly ProviderId[],
  isNamed: boolean,
): RecognisedInput {
  const usable = hits.filter((hit) => enabled.includes(hit.lookup.provider));
  const providers = [...new Set(usable.map((hit) => hit.lookup.provider))];
  const [first] = usable;
  if (first !== undefined && usable.length === 1) return { kind: "lookup", lookup: first.lookup };
  if (providers.length > 1) return { kind: "ambiguous", providers };
  const [other] = hits;
  const isOnlyOther = hits.length === 1 || isNamed;
  if (usable.length === 0 && other !== undefined && isOnlyOther) {
    return { kind: "provider_not_enabled", provider: other.lookup.provider };
  }
  return { kind: "unrecognised" };
}
