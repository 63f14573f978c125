// What the pay page can do where scripts run. Without them it says and does the same, only less smoothly.

import { startClock } from "./clock.ts";
import { listenForCopies, showButtons } from "./copy.ts";
import { improveForm } from "./form.ts";
import { watch } from "./watch.ts";

const announce = (text: string): void => {
  const region = document.getElementById("say");
  if (region) region.textContent = text;
};

/** After the first load and after every exchange of `main`. */
const dress = (): void => {
  showButtons();
  startClock();
  improveForm();
};

dress();
listenForCopies(announce);
watch(dress, announce);

// News that came with the page itself: where the reader is taken first. Data of a later one is announced.
document.querySelector<HTMLElement>("#said")?.focus({ preventScroll: true });
