const CONFIRM_MS = 2500;

/** Shows what needs a script; the markup hides it. */
export function showButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    button.hidden = false;
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-fill]")) {
    button.disabled = false;
  }
}

/** One listener for all buttons, also for those that come later. */
export function listenForCopies(announce: (text: string) => void): void {
  document.addEventListener("click", async (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("[data-copy],[data-fill]");
    if (!button) return;
    const { copy, copied, fill } = button.dataset;
    if (fill) return fillIn(fill);
    if (!copy || !copied || button.classList.contains("done")) return;
    if (!(await copyText(copy, button))) return;
    const before = button.textContent;
    button.textContent = copied;
    button.classList.add("done");
    announce(copied);
    setTimeout(() => {
      button.textContent = before;
      button.classList.remove("done");
      announce("");
    }, CONFIRM_MS);
  });
}

async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Old phones, and pages that may not write: select it, so that one touch does the rest.
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
