/** Languages of the pages that a payer reads, in the order of the pages' language switch. */
export const PAYER_LANGUAGES = ["en", "am", "om", "ti", "so"] as const;

export type PayerLanguage = (typeof PAYER_LANGUAGES)[number];

/**
 * A name in the letters that a language is written in. Banks print their names in English and Amharic only:
 * Tigrinya shares the letters of Amharic, Afaan Oromo and Somali those of English.
 */
export function printedName(
  name: { readonly en: string; readonly am: string },
  language: PayerLanguage,
): string {
  return language === "am" || language === "ti" ? name.am : name.en;
}
