import type { ProviderId } from "../../domain/provider.ts";
import type { LookupContext } from "../adapter.ts";
import { inTurn } from "./links.ts";

const MOST_TRIES = 4;

/**
 * The last `length` digits of the merchant's own accounts at a bank that wants such digits beside its
 * reference: at most four, others on the next try.
 */
export function accountSuffixes(
  context: LookupContext,
  provider: ProviderId,
  length: number,
): readonly string[] {
  const own = context.accounts
    .filter((account) => account.provider === provider)
    .map((account) => account.accountNumber.replace(/[\s-]/g, ""))
    .filter((number) => /^[0-9]+$/.test(number) && number.length >= length)
    .map((number) => number.slice(-length));
  return inTurn([...new Set(own)], context.tries, MOST_TRIES);
}
