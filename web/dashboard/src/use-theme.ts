import { useSyncExternalStore } from "react";
import { chosenTheme, onThemeChange, type Theme } from "./theme.ts";

export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, chosenTheme);
}
