import type { ProviderId } from "../../domain/provider.ts";
import { isReference } from "../../domain/receipt.ts";
import type { Adapter, Lookup } from "../adapter.ts";
import { cleanInput, linksOf, type Recognition, referenceWords } from "./pasted-text.ts";

/** What pasted text turned out to be; only `lookup` may lead to a call. */
export type RecognizedInput =
  /** `isNamed` if a link or the text itself names the provider, not only a form of its references. */
  | { readonly kind: "lookup"; readonly lookup: Lookup; readonly isNamed: boolean }
  /** Several accepted providers could have issued it: ask which. `isNamed` if the text itself names each of them. */
  | {
      readonly kind: "ambiguous";
      readonly providers: readonly ProviderId[];
      readonly isNamed: boolean;
    }
  /** One text with several references: ask for one of them. */
  | { readonly kind: "several_references"; readonly references: readonly string[] }
  | { readonly kind: "provider_not_enabled"; readonly provider: ProviderId }
  | { readonly kind: "unrecognized" };

type Hit = Recognition;
type Adapters = Readonly<Record<ProviderId, Adapter>>;

/** Providers that accept nearly any reference: they take part only when the payer names them. */
const NAMED_ONLY: readonly ProviderId[] = ["manual"];

/**
 * Understands a bare reference, a receipt's link or a whole SMS, in linear time and without a call.
 *
 * A link outranks the words around it, and a text that names its provider outranks a shape alone, even
 * where that provider is not accepted.
 *
 * @param hint the provider that the payer chose: only that adapter is asked
 */
export function recognizeWith(
  adapters: Adapters,
  input: string,
  enabled: readonly ProviderId[],
  hint?: ProviderId,
): RecognizedInput {
  if (hint !== undefined && !enabled.includes(hint)) {
    return { kind: "provider_not_enabled", provider: hint };
  }
  const text = cleanInput(input);
  if (text === null) return { kind: "unrecognized" };
  const words = referenceWords(text);
  // A bank may use the same shape: a test reference must not reach it, nor a person who looks references up.
  if (!enabled.includes("sandbox") && hitsIn([adapters.sandbox], [text, ...words]).length > 0) {
    return { kind: "provider_not_enabled", provider: "sandbox" };
  }
  const asked = Object.values(adapters).filter((adapter) =>
    hint === undefined ? !NAMED_ONLY.includes(adapter.id) : adapter.id === hint,
  );
  const linked = hitsIn(asked, linksOf(text));
  const whole = linked.length > 0 ? linked : hitsIn(asked, [text]);
  // A manual reference is all its words. Among them, one that looks like a bank's reference may be the merchant's own.
  const isManual = hint === "manual" || (enabled.includes("manual") && /\s/.test(text));
  const hits = whole.length > 0 || isManual ? whole : hitsIn(asked, words);
  const exact = hits.filter((hit) => hit.certainty === "exact");
  return exact.length > 0 ? choose(exact, enabled, true) : choose(hits, enabled, false);
}

function hitsIn(adapters: readonly Adapter[], texts: readonly string[]): readonly Hit[] {
  const hits = new Map<string, Hit>();
  for (const text of texts) {
    for (const adapter of adapters) {
      for (const hit of adapter.recognize(text)) {
        if (!isReference(hit.lookup.reference)) continue;
        hits.set(`${hit.lookup.provider} ${hit.lookup.reference}`, hit);
      }
    }
  }
  return [...hits.values()];
}

function choose(
  hits: readonly Hit[],
  enabled: readonly ProviderId[],
  isNamed: boolean,
): RecognizedInput {
  const usable = hits.filter((hit) => enabled.includes(hit.lookup.provider));
  const providers = [...new Set(usable.map((hit) => hit.lookup.provider))];
  const [first, ...more] = usable;
  if (first !== undefined && more.length === 0) {
    return { kind: "lookup", lookup: first.lookup, isNamed };
  }
  if (providers.length > 1) return { kind: "ambiguous", providers, isNamed };
  if (more.length > 0) {
    return { kind: "several_references", references: usable.map((hit) => hit.lookup.reference) };
  }
  const [other, ...rest] = hits;
  if (other !== undefined && (isNamed || rest.length === 0)) {
    return { kind: "provider_not_enabled", provider: other.lookup.provider };
  }
  return { kind: "unrecognized" };
}
