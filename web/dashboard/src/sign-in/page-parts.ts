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

/** `over` the middle of a page that has nothing at its top, or `above` the rest, which moves down. */
export function offlineNotice(where: "over" | "above"): HTMLElement {
  const position = where === "over" ? "fixed inset-x-0 top-4" : "sticky top-4";
  const place = element("div", {
    role: "status",
    className: `pointer-events-none ${position} z-40 px-edge`,
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
                  "mx-auto w-fit rounded-3xl bg-warn-soft px-[min(1rem,4vw)] py-2 font-medium text-warn shadow-pop wrap-anywhere",
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
