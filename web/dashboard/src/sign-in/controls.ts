import { ApiProblem } from "../../../../clients/typescript/src/problem.ts";
import type { Session } from "../api-client.ts";
import { problemText } from "../problem-text.ts";
import { t } from "../texts/t.ts";
import { buttonClass, type Look } from "../ui/button-class.ts";

type Child = Node | string | null;

/** Creates an element. Properties are set as they are; `aria-*` and other names with a dash as attributes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Readonly<Record<string, unknown>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-")) made.setAttribute(name, String(value));
    else Object.assign(made, { [name]: value });
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** An icon from the paths of a 24 × 24 drawing. */
export function icon(className: string, ...paths: readonly string[]): SVGSVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  for (const [name, value] of Object.entries({
    viewBox: "0 0 24 24",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "2",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
    class: className,
  })) {
    svg.setAttribute(name, value);
  }
  for (const drawn of paths) {
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", drawn);
    svg.append(path);
  }
  return svg;
}

/** A labeled field with a hint and a place for its error. */
export interface Field {
  readonly frame: HTMLElement;
  readonly input: HTMLInputElement;
  /** Shows an error under the field and moves the focus there; null removes it. */
  readonly showError: (text: string | null) => void;
}

export function field(
  id: string,
  label: string,
  hint: string | null,
  properties: Readonly<Record<string, unknown>>,
): Field {
  const described = (withError: boolean) =>
    [hint && `${id}-hint`, withError && `${id}-error`].filter(Boolean).join(" ");
  const input = element("input", { id, required: true, className: "input", ...properties });
  if (hint) input.setAttribute("aria-describedby", described(false));
  const error = element("p", {
    id: `${id}-error`,
    hidden: true,
    className: "mt-1 text-note text-bad",
  });
  const frame = element(
    "div",
    { className: "mb-4" },
    element("label", { htmlFor: id, className: "mb-1 block font-medium" }, label),
    input,
    hint && element("p", { id: `${id}-hint`, className: "mt-1 text-note text-soft" }, hint),
    error,
  );
  const showError = (text: string | null) => {
    error.textContent = text;
    error.hidden = text === null;
    if (text === null) input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", described(text !== null));
    if (text !== null) input.focus();
  };
  return { frame, input, showError };
}

export interface Control {
  readonly button: HTMLButtonElement;
  /** While a request runs, the button cannot be pressed and shows that it waits. */
  readonly setBusy: (isBusy: boolean) => void;
}

export function control(
  text: string,
  look: Look & { readonly className?: string; readonly image?: SVGSVGElement },
  properties: Readonly<Record<string, unknown>> = {},
): Control {
  const words = element("span", {}, text);
  const button = element("button", {
    type: "button",
    className: buttonClass(look, look.className),
    ...properties,
  });
  const wait = icon("size-4 animate-spin", "M21 12a9 9 0 1 1-6.2-8.6");
  const show = (isBusy: boolean) => {
    const image = isBusy ? wait : look.image;
    button.replaceChildren(...(image ? [image] : []), words);
  };
  show(false);
  return {
    button,
    setBusy(isBusy) {
      button.disabled = isBusy;
      button.setAttribute("aria-busy", String(isBusy));
      show(isBusy);
    },
  };
}

/** A place for the problem of a request. */
export function problemPlace() {
  const place = element("div", { role: "alert" });
  const show = (error: unknown, text?: string) => {
    const wait = error instanceof ApiProblem ? error.retryAfterSeconds : null;
    const said = text ?? (error instanceof ApiProblem ? problemText(error) : String(error));
    place.replaceChildren(
      element(
        "div",
        { className: "mt-4 rounded-lg bg-bad-soft px-4 py-3 text-bad" },
        element("p", {}, said),
        wait === null ? null : element("p", {}, t("ui.tryAgainInS", { wait })),
      ),
    );
  };
  return { place, show, clear: () => place.replaceChildren() };
}

export interface SignInEvents {
  /** Called with the new session. */
  readonly onDone: (session: Session) => void;
  /** Called when the form asks for the code, and when it asks for the number again. */
  readonly onStep?: (step: "number" | "code") => void;
}

/** What a step needs. The signal aborts when the step leaves the page. */
export interface Step extends SignInEvents {
  readonly signal: AbortSignal;
}
