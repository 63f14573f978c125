/** Collapses every kind of white space (NBSP too) to single spaces. */
export function tidyText(text: string): string {
  return text.replace(/[\s\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]+/g, " ").trim();
}

const LATIN = /[A-Za-z]/;

/**
 * The form in which labels are compared: lower-case, no colon at the end, and only the English half of
 * `የከፋይ ስም/Payer Name`. The Amharic half may be missing, or unreadable in a PDF: halves without Latin
 * letters do not count.
 */
export function labelKey(text: string): string {
  const halves = tidyText(text)
    .split("/")
    .map((half) => half.trim());
  const english = halves.filter((half) => LATIN.test(half));
  return (english.length > 0 ? english : halves)
    .join("/")
    .replace(/[\s:]+$/, "")
    .toLowerCase();
}
