import type { ProviderId } from "../domain/provider.ts";
import type { Lookup, LookupContext } from "./adapter.ts";
import { inTurn } from "./in-turn.ts";

const MOST_TRIES = 4;

/**
 * The last `length` digits that a bank wants beside its reference, in the order to try: what the
 * customer's link carries, then the merchant's own accounts at that bank; at most four, others next time.
 */
export function accountSuffixes(
  lookup: Lookup,
  context: LookupContext,
  provider: ProviderId,
  length: number,
): readonly string[] {
  const own = context.accounts
    .filter((account) => account.provider === provider)
    .map((account) => account.accountNumber.replace(/[\s-]/g, ""))
    .filter((number) => /^[0-9]+$/.test(number) && number.length >= length)
    .map((number) => number.slice(-length));
  const typed = lookup.parts.suffix === undefined ? [] : [lookup.parts.suffix];
  const others = [...new Set(own)].filter((suffix) => !typed.includes(suffix));
  return [...typed, ...inTurn(others, context.tries, MOST_TRIES - typed.length)];
}
