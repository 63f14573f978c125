import type { ProviderId } from "./provider.ts";

/** What the provider says about the transfer itself. Only `completed` can ever be matched. */
export type ReceiptStatus = "completed" | "pending" | "reversed" | "failed" | "unknown";

/** A party as the receipt shows it: the account may be masked (`1****6171`), either may be missing. */
export interface Party {
  readonly name: string | null;
  readonly account: string | null;
}

/** The receiving side, with the institution that holds the account (a wallet can pay into a bank). */
export interface Receiver extends Party {
  readonly institution: ProviderId | null;
}

/**
 * A receipt in the one form that matching understands, whatever bank it came from.
 * Money is an integer in minor units and is the **credited** amount, fees excluded.
 */
export interface Receipt {
  readonly provider: ProviderId;
  /** The canonical reference as the receipt itself states it, never the typed one. */
  readonly reference: string;
  /** Other references of the same transfer (e.g. the bank's own beside the wallet's). */
  readonly aliases: readonly { readonly provider: ProviderId; readonly reference: string }[];
  readonly status: ReceiptStatus;
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly receiver: Receiver;
  readonly payer: Party;
  /** Milliseconds since the epoch, UTC; the start of the local day where `dateOnly`. */
  readonly paidAt: number;
  /** The receipt shows a day but no time of day. */
  readonly dateOnly: boolean;
  readonly source: {
    readonly urlHost: string;
    /** Hex SHA-256 of the bytes that were read. */
    readonly bodySha256: string;
    readonly fetchedAt: number;
    readonly parserVersion: string;
  };
}
