import { am } from "./am.ts";
import { en } from "./en.ts";
import type { Language, Texts } from "./shape.ts";

export const TEXTS: Readonly<Record<Language, Texts>> = { en, am };

/** No browser sends a longer header; the rest is ignored, so that sorting it stays cheap. */
const LONGEST_READ = 500;

/** The reader's choice, else the merchant's, else the browser's. */
export function chooseLanguage(
  wish: unknown,
  locale: Language | null,
  acceptLanguage: string | undefined,
): Language {
  if (wish === "en" || wish === "am") return wish;
  if (locale !== null) return locale;
  return preferred(acceptLanguage ?? "");
}

/** The first of our languages by the weights of `Accept-Language` (RFC 9110), else English. */
function preferred(acceptLanguage: string): Language {
  const ranges = acceptLanguage.slice(0, LONGEST_READ).split(",").map(weighed);
  const best = ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  const found = best.find(({ tag }) => tag === "en" || tag === "am");
  return found?.tag === "am" ? "am" : "en";
}

function weighed(range: string): { readonly tag: string; readonly weight: number } {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return {
    tag: tag.split("-")[0] ?? "",
    weight: weight === undefined ? 1 : Number(weight.slice(2)),
  };
}
