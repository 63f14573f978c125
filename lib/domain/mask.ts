const HIDDEN = "****";
const MAX_WORDS = 4;

/**
 * Masks a person's name: the first letters of at most four words, `A*** K***`, without their lengths. Null and
 * names without letters become null.
 */
export function maskName(name: string | null): string | null {
  const initials = (name ?? "").split(/[\s*]/u).flatMap((word) => /\p{L}/u.exec(word) ?? []);
  if (initials.length === 0) return null;
  return initials
    .slice(0, MAX_WORDS)
    .map((letter) => `${letter}***`)
    .join(" ");
}

/** Masks an account number to its last four characters, `****0401`; fully if it has fewer than eight. */
export function maskAccount(account: string | null): string | null {
  if (account === null) return null;
  const plain = account.replaceAll(/[\s-]/g, "");
  return plain.length < 8 ? HIDDEN : HIDDEN + plain.slice(-4);
}

/** Masks a phone number: `+251****567` or `09****567`; fully if it has fewer than ten characters. */
export function maskPhone(phone: string | null): string | null {
  if (phone === null) return null;
  const plain = phone.replaceAll(/[\s()-]/g, "");
  return plain.length < 10
    ? HIDDEN
    : plain.slice(0, plain.startsWith("+") ? 4 : 2) + HIDDEN + plain.slice(-3);
}
