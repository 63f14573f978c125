import { control, element } from "../sign-in/controls.ts";
import { t } from "../texts/t.ts";

/** A button that hands an address to the phone's own share menu, or copies it where there is none. */
export function shareOrCopy(url: string, text: string): HTMLElement {
  const said = element("p", { role: "status", className: "mt-1 text-center text-note text-soft" });
  const share = async () => {
    try {
      if (typeof navigator.share === "function") return await navigator.share({ url });
      await navigator.clipboard.writeText(url);
      said.textContent = t("ui.copied");
    } catch (error) {
      // The user closed the share menu.
      if (error instanceof DOMException && error.name === "AbortError") return;
      said.textContent = url;
    }
  };
  const { button } = control(
    text,
    { className: "mt-4 h-auto! min-h-12 w-full py-2 whitespace-normal" },
    { onclick: () => void share() },
  );
  return element("div", {}, button, said);
}
