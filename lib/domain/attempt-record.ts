import type { AttemptOutcome } from "./attempt.ts";
import type { Lookup } from "./lookup.ts";
import type { ParkingReason } from "./parking.ts";
import type { Receipt } from "./receipt.ts";

/** One attempt to verify a checkout with one reference, with everything needed to retry it. Times in ms. */
export interface Attempt {
  readonly id: string;
  readonly checkoutId: string;
  readonly accountId: string;
  readonly appId: number;
  readonly livemode: boolean;
  readonly lookup: Lookup;
  readonly payerPhone: string | null;
  /** While unsettled: why it waits. `pending` on a settled attempt: a person decides. */
  readonly outcome: AttemptOutcome;
  readonly createdAt: number;
  readonly settledAt: number | null;
  /** Tries started so far. */
  readonly tries: number;
  /** When the next try is due; null once settled. */
  readonly nextAt: number | null;
  /** End of the lease of the worker that tries it; 0 without a lease. */
  readonly leaseUntil: number;
  /** Consecutive tries that ended for the same reason without a decision. */
  readonly streak: { readonly reason: ParkingReason; readonly count: number } | null;
  readonly expected: { readonly amount: number; readonly currency: string };
  readonly found: Found | null;
  /** Verdict per field and the receipt's hash; never the receipt's page. */
  readonly evidence: Readonly<Record<string, unknown>> | null;
  /** Kept while it waits for credits, so that the bank isn't asked again. */
  readonly receipt: Receipt | null;
  /** Partition keys of the fingerprints of its payment: nothing else lists them when the account is deleted. */
  readonly fingerprints: readonly string[];
}

export interface Found {
  readonly amount: number;
  readonly currency: string;
  readonly paidAt: number | null;
}
