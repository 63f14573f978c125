import { PROVIDERS, type ProviderId } from "./provider.ts";
import type { Receipt } from "./receipt.ts";

const MAX_LENGTH = 128;

/**
 * The one spelling by which references are compared: compatibility forms folded (NFKC), upper case,
 * letters and digits only. Coarser than some banks' own rules on purpose: at worst a reference counts as
 * used that was not, never the other way round. Throws RangeError for what `isReference` refuses.
 */
export function comparableReference(reference: string): string {
  const key = fold(reference);
  if (!isComparable(key)) throw new RangeError("not a reference");
  return key;
}

/** Whether a text can be a reference at all: 1 to 128 letters and digits, whatever stands between them. */
export function isReference(text: string): boolean {
  return isComparable(fold(text));
}

/** What a claim is stored under: the same reference of one provider is used up once, however spelled. */
export function claimKey(provider: ProviderId, reference: string): string {
  return `${provider}:${comparableReference(reference)}`;
}

/** Every claim that one receipt needs: its own reference and each alias of the same transfer, once each. */
export function claimKeysOf(
  receipt: Pick<Receipt, "provider" | "reference" | "aliases">,
): string[] {
  const all = [receipt, ...receipt.aliases];
  return [...new Set(all.map(({ provider, reference }) => claimKey(provider, reference)))];
}

/** The claims for a reference that was only typed: at every bank, where nobody has named one. */
export function claimKeysOfTyped(provider: ProviderId, reference: string): string[] {
  const banks = provider === "manual" ? PROVIDERS : [provider];
  return banks.map((bank) => claimKey(bank, reference));
}

function fold(reference: string): string {
  return reference
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function isComparable(key: string): boolean {
  return key.length > 0 && key.length <= MAX_LENGTH;
}
