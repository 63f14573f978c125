/** A row of a bank's statement. */
export interface StatementRow {
  /** Where it stands in the file. Rows that are otherwise equal differ by it. */
  readonly line: number;
  /** Of the booking, e.g. `2026-11-20`. */
  readonly day: string;
  /** Minor units, above 0. */
  readonly amount: number;
  readonly direction: "in" | "out";
  readonly text: string;
  /** Where the bank has a column of its own for it. */
  readonly reference: string | null;
}

/** A verified payment that a statement is compared with. */
export interface BookPayment {
  /** Unique, e.g. checkout and reference. */
  readonly id: string;
  readonly reference: string;
  /** Minor units, above 0. */
  readonly amount: number;
  /** On which the customer paid, as far as it is known. */
  readonly day: string;
  /** False if the payment may have gone to another account, so that nothing follows from its absence. */
  readonly isAccountKnown: boolean;
}

export interface Days {
  readonly from: string;
  /** Included. */
  readonly to: string;
}

/** What is known besides rows and payments. */
export interface StatementFacts {
  /** Days that this statement, or an earlier one of the account, covers completely. */
  readonly complete: readonly Days[];
  /** Ids of payments that were on an earlier statement. */
  readonly confirmed: ReadonlySet<string>;
  readonly today: string;
}

export interface Pair {
  readonly payment: BookPayment;
  readonly row: StatementRow;
}

export interface Missing {
  readonly payment: BookPayment;
  /** Above 1: so many payments of the same amount could be the missing one, because rows name no reference. */
  readonly among: number;
}

export interface Reversal extends Pair {
  /** Above 1: so many payments of the same amount could be the reversed one, because the row names no reference. */
  readonly among: number;
}

/** Why a payment that is not on the statement is not missing. */
export type WaitingReason = "not_covered" | "too_soon" | "account_unknown" | "confirmed_before";

/**
 * What a statement says of payments. Each row is in exactly one of `agreed`, `differing`, `reversed`, `unknown` and `other`;
 * each payment in one of `agreed`, `differing`, `missing` and `waiting`, and perhaps in `reversed` besides.
 */
export interface Comparison {
  readonly agreed: readonly Pair[];
  /** The same payment with two amounts: fees taken from the sum, or money that the receipt did not show. */
  readonly differing: readonly Pair[];
  /** Outgoing rows that take a payment back. */
  readonly reversed: readonly Reversal[];
  /** Incoming rows without a payment. */
  readonly unknown: readonly StatementRow[];
  /** Other outgoing rows: fees, transfers, cash. */
  readonly other: readonly StatementRow[];
  readonly missing: readonly Missing[];
  readonly waiting: readonly { readonly payment: BookPayment; readonly reason: WaitingReason }[];
}
