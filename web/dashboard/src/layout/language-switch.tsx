import { useState } from "react";
import { type Language, language, switchLanguage, t } from "../texts/t.ts";

/** Each language by its own name, so that its readers find it. */
const LANGUAGES: readonly { readonly language: Language; readonly name: string }[] = [
  { language: "en", name: "English" },
  { language: "am", name: "አማርኛ" },
];

/** @param save stores the choice with the user; if it fails, the language does not change */
export function LanguageSwitch({ save }: { readonly save?: (next: Language) => Promise<unknown> }) {
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const choose = async (next: Language) => {
    if (next === language()) return;
    setState("busy");
    try {
      await save?.(next);
      switchLanguage(next);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <fieldset className="flex flex-wrap justify-center gap-1">
      <legend className="sr-only">{t("layout.language")}</legend>
      {LANGUAGES.map(({ language: one, name }) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language()}
          disabled={state === "busy"}
          onClick={() => void choose(one)}
          className="min-h-8 flex-1 rounded-md px-2 text-note whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink"
        >
          {name}
        </button>
      ))}
      {state === "failed" && (
        <p role="alert" className="w-full px-3 text-note text-bad">
          {t("layout.languageNotSaved")}
        </p>
      )}
    </fieldset>
  );
}
