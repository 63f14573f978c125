import { PROVIDERS, type ProviderId } from "../../domain/provider.ts";
import type { ReceiptStatus } from "../../domain/receipt.ts";
import { FACTS } from "../../providers/facts.ts";

/** Providers without a host that could be simulated. */
type Hostless = "manual" | "sandbox" | "zemen" | "ebirr";

export type BankProvider = Exclude<ProviderId, Hostless>;

/** The providers that the simulator plays: all that have a host, and `http`. */
export const BANK_PROVIDERS: readonly BankProvider[] = PROVIDERS.filter(
  (id): id is BankProvider => id === "http" || Object.keys(FACTS[id].hosts).length > 0,
);

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

/** Whose account digits or phone open the receipt; sources disagree about the real bank, so tests can choose. */
export type SuffixOwner = "receiver" | "payer" | "either";

/**
 * One leg of a transfer, as one provider books it. Money from a wallet into a bank makes two
 * legs that name each other in `aliases`.
 */
export interface BankTransfer {
  readonly provider: BankProvider;
  readonly reference: string;
  /** The secret in the customer's link where that is not the reference (CBE, Wegagen). */
  readonly token: string | null;
  readonly aliases: readonly BankAlias[];
  /** Credited amount in minor units (two decimals), fees excluded. */
  readonly amountMinor: number;
  /** Service fee before VAT, minor units. */
  readonly feeMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly receiver: BankParty;
  /** The other institution that holds the receiver's account, as receipts print it; null: `provider`. */
  readonly receiverBank: { readonly id: ProviderId | null; readonly name: string } | null;
  readonly payer: BankParty;
  /** Milliseconds since the epoch. */
  readonly paidAt: number;
  readonly status: TransferStatus;
  readonly reason: string;
  /** Null: as the provider and the variant print accounts. */
  readonly masked: boolean | null;
  readonly dateOnly: boolean;
  /** Labels, or roles such as `receiver`, that the receipt leaves out. */
  readonly omit: readonly string[];
  readonly variant: string;
  readonly suffixOf: SuffixOwner;
  /** How many first lookups fail for no reason, as at CBE's JSON host. */
  readonly hiccups: number;
  readonly linkForm: "json" | "pdf" | "branch";
  readonly smsLanguage: "en" | "am";
  readonly smsSide: "debit" | "credit";
}
