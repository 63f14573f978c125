const HIDDEN = "****";
const MAX_WORDS = 4;

/**
 * A person's name as strangers and merchants may see it: the first letter of at most four words,
 * `A*** K***`. The stars do not tell how long a word is. Null stays null, an empty name becomes null.
 */
export function maskName(name: string | null): string | null {
  const words = (name ?? "").split(/[\s*]+/u).filter((word) => /\p{L}/u.test(word));
  if (words.length === 0) return null;
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `${/\p{L}/u.exec(word)?.[0] ?? ""}***`)
    .join(" ");
}

/** An account number by its last four characters, `****6171`; nothing of one with fewer than eight. */
export function maskAccount(account: string | null): string | null {
  if (account === null) return null;
  const plain = account.replaceAll(/[\s-]/g, "");
  return plain.length < 8 ? HIDDEN : HIDDEN + plain.slice(-4);
}

/** A phone number by its country and last three digits, `+251****567` or `09****567`; nothing of a short one. */
export function maskPhone(phone: string | null): string | null {
  if (phone === null) return null;
  const plain = phone.replaceAll(/[\s()-]/g, "");
  return plain.length < 10
    ? HIDDEN
    : plain.slice(0, plain.startsWith("+") ? 4 : 2) + HIDDEN + plain.slice(-3);
}
