import { keep, kept } from "../kept.ts";
import type en from "./en.json";

/** Names one text of the dashboard: a key of `en.json`. */
export type TextKey = keyof typeof en;
export type Language = "en" | "am";
export type TextValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

type Texts = Readonly<Record<string, string>>;

const LANGUAGE_KEY = "language";
const counts = new Intl.NumberFormat("en");
let texts: Texts | null = null;
let plural = new Intl.PluralRules("en");

/** A count in the same digits and separators in both languages, e.g. 3999 → `3,999`. */
export function formatCount(value: number): string {
  return counts.format(value);
}

/** The language chosen on this device, else the browser's, else English. */
export function language(): Language {
  const chosen = kept(LANGUAGE_KEY) ?? navigator.language;
  return chosen.startsWith("am") ? "am" : "en";
}

const FILES = {
  dashboard: {
    en: () => import("virtual:dashboard-texts/en"),
    am: () => import("virtual:dashboard-texts/am"),
  },
  audit: {
    en: () => import("virtual:audit-texts/en"),
    am: () => import("virtual:audit-texts/am"),
  },
  books: {
    en: () => import("virtual:books-texts/en"),
    am: () => import("virtual:books-texts/am"),
  },
  console: {
    en: () => import("virtual:console-texts/en"),
    am: () => import("virtual:console-texts/am"),
  },
  customers: {
    en: () => import("virtual:customers-texts/en"),
    am: () => import("virtual:customers-texts/am"),
  },
  evidence: {
    en: () => import("virtual:evidence-texts/en"),
    am: () => import("virtual:evidence-texts/am"),
  },
  logs: {
    en: () => import("virtual:logs-texts/en"),
    am: () => import("virtual:logs-texts/am"),
  },
  notifications: {
    en: () => import("virtual:notifications-texts/en"),
    am: () => import("virtual:notifications-texts/am"),
  },
  phones: {
    en: () => import("virtual:phones-texts/en"),
    am: () => import("virtual:phones-texts/am"),
  },
  requests: {
    en: () => import("virtual:requests-texts/en"),
    am: () => import("virtual:requests-texts/am"),
  },
  "sign-in": {
    en: () => import("virtual:sign-in-texts/en"),
    am: () => import("virtual:sign-in-texts/am"),
  },
  counter: {
    en: () => import("virtual:counter-texts/en"),
    am: () => import("virtual:counter-texts/am"),
  },
} as const;

/**
 * Loads the texts of one page or view in the chosen language. Runs before any view is
 * imported, because views read texts at import; a change of language therefore reloads the page.
 */
export async function loadTexts(which: keyof typeof FILES): Promise<void> {
  const chosen = language();
  const loaded = await FILES[which][chosen]();
  // The page that comes next may load its texts while this one is shown, and two views theirs at the same time.
  texts = { ...texts, ...loaded.default };
  plural = new Intl.PluralRules(chosen);
  document.documentElement.lang = chosen;
}

/** Remembers the language on this device and shows the page in it. */
export function switchLanguage(next: Language): void {
  if (next === language()) return;
  keep(LANGUAGE_KEY, next);
  // Where the device remembers nothing, this would only end the session.
  if (language() === next) location.reload();
}

/**
 * Shows `href` in the language that the user chose on any device. Resolves only where the page is in it
 * already, or where the device cannot remember it.
 */
export async function adoptLanguage(chosen: Language | null, href: string): Promise<void> {
  if (chosen === null || chosen === language()) return;
  keep(LANGUAGE_KEY, chosen);
  if (language() !== chosen) return;
  location.assign(href);
  await new Promise(() => {});
}

/**
 * A text with its `{placeholders}` filled in. Where `values.count` is given, the text `{key}_{category}`
 * of the language's plural rules comes first, e.g. `checkouts.found_one`; `{count}` is written by `formatCount`. Other
 * numbers stay as they are: they may be ids.
 */
export function t(key: TextKey, values: TextValues = {}): string {
  return pattern(key, values.count).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (name === "count" && typeof value === "number") return formatCount(value);
    return value === null || value === undefined || value === false ? "" : String(value);
  });
}

/** The text before its placeholders are filled in. */
export function pattern(key: TextKey, count?: unknown): string {
  // A module that reads a text at import was loaded before the texts: see `main.ts`.
  if (texts === null) throw new Error(`the text ${key} is read before the texts are loaded`);
  const form = typeof count === "number" ? texts[`${key}_${plural.select(count)}`] : undefined;
  return form ?? texts[key] ?? key;
}
