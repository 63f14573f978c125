import type { ReceiptStatus } from "../../domain/receipt.ts";

/** The providers whose desks are played here; the others have no host to stand in for. */
export const BANK_PROVIDERS = [
  "telebirr",
  "cbe",
  "boa",
  "dashen",
  "awash",
  "cbe_birr",
  "mpesa",
  "http",
] as const;

export type BankProvider = (typeof BANK_PROVIDERS)[number];

export type TransferStatus = Exclude<ReceiptStatus, "unknown">;

/** Someone in a transfer, unmasked: layouts mask what their provider masks. */
export interface BankParty {
  readonly name: string;
  readonly account: string;
}

export interface BankAlias {
  readonly provider: BankProvider;
  readonly reference: string;
}

/** Whose account digits or phone open the receipt; disputed for real, so tests can choose. */
export type SuffixOwner = "receiver" | "payer" | "either";

/**
 * One leg of a transfer, as one provider books it. Money from a wallet into a bank makes two
 * legs that name each other in `aliases`.
 */
export interface BankTransfer {
  readonly provider: BankProvider;
  readonly reference: string;
  /** What stands in the customer's link where that is not the reference (CBE's new link). */
  readonly token: string | null;
  readonly aliases: readonly BankAlias[];
  /** Credited amount in minor units (two decimals), fees excluded. */
  readonly amountMinor: number;
  /** Service fee before VAT, minor units. */
  readonly feeMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly receiver: BankParty;
  /** Where the receiver's account lives at another institution than `provider`. */
  readonly receiverBank: BankProvider | null;
  readonly payer: BankParty;
  /** Milliseconds since the epoch. */
  readonly paidAt: number;
  readonly status: TransferStatus;
  readonly reason: string;
  /** Null: as the provider and the variant have it. */
  readonly masked: boolean | null;
  readonly dateOnly: boolean;
  /** Labels, or roles such as `receiver`, that the receipt leaves out. */
  readonly omit: readonly string[];
  readonly variant: string;
  readonly suffixOf: SuffixOwner;
  /** How many first lookups fail for no reason (CBE's JSON desk does that). */
  readonly hiccups: number;
  readonly linkForm: "json" | "pdf" | "branch";
  readonly smsLanguage: "en" | "am";
}
