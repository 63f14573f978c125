import type { Party } from "../../domain/receipt.ts";

/** An account field may name its holder too: `2519… - NAME`. */
export function partyOf(field: string | null): Party {
  const both = field?.match(/^([+0-9][0-9*]{3,19}) ?- ?(.{1,100})$/);
  return { account: both?.[1] ?? field, name: both?.[2] ?? null };
}
