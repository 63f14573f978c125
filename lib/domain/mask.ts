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

/** Masks a phone or account number: its last four characters, `*****6789`, without its length. Null stays null. */
export function maskNumber(number: string | null): string | null {
  return number === null ? null : `*****${number.slice(-4)}`;
}
