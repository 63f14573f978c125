import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { Fingerprint, HarmlessBuckets } from "../../store/claims.ts";
import type { Write } from "../../store/transact.ts";

/** Where a checkout and one of its attempts stand. */
export interface Standing {
  readonly checkout: Checkout;
  readonly attempt: Attempt;
}

/** What earlier rounds of the same settlement found out by being refused. */
export interface Learned {
  readonly usedBefore: boolean;
  readonly duplicate: boolean;
  readonly noCredits: boolean;
  readonly harmless: HarmlessBuckets;
}

/** At the first round nothing is known yet. */
export const NOTHING_LEARNED: Learned = {
  usedBefore: false,
  duplicate: false,
  noCredits: false,
  harmless: new Map(),
};

/** One way to settle: what would be stored, and the writes that do it. */
export interface Plan {
  readonly checkout: Checkout;
  readonly attempt: Attempt;
  readonly writes: readonly Write[];
  /** For reading a refusal of the duplicate check. */
  readonly fingerprint: Fingerprint | null;
}
