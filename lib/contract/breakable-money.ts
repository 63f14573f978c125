/** Of ten million or more: too long for a line of a small phone with large letters. */
const LONG = /\d\d\D\d{3}\D\d{3}/;
const BESIDE_CURRENCY = /(?<=\D)\u00a0(?=\d)|(?<=\d)\u00a0(?=\D)/g;

/**
 * Lets a long amount, written for people, break between currency and number. It would break inside the number otherwise, and
 * read as two. Shorter amounts stay on one line.
 */
export function breakable(money: string): string {
  return LONG.test(money) ? money.replaceAll(BESIDE_CURRENCY, " ") : money;
}
