import type { Attempt } from "../../domain/attempt-record.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import { claimKey, claimKeysOf, claimKeysOfTyped, foldReference } from "../../domain/references.ts";
import { FACTS } from "../../providers/facts.ts";

/** Claims of the receipts that were read. */
export function receiptKeys(attempts: readonly Attempt[]): readonly string[] {
  return attempts.flatMap(({ receipt }) => (receipt === null ? [] : claimKeysOf(receipt)));
}

/**
 * Claims of references without a receipt. A slip is used up at every bank, also without the digits of an account that
 * some banks' receipts have in their address.
 */
export function typedKeys(attempts: readonly Attempt[]): readonly string[] {
  return attempts.flatMap(({ lookup: { provider, reference } }) => [
    ...claimKeysOfTyped(provider, reference),
    ...(provider === "manual" ? keysWithoutDigits(foldReference(reference)) : []),
  ]);
}

function keysWithoutDigits(typed: string): readonly string[] {
  return PROVIDERS.flatMap((provider) =>
    (FACTS[provider].reference.typed ?? []).flatMap((form) => {
      const reference = form.exec(typed)?.groups?.reference;
      return reference === undefined ? [] : [claimKey(provider, reference)];
    }),
  );
}
