import type { ProviderId } from "./provider.ts";

/** The transfer's status at the provider; `unknown` for an unlisted word. Only `completed` can match. */
export type ReceiptStatus = "completed" | "pending" | "reversed" | "failed" | "unknown";

/** A party as the receipt shows it. The account may be masked (`1****0401`). */
export interface Party {
  readonly name: string | null;
  readonly account: string | null;
}

/** The receiver, with the institution that holds the account (a wallet can pay into a bank). */
export interface Receiver extends Party {
  readonly institution: ProviderId | null;
  /** Only the form of the account says which institution it is. */
  readonly isInferred?: true;
}

/**
 * A receipt of any bank in the common form for matching. Money is the **credited** amount without fees, an
 * integer in minor units.
 */
export interface Receipt {
  readonly provider: ProviderId;
  /** The canonical reference on the receipt, never the typed one. */
  readonly reference: string;
  /** Other references of the same transfer, e.g. the bank's in addition to the wallet's. */
  readonly aliases: readonly { readonly provider: ProviderId; readonly reference: string }[];
  readonly status: ReceiptStatus;
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly receiver: Receiver;
  readonly payer: Party;
  /** ms since the epoch; the start of the local day if `dateOnly`. */
  readonly paidAt: number;
  /** The receipt shows a day but no time of day. */
  readonly dateOnly: boolean;
  /** What the payer wrote as the reason; absent where it is not read. It proves nothing but that the payer knew a code. */
  readonly reason?: string | null;
  readonly source: {
    readonly urlHost: string;
    /** Hex SHA-256 of the response body. */
    readonly bodySha256: string;
    readonly fetchedAt: number;
    readonly parserVersion: string;
  };
}
