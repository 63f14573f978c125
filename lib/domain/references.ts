import { PROVIDERS, type ProviderId } from "./provider.ts";
import type { Receipt } from "./receipt.ts";

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
