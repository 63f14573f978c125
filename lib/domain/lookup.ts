import type { ProviderId } from "./provider.ts";

/** Input that an adapter understood: which receipt to look up, and what it needs for that. */
export interface Lookup {
  readonly provider: ProviderId;
  /** Canonical spelling of what was typed: upper-cased where the bank's references are, no spaces. */
  readonly reference: string;
  /** Which of the adapter's own ways it is, e.g. `link` or `pdf` at CBE. */
  readonly variant: string;
  /** Further parts found in a link or SMS (account suffix, phone), each checked against its alphabet. */
  readonly parts: Readonly<Record<string, string>>;
  /** The day that the reference itself carries (UTC ms of local midnight), where it does: a soft check only. */
  readonly datedOn: number | null;
}
