import type { LabelValues } from "./labels.ts";

/** Labels of text that the payer has written, as `labelKey` spells them. */
export const PAYERS_TEXT: readonly string[] = [
  "payment reason",
  "reason/type of service",
  "reason",
  "narrative",
];

/** The texts of a page without what the payer wrote, each of it once: a stamp that says the same remains. */
export function withoutPayersText(texts: readonly string[], page: LabelValues): readonly string[] {
  const left = [...texts];
  for (const written of page.all(...PAYERS_TEXT)) {
    const at = left.findIndex((text) => text.replace(/^:\s*/, "") === written);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
