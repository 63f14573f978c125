import type { AttemptOutcome } from "./attempt.ts";
import type { Lookup } from "./lookup.ts";
import type { ParkingReason } from "./parking.ts";
import type { Receipt } from "./receipt.ts";

/** One try to verify a checkout with one reference, with what is needed to try it again. */
export interface Attempt {
  readonly id: string;
  readonly checkoutId: string;
  readonly accountId: string;
  readonly appId: number;
  readonly livemode: boolean;
  readonly lookup: Lookup;
  readonly payerPhone: string | null;
  /** While unsettled: why it still waits. */
  readonly outcome: AttemptOutcome;
  readonly createdAt: number;
  readonly settledAt: number | null;
  /** Tries begun so far. */
  readonly tries: number;
  /** When it is tried next; null once settled. */
  readonly nextAt: number | null;
  /** Somebody is trying it until then; 0 where nobody is. */
  readonly leaseUntil: number;
  /** Tries in a row that ended in the same undecided way. */
  readonly streak: { readonly reason: ParkingReason; readonly count: number } | null;
  readonly expected: { readonly amount: number; readonly currency: string };
  readonly found: Found | null;
  /** Field-by-field verdicts and the receipt's hash: evidence, not the page. */
  readonly evidence: Readonly<Record<string, unknown>> | null;
  /** Kept while the decision is open (credits, review), so that nobody has to ask the bank again. */
  readonly receipt: Receipt | null;
}

export interface Found {
  readonly amount: number;
  readonly currency: string;
  readonly paidAt: number | null;
}
