import type { Lookup } from "../domain/attempt.ts";
import { PROVIDERS, type ProviderId } from "../domain/provider.ts";
import { claimKey, claimKeysOfTyped } from "../domain/receipt.ts";
import { transactionIdOf, transactionIdsOf } from "./awash/adapter.ts";
import { FACTS } from "./facts.ts";
import { referenceDay } from "./input/pasted-text.ts";

/** Most references that a manual one may hold: it is one payment, and several banks have references of one form. */
export const MOST_WITHIN = 7;

/** Banks whose references are those of a core system: `FT` or `TT`, year, day of the year, five characters. */
const CORE_BANKS = ["cbe", "boa", "amhara"] as const;
/** Awash's numbers of transactions have so many digits. */
const AWASH_DIGITS = 15;
/** Such references wherever they begin, also within one another. */
const CORE_REFERENCE = /(?=((?:FT|TT)[0-9]{5}[A-Z0-9]{5}))/g;

interface Reference {
  readonly provider: ProviderId;
  readonly reference: string;
}

/**
 * Bank references in a manual reference: its words, alone or together, and core references also without a space around them.
 *
 * @param entered words in upper case, with one hyphen between two of them
 */
export function referencesWithin(entered: string): readonly Reference[] {
  const words = entered.split("-");
  const runs = words.flatMap((_, from) => words.map((_word, to) => words.slice(from, to + 1)));
  const core = Array.from(words.join("").matchAll(CORE_REFERENCE), ([, found]) => String(found));
  const ofCore = core.flatMap((reference) =>
    CORE_BANKS.map((provider) => ({ provider, reference })),
  );
  const all = [...runs.flatMap(formsOfRun), ...ofCore];
  return [...new Map(all.map((one) => [`${one.provider}:${one.reference}`, one])).values()];
}

/** Their receipts show several numbers of one form, of which only two are claimed: see the adapter. */
const OF_SEVERAL_NUMBERS: readonly ProviderId[] = ["cbe_birr"];

/** Whether words have a bank's own number, so that a receipt of the bank with another one is of another transfer. */
export function hasOwnNumber(entered: string, bank: ProviderId): boolean {
  if (OF_SEVERAL_NUMBERS.includes(bank)) return false;
  return referencesWithin(entered).some(({ provider }) => provider === bank);
}

/** What words are that together have the form of a bank's reference. */
function formsOfRun(words: readonly string[]): readonly Reference[] {
  return PROVIDERS.flatMap((provider) => {
    const { shape, day } = FACTS[provider].reference;
    // Awash's tokens have a hyphen, and a number in place of a day.
    const reference = words.join(provider === "awash" ? "-" : "");
    const isLikely =
      provider === "awash"
        ? transactionIdOf(reference).length === AWASH_DIGITS
        : referenceDay(reference, day) !== null;
    if (!shape.test(reference) || !isLikely) return [];
    return [reference, ...transactionsIn(provider, reference)].map((one) => ({
      ...{ provider, reference: one },
    }));
  });
}

/** What the receipt of a token may have for its reference: the bank could give out another token for it. */
export function transactionsIn(provider: ProviderId, token: string): readonly string[] {
  if (provider === "awash") return transactionIdsOf(token);
  // Account digits and letters follow.
  return provider === "wegagen" ? [token.slice(0, 16)] : [];
}

/**
 * Claims of a typed reference. A token that encodes its transaction also claims that. A manual reference, which only a
 * person can look up, is claimed at every bank, even if it has other words around it.
 */
export function typedClaims({ provider, reference, variant }: Lookup): readonly string[] {
  const typed = claimKeysOfTyped(provider, reference);
  const within =
    provider === "manual"
      ? referencesWithin(reference).map((one) => claimKey(one.provider, one.reference))
      : // The references of links that only a person can read encode nothing.
        variant === "review-link"
        ? []
        : transactionsIn(provider, reference).map((id) => claimKey(provider, id));
  return [...new Set([...typed, ...within])];
}
