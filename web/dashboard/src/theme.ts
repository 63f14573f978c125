import { keep, kept } from "./kept.ts";

export type Theme = "system" | "light" | "dark";
const KEY = "theme";
const listeners = new Set<() => void>();

/** Calls `listener` after each change. Returns how to stop that. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme chosen on this device. */
export function chosenTheme(): Theme {
  const value = kept(KEY);
  return value === "light" || value === "dark" ? value : "system";
}

/** Applies the theme to the page. Called once before the first render. */
export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function setTheme(theme: Theme): void {
  keep(KEY, theme === "system" ? null : theme);
  applyTheme(theme);
  for (const listener of listeners) listener();
}
