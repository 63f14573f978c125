import type { Attempt } from "../../domain/attempt-record.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import { claimKey, claimKeysOf, claimKeysOfTyped, foldReference } from "../../domain/references.ts";
import { FACTS } from "../../providers/facts.ts";

/**
 * Claims of payments: of their receipts, or of the typed references while there is no receipt. A slip is used up at every
 * bank, also without the digits of an account that some banks' receipts have in their address.
 */
export function keysOf(attempts: readonly Attempt[]): readonly string[] {
  return attempts.flatMap(({ receipt, lookup: { provider, reference } }) => {
    if (receipt !== null) return claimKeysOf(receipt);
    const typed = claimKeysOfTyped(provider, reference);
    return provider === "manual"
      ? [...typed, ...keysWithoutDigits(foldReference(reference))]
      : typed;
  });
}

function keysWithoutDigits(typed: string): readonly string[] {
  return PROVIDERS.flatMap((provider) =>
    (FACTS[provider].reference.typed ?? []).flatMap((form) => {
      const reference = form.exec(typed)?.groups?.reference;
      return reference === undefined ? [] : [claimKey(provider, reference)];
    }),
  );
}
