/** Collapses every kind of white space (NBSP too) to single spaces. */
export function tidyText(text: string): string {
  return text.replace(/[\s\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]+/g, " ").trim();
}

const ETHIOPIC = /[\u1200-\u139f\u2d80-\u2ddf\uab00-\uab2f]/;
const LATIN = /[A-Za-z]/;

/**
 * The form in which labels are compared: lower-case, no trailing colon, one space around nothing,
 * and only the English half of `የከፋይ ስም/Payer Name`.
 */
export function labelKey(text: string): string {
  const halves = tidyText(text)
    .split("/")
    .map((half) => half.trim());
  const english = halves.filter((half) => !(ETHIOPIC.test(half) && !LATIN.test(half)));
  return english
    .join("/")
    .replace(/[\s:]+$/, "")
    .toLowerCase();
}
