/** Longer than the service ever takes; then whoever stopped the page may try again (ms). */
const GIVE_BACK_MS = 30_000;

/** Tells that the form is on its way, sends it once, and follows the chosen bank with its example. */
export function improveForm(): void {
  const form = document.querySelector<HTMLFormElement>("[data-pay]");
  const button = form?.querySelector<HTMLButtonElement>("button[data-busy]");
  const input = form?.querySelector<HTMLTextAreaElement>("#reference");
  if (!form || !button || !input || form.dataset.ready) return;
  form.dataset.ready = "yes";
  const label = button.textContent;

  form.addEventListener("submit", (event) => {
    if (button.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      return;
    }
    button.setAttribute("aria-disabled", "true");
    button.textContent = button.dataset.busy ?? label;
    setTimeout(giveBack, GIVE_BACK_MS);
  });
  const giveBack = () => {
    button.removeAttribute("aria-disabled");
    button.textContent = label;
  };
  // Coming back by the browser's own button shows the page as it was left.
  addEventListener("pageshow", giveBack);
  form.addEventListener("change", ({ target }) => {
    const { example } = (target as HTMLElement).dataset;
    const hint = document.getElementById("reference-hint");
    if (example && hint) hint.textContent = example;
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit(button);
  });
}
