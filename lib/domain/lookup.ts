import type { ProviderId } from "./provider.ts";

/** Characters of the longest input: a reference, a link, or a whole SMS with its greetings. */
export const LONGEST_INPUT = 2_000;

/** A recognized input: which receipt to look up, and the data that the lookup needs. */
export interface Lookup {
  readonly provider: ProviderId;
  /** The typed reference in canonical form: no spaces, upper case if the bank's references are. */
  readonly reference: string;
  /** The adapter's own kind of input, e.g. `link` or `pdf` at CBE. */
  readonly variant: string;
  /** Further parts of a link or SMS (account suffix, phone), validated. */
  readonly parts: Readonly<Record<string, string>>;
  /** The day encoded in the reference (UTC ms of local midnight), or null. Only used for a warning. */
  readonly datedOn: number | null;
}
