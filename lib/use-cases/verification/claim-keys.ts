import type { Attempt } from "../../domain/attempt-record.ts";
import type { Lookup } from "../../domain/lookup.ts";
import { claimKey, claimKeysOf, claimKeysOfTyped } from "../../domain/references.ts";
import { referencesWithin, transactionsIn } from "../../providers/references-within.ts";

/**
 * Claims of payments: of their receipts, or of the typed references while there is no receipt. A token that encodes its
 * transaction uses that up as well. A slip is used up at every bank, also where the reference has other words around it.
 */
export function keysOf(
  attempts: readonly Pick<Attempt, "receipt" | "lookup">[],
): readonly string[] {
  return attempts.flatMap(({ receipt, lookup }) =>
    receipt === null ? keysOfTyped(lookup) : claimKeysOf(receipt),
  );
}

function keysOfTyped({ provider, reference, variant }: Lookup): readonly string[] {
  const typed = claimKeysOfTyped(provider, reference);
  if (provider === "manual") {
    return [
      ...typed,
      ...referencesWithin(reference).map((one) => claimKey(one.provider, one.reference)),
    ];
  }
  // The references of links that only a person can read encode nothing.
  if (variant === "review-link") return typed;
  return [...typed, ...transactionsIn(provider, reference).map((id) => claimKey(provider, id))];
}
