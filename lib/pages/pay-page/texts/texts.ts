import { PAYER_LANGUAGES } from "../../../domain/payer-language.ts";
import type { Language, Texts } from "./shape.ts";

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  am: "አማርኛ",
  om: "Afaan Oromoo",
  ti: "ትግርኛ",
  so: "Soomaali",
};

/** A page loads the texts of its own language only. */
const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import("./en.ts")).en,
  am: async () => (await import("./am.ts")).am,
  om: async () => (await import("./om.ts")).om,
  ti: async () => (await import("./ti.ts")).ti,
  so: async () => (await import("./so.ts")).so,
};

const loaded: Partial<Record<Language, Texts>> = {};

/** Loads the texts of a language, once for each function instance. `textsIn` needs it. */
export async function loadTexts(language: Language): Promise<Texts> {
  const texts = await LOADERS[language]();
  loaded[language] = texts;
  return texts;
}

/** The texts of a language that `readerLanguage` or `loadTexts` has loaded. @throws Error if neither has */
export function textsIn(language: Language): Texts {
  const texts = loaded[language];
  if (texts === undefined) throw new Error(`the texts of ${language} are not loaded`);
  return texts;
}

/** As `chooseLanguage`, for a page: its texts are loaded too. */
export async function readerLanguage(
  wish: unknown,
  locale: Language | null,
  acceptLanguage: string | undefined,
): Promise<Language> {
  const language = chooseLanguage(wish, locale, acceptLanguage);
  await loadTexts(language);
  return language;
}

/** No browser sends a longer header; the rest is ignored, so that sorting it stays cheap. */
const LONGEST_READ = 500;

/** The reader's choice, else the merchant's, else the browser's. */
export function chooseLanguage(
  wish: unknown,
  locale: Language | null,
  acceptLanguage: string | undefined,
): Language {
  return known(wish) ?? locale ?? preferred(acceptLanguage ?? "");
}

/** The first of our languages by the weights of `Accept-Language` (RFC 9110), else English. */
function preferred(acceptLanguage: string): Language {
  const ranges = acceptLanguage.slice(0, LONGEST_READ).split(",").map(weighed);
  const best = ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return best.map(({ tag }) => known(tag)).find((language) => language !== undefined) ?? "en";
}

function known(tag: unknown): Language | undefined {
  return PAYER_LANGUAGES.find((language) => language === tag);
}

function weighed(range: string): { readonly tag: string; readonly weight: number } {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return {
    tag: tag.split("-")[0] ?? "",
    weight: weight === undefined ? 1 : Number(weight.slice(2)),
  };
}
