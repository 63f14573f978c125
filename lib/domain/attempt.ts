import type { Checkout } from "./checkout.ts";
import type { ParkingReason } from "./parking.ts";
import type { ProviderId } from "./provider.ts";
import type { Receipt } from "./receipt.ts";

/** Outcome of an attempt. All but `pending` are final. */
export const ATTEMPT_OUTCOMES = [
  "pending",
  "matched",
  "counted",
  "not_found",
  "not_completed",
  "receiver_mismatch",
  "currency_mismatch",
  "already_used",
  "too_old",
  "unreadable",
  "provider_unavailable",
  "insufficient_credits",
  "superseded",
] as const;

/**
 * What an unsettled attempt waits for: an answer of the provider, more credits, or the receipt to appear at
 * the provider.
 */
export const WAITING_FOR = ["provider", "credits", "receipt"] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

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

/** What the evidence of an attempt says that a notice began and no customer. */
export const FOUND_BY_NOTICE = { foundBy: "notice" } as const;

/**
 * Whether a notice pointed to the reference and nobody entered it. Only the bank's receipt can verify such an attempt: a
 * notice is no proof of what it says itself.
 */
export function isFoundByNotice({ evidence }: Attempt): boolean {
  return evidence?.foundBy === FOUND_BY_NOTICE.foundBy;
}

/** A checkout and one of its attempts. */
export interface AttemptState {
  readonly checkout: Checkout;
  readonly attempt: Attempt;
}

export interface Found {
  readonly amount: number;
  readonly currency: string;
  readonly paidAt: number | null;
}

/** Characters of the longest input: a reference, a link, or a whole SMS with its greetings. */
export const LONGEST_INPUT = 2_000;

/** A recognized input: which receipt to look up, and the data that the lookup needs. */
export interface Lookup {
  readonly provider: ProviderId;
  /** The typed reference in canonical form: no spaces, upper case if the bank's references are. */
  readonly reference: string;
  /** The adapter's own kind of input, e.g. `link` or `pdf` at CBE. */
  readonly variant: string;
  /** Further parts of a link or SMS (account suffix, phone), validated; or those of `SoldRow`. */
  readonly parts: Readonly<Record<string, string>>;
  /** The day encoded in the reference, or that of the statement's row that is sold (UTC ms of local midnight); else null. */
  readonly datedOn: number | null;
}

/** A statement's row that a member sells. */
export interface SoldRow extends Lookup {
  readonly provider: "manual";
  readonly datedOn: number;
  readonly parts: {
    /** The statement's bank and account. */
    readonly institution: ProviderId;
    readonly account: string;
    /** The first day whose payments may be booked on the row's day, and on those of rows that may be sold instead. */
    readonly since: string;
    /** The last day of these rows; only if there are others than the sold one: see `unsureSince` of a point. */
    readonly until?: string;
  };
}

export function isSoldRow(lookup: Lookup): lookup is SoldRow {
  return lookup.parts.institution !== undefined;
}
