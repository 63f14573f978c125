import { type Language, language, switchLanguage, t } from "../texts/t.ts";
import { element } from "./controls.ts";

/** Buttons for the languages, each by its own name, so that its readers find it. */
export function languages(choose: (next: Language) => void = switchLanguage): HTMLElement {
  const names: readonly (readonly [Language, string])[] = [
    ["en", "English"],
    ["am", "አማርኛ"],
  ];
  return element(
    "fieldset",
    { className: "mx-auto mt-4 flex max-w-60 flex-wrap justify-center gap-1" },
    element("legend", { className: "sr-only" }, t("layout.language")),
    ...names.map(([lang, name]) =>
      element(
        "button",
        {
          type: "button",
          lang,
          "aria-pressed": lang === language(),
          onclick: () => choose(lang),
          className:
            "min-h-8 flex-1 rounded-md px-2 text-note text-soft hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink",
        },
        name,
      ),
    ),
  );
}

export function offlineNotice(): HTMLElement {
  const place = element("div", {
    role: "status",
    className: "pointer-events-none fixed inset-x-0 top-4 z-40 px-edge",
  });
  const show = () =>
    place.replaceChildren(
      ...(navigator.onLine
        ? []
        : [
            element(
              "p",
              {
                className:
                  "mx-auto w-fit rounded-full bg-warn-soft px-4 py-2 font-medium text-warn shadow-pop",
              },
              t("layout.youAreOffline"),
            ),
          ]),
    );
  addEventListener("online", show);
  addEventListener("offline", show);
  show();
  return place;
}
