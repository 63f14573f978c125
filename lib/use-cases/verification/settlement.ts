import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { CaptureSource } from "../../domain/credit-shards.ts";
import type { HarmlessBuckets } from "../../store/fingerprints.ts";
import type { Write } from "../../store/transact.ts";

/** A checkout and one of its attempts. */
export interface AttemptState {
  readonly checkout: Checkout;
  readonly attempt: Attempt;
}

/** What earlier rounds of a settlement learned from refusals. */
export interface Learned {
  readonly usedBefore: boolean;
  readonly duplicate: boolean;
  readonly noCredits: boolean;
  /** Where the credit comes from; null for the shard that the checkout names. */
  readonly source: CaptureSource | null;
  readonly harmless: HarmlessBuckets;
}

/** State of the first round. */
export const NOTHING_LEARNED: Learned = {
  usedBefore: false,
  duplicate: false,
  noCredits: false,
  source: null,
  harmless: new Map(),
};

/** A planned settlement: the resulting state and its writes. */
export interface Plan {
  readonly checkout: Checkout;
  readonly attempt: Attempt;
  readonly writes: readonly Write[];
}
