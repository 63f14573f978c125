const CONFIRM_MS = 2500;

const BUTTONS = "[data-copy],[data-fill],[data-print]";

/** Shows and enables the buttons that need a script; the markup hides or disables them. */
export function showButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(BUTTONS)) {
    button.hidden = false;
    button.disabled = false;
  }
}

/** One listener for all buttons, including those added later. */
export function listenForCopies(announce: (text: string) => void): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>(BUTTONS);
    if (!button) return;
    if ("print" in button.dataset) return print();
    const { copy, copied, fill } = button.dataset;
    if (fill) fillIn(fill);
    else if (copy && copied && !button.classList.contains("done")) {
      void copyAndConfirm(button, copy, copied, announce);
    }
  });
}

async function copyAndConfirm(
  button: HTMLButtonElement,
  text: string,
  confirmation: string,
  announce: (text: string) => void,
): Promise<void> {
  if (!(await copyText(text, button))) return;
  // Both labels are in the button, so that its width stays.
  button.classList.add("done");
  announce(confirmation);
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
