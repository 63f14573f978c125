import type { LabelValues } from "./labels.ts";

/** Labels of text that the payer has written, as `labelKey` spells them. */
export const PAYERS_TEXT: readonly string[] = [
  "payment reason",
  "customer note",
  "reason/type of service",
  "reason",
  "narrative",
];

/** The texts of a page without the payer's own text, which is removed once: a stamp with the same text remains. */
export function withoutPayersText(texts: readonly string[], page: LabelValues): readonly string[] {
  const written = new Set(page.all(...PAYERS_TEXT));
  return texts.filter((text) => !written.delete(text.replace(/^:\s*/, "")));
}

/** The payer's text under a label; null if the page shows the label more than once, so that nothing can imitate it. */
export function writtenReason(page: LabelValues, label: string): string | null {
  const [written = null, ...others] = page.all(label);
  return others.length > 0 ? null : written;
}
