/** Enables the button again after this time (ms), longer than any response takes, for a payer who stopped the page. */
const ENABLE_AFTER_MS = 30_000;

/** Shows that the form is being sent, sends it once, and follows the chosen bank. */
export function enhanceForm(): void {
  const form = document.querySelector<HTMLFormElement>("[data-pay]");
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
    const hint = document.getElementById("reference-hint");
    if (example && hint) hint.textContent = example;
    showExtraFields(form);
  });
  showExtraFields(form);
  const input = form.querySelector<HTMLTextAreaElement>("#reference");
  input?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit(button);
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
