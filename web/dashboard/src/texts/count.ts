const counts = new Intl.NumberFormat("en");

/** A count in the same digits and separators in both languages, e.g. 3999 → `3,999`. */
export function formatCount(value: number): string {
  return counts.format(value);
}
