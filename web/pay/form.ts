/** Enables the button again after this time (ms), longer than any response takes, for a payer who stopped the page. */
const ENABLE_AFTER_MS = 30_000;

/** The form for the number as it is now; a paired page has other forms before it. */
const payForm = () => document.querySelector<HTMLFormElement>("[data-pay]");

/** Shows that the form is being sent, sends it once, and follows the chosen bank. */
export function enhanceForm(): void {
  const form = payForm();
  const button = form?.querySelector<HTMLButtonElement>("button[data-busy]");
  if (!form || !button || form.dataset.ready) return;
  form.dataset.ready = "yes";
  const label = button.textContent;

  form.addEventListener("submit", (event) => {
    if (button.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      return;
    }
    button.setAttribute("aria-disabled", "true");
    button.textContent = button.dataset.busy ?? label;
    setTimeout(enableButton, ENABLE_AFTER_MS);
  });
  const enableButton = () => {
    button.removeAttribute("aria-disabled");
    button.textContent = label;
  };
  // The browser's Back button shows the page as it was left.
  addEventListener("pageshow", enableButton);
  form.addEventListener("change", ({ target }) => {
    const { example } = (target as HTMLElement).dataset;
    const shown = document.getElementById("example");
    if (example && shown) shown.textContent = example;
    showExtraFields(form);
  });
  showExtraFields(form);
  const input = form.querySelector<HTMLTextAreaElement>("#reference");
  input?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    button.click();
  });
}

/** Shows a field that only some banks need when one of them is chosen, or none can be. */
function showExtraFields(form: HTMLFormElement): void {
  const chosen = [...form.querySelectorAll<HTMLInputElement>("[data-provider]:checked")];
  const named = chosen.filter(({ name }) => name === "provider");
  const banks = (named.length > 0 ? named : chosen).map(({ dataset }) => dataset.provider ?? "");
  for (const field of form.querySelectorAll<HTMLElement>("[data-for]")) {
    const wanting = field.dataset.for?.split(" ") ?? [];
    field.hidden = banks.length > 0 && !banks.some((bank) => wanting.includes(bank));
  }
}

const CONFIRM_MS = 2500;

const BUTTONS = "[data-copy],[data-fill],[data-print]";

/** Shows and enables the buttons that need a script; the markup hides or disables them. */
export function showButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(BUTTONS)) {
    if (button.dataset.copy && !button.firstElementChild) addConfirmation(button);
    button.hidden = false;
    button.disabled = false;
  }
}

/** Puts both labels into the button, so that its width stays when it says that it has copied. */
function addConfirmation(button: HTMLButtonElement): void {
  const after = document.createElement("span");
  after.className = "after";
  after.ariaHidden = "true";
  after.textContent = said().copied ?? "";
  const label = document.createElement("span");
  label.append(...button.childNodes);
  button.append(label, after);
  const what = button.closest(".row")?.querySelector("dt")?.textContent ?? "";
  button.ariaLabel = (said().name ?? "|").replace("|", what);
}

/** Texts that all buttons share. */
function said(): DOMStringMap {
  return (document.getElementById("say") as HTMLElement).dataset;
}

/** One listener for all buttons, including those added later. */
export function listenForCopies(announce: (text: string) => void): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>(BUTTONS);
    if (!button) return;
    if ("print" in button.dataset) return print();
    const { copy, fill } = button.dataset;
    if (fill) fillIn(fill);
    else if (copy && !button.classList.contains("done")) {
      void copyAndConfirm(button, copy, announce);
    }
  });
}

async function copyAndConfirm(
  button: HTMLButtonElement,
  text: string,
  announce: (text: string) => void,
): Promise<void> {
  if (!(await copyText(text, button))) return;
  button.classList.add("done");
  announce(said().copied ?? "");
  setTimeout(() => {
    button.classList.remove("done");
    announce("");
  }, CONFIRM_MS);
}

async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard access: select the value, so that the phone's own Copy takes it.
    const value = button.closest(".row")?.querySelector(".value");
    if (value) getSelection()?.selectAllChildren(value);
    return document.execCommand("copy");
  }
}

function fillIn(reference: string): void {
  const input = document.querySelector<HTMLTextAreaElement>("#reference");
  if (!input) return;
  input.value = reference;
  input.focus();
}

/**
 * Keeps what was typed and chosen: over a change of the language, for the next page of this tab, and what was sent, for the
 * way back to this page, because the network may have failed. Browsers don't restore these fields.
 */
export function keepTyped(): void {
  let store: { [name: string]: string | undefined } = {};
  try {
    store = sessionStorage ?? store;
  } catch {
    // Some browsers refuse it, and those of apps may have none: a page in another language is empty then.
  }
  const kept = new URLSearchParams(history.state || store.typed);
  delete store.typed;
  kept.delete("lang");
  for (const [name, value] of kept) {
    // A list of radio buttons takes the value of the one to check.
    const field = payForm()?.elements.namedItem(name) as { value: string } | null;
    if (field) field.value = value;
  }
  // Without a file, all values are strings.
  const typed = () => `${new URLSearchParams(new FormData(payForm() ?? undefined) as never)}`;
  document.querySelector("nav")?.addEventListener("click", ({ target }) => {
    if ((target as Element).closest("a")) store.typed = typed();
  });
  document.addEventListener("submit", () => history.replaceState(typed(), ""));
}
