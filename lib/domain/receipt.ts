import { PROVIDERS, type ProviderId } from "./provider.ts";

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

const MAX_LENGTH = 128;

/**
 * Normalizes a reference for comparison: NFKC, upper case, letters and digits only. This is coarser than the
 * rules of some banks: an unused reference may count as used, but never the reverse.
 *
 * @throws RangeError for text that `isReference` rejects
 */
export function comparableReference(reference: string): string {
  const key = foldReference(reference);
  if (!isComparable(key)) throw new RangeError("not a reference");
  return key;
}

/** Whether a text can be a reference: 1 to 128 letters and digits, with anything between them. */
export function isReference(text: string): boolean {
  return isComparable(foldReference(text));
}

/** The key of a claim. It ignores spelling, so that a reference of one provider is used up once. */
export function claimKey(provider: ProviderId, reference: string): string {
  return `${provider}:${comparableReference(reference)}`;
}

/** What a claim is of. Parses the output of `claimKey`. */
export function claimOf(key: string): {
  readonly provider: ProviderId;
  readonly reference: string;
} {
  const [provider = "", reference = ""] = key.split(":");
  return { provider: provider as ProviderId, reference };
}

/** The claims of a receipt: its reference and each alias, without repetition. */
export function claimKeysOf(
  receipt: Pick<Receipt, "provider" | "reference" | "aliases">,
): string[] {
  const all = [receipt, ...receipt.aliases];
  return [...new Set(all.map(({ provider, reference }) => claimKey(provider, reference)))];
}

/** The claims of a typed reference without a receipt: at every bank if none was named. */
export function claimKeysOfTyped(provider: ProviderId, reference: string): string[] {
  const banks = provider === "manual" ? PROVIDERS : [provider];
  return banks.map((bank) => claimKey(bank, reference));
}

/** A text as references are compared: NFKC, upper case, letters and digits only. */
export function foldReference(reference: string): string {
  return reference
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function isComparable(key: string): boolean {
  return key.length > 0 && key.length <= MAX_LENGTH;
}
