import type { Attempt } from "../../domain/attempt-record.ts";
import { PROVIDERS, type ProviderId } from "../../domain/provider.ts";
import { claimKey, claimKeysOf, claimKeysOfTyped, foldReference } from "../../domain/references.ts";
import { transactionIdOf } from "../../providers/awash/token.ts";
import { FACTS } from "../../providers/facts.ts";

/** Banks whose references are those of a core system: `FT` or `TT`, year, day of the year, five characters. */
const CORE_BANKS = ["cbe", "boa", "amhara"] as const;
const CORE_REFERENCE = /(?:FT|TT)[0-9]{5}[A-Z0-9]{5}/;
/** Most claims of one slip: each bank's, and another reference within it at each of these banks. */
export const MOST_SLIP_CLAIMS = PROVIDERS.length + CORE_BANKS.length;

/**
 * Claims of payments: of their receipts, or of the typed references while there is no receipt. A token that encodes its
 * transaction uses that up as well: the bank could give out another token. A slip is used up at every bank, also where the
 * reference has more text around it.
 */
export function keysOf(attempts: readonly Attempt[]): readonly string[] {
  return attempts.flatMap(({ receipt, lookup: { provider, reference } }) => {
    if (receipt !== null) return claimKeysOf(receipt);
    const typed = claimKeysOfTyped(provider, reference);
    if (provider === "manual") return [...typed, ...keysWithin(foldReference(reference))];
    const transaction = transactionIn(provider, reference);
    return transaction === null ? typed : [...typed, claimKey(provider, transaction)];
  });
}

function transactionIn(provider: ProviderId, token: string): string | null {
  if (provider === "awash") return transactionIdOf(token);
  // Account digits and letters follow.
  return provider === "wegagen" ? token.slice(0, 16) : null;
}

/** Also the digits of an account that some banks' receipts have in their address. */
function keysWithin(typed: string): readonly string[] {
  return CORE_BANKS.flatMap((bank) => {
    const forms = FACTS[bank].reference.typed ?? [];
    const exact = forms.map((form) => form.exec(typed)?.groups?.reference).find(Boolean);
    const reference = exact ?? CORE_REFERENCE.exec(typed)?.[0];
    return reference === undefined ? [] : [claimKey(bank, reference)];
  });
}
